package dev.drawbridge.policy;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import java.util.List;

/**
 * A selector of labels; an empty one selects everything.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1}, LabelSelectorAsSelector.
 */
public record LabelSelector(ObjectValue selector) {

    boolean isEmpty() {
        return selector.object("matchLabels").size() == 0
                && selector.list("matchExpressions").size() == 0;
    }

    /** Whether it depends on this label only. */
    boolean isAbout(String label) {
        ObjectValue equal = selector.object("matchLabels");
        return (equal.size() == 0 || equal.size() == 1 && equal.key(0).equals(label))
                && selector.list("matchExpressions").objects().stream()
                        .allMatch(one -> one.string("key").equals(label));
    }

    /** Whether it selects an object with these labels. */
    public boolean matches(ObjectValue labels) {
        ObjectValue equal = selector.object("matchLabels");
        for (int i = 0; i < equal.size(); i++) {
            if (!labels.has(equal.key(i)) || !labels.string(equal.key(i)).equals(equal.string(equal.key(i)))) {
                return false;
            }
        }
        return selector.list("matchExpressions").objects().stream().allMatch(one -> matches(one, labels));
    }

    private static boolean matches(ObjectValue requirement, ObjectValue labels) {
        boolean has = labels.get(requirement.string("key")) instanceof StringValue;
        List<String> values = requirement.list("values").texts();
        boolean isIn = has && values.contains(labels.string(requirement.string("key")));
        return switch (requirement.string("operator")) {
            case "In" -> isIn;
            case "NotIn" -> !isIn;
            case "Exists" -> has;
            case "DoesNotExist" -> !has;
            default -> false;
        };
    }
}
