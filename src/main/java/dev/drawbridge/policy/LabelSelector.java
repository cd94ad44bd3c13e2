package dev.drawbridge.policy;

import dev.drawbridge.document.ObjectValue;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A selector of labels; an empty one selects everything.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1}, LabelSelectorAsSelector.
 */
public record LabelSelector(ObjectValue selector) {

    private record Requirement(String key, String operator, List<String> values) {

        boolean isMet(@Nullable String label) {
            boolean isIn = label != null && values.contains(label);
            return switch (operator) {
                case "In" -> isIn;
                case "NotIn" -> !isIn;
                case "Exists" -> label != null;
                case "DoesNotExist" -> label == null;
                default -> false;
            };
        }
    }

    private Stream<Requirement> requirements() {
        ObjectValue equal = selector.object("matchLabels");
        return Stream.concat(
                IntStream.range(0, equal.size())
                        .mapToObj(i -> new Requirement(equal.key(i), "In", List.of(equal.string(equal.key(i))))),
                selector.list("matchExpressions").objects().stream()
                        .map(one -> new Requirement(
                                one.string("key"),
                                one.string("operator"),
                                one.list("values").texts())));
    }

    boolean isEmpty() {
        return requirements().findAny().isEmpty();
    }

    /** Whether it depends on this label only. */
    boolean isAbout(String label) {
        return requirements().allMatch(one -> one.key.equals(label));
    }

    public boolean matches(ObjectValue labels) {
        return requirements().allMatch(one -> one.isMet(labels.text(one.key)));
    }

    /** Whether it selects all that another one selects: decided for each key, as labels are independent. */
    boolean covers(LabelSelector other) {
        Set<@Nullable String> labels = new HashSet<>();
        labels.add(null);
        // No label has this value: it is any that neither names.
        labels.add("*");
        Stream.concat(requirements(), other.requirements()).forEach(one -> labels.addAll(one.values));
        return requirements()
                .allMatch(one -> labels.stream()
                        .filter(label ->
                                other.requirements().allMatch(same -> !same.key.equals(one.key) || same.isMet(label)))
                        .allMatch(one::isMet));
    }
}
