package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Admin access is requested and allocated only in a namespace that its administrator has labelled. The server looks no
 * further than the first entry with admin access; once an allocation has it, it is not checked again. Source:
 * {@code pkg/registry/resource/utils.go}, AuthorizedForAdmin, AuthorizedForAdminStatus.
 *
 * @param list the path of the list of requests or results
 * @param holder the field of an entry that may have {@code adminAccess}; empty for the entry itself
 */
public record AdminAccessNeedsLabel(String label, List<String> list, String holder) implements ObjectRule {

    /** The label of Kubernetes 1.33. */
    public static final String FIRST_LABEL = "resource.k8s.io/admin-access";

    /** The label since Kubernetes 1.34. */
    public static final String LABEL = "resource.kubernetes.io/admin-access";

    private static final String FIELD = "adminAccess";

    /** The rule for requests that have {@code adminAccess}. */
    public static ObjectRule ofRequests(String label) {
        return new AdminAccessNeedsLabel(label, List.of("requests"), "");
    }

    /** The rule for requests with {@code exactly}. */
    public static ObjectRule ofExact(String label) {
        return new AdminAccessNeedsLabel(label, List.of("requests"), "exactly");
    }

    /** The rule for the results of a claim's allocation. */
    public static ObjectRule ofAllocation(String label) {
        return new AdminAccessNeedsLabel(label, List.of("status", "allocation", "devices", "results"), "");
    }

    /** No example, since the label is not a field of the object. */
    @Override
    public List<Demand> demands() {
        String field = String.join(".", list) + (holder.isEmpty() ? "." : "." + holder + ".") + FIELD;
        String sentence = "needs the label " + label + ": \"true\" on the namespace";
        return List.of(new Demand(Origin.ADMIN_ACCESS_LABEL, field, sentence));
    }

    @Override
    public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
        int first = firstEntry(object);
        if (first < 0 || old != null && firstEntry(old) >= 0) {
            return;
        }
        ValidationContext entry = context.at(list.toArray(String[]::new)).at(first);
        ValidationContext at = holder.isEmpty() ? entry : entry.at(holder);
        Map<String, String> labels = context.namespaceLabels();
        if (labels == null) {
            at.at(FIELD).warn(ErrorType.FORBIDDEN, null, demands().get(0));
        } else if (!"true".equals(labels.get(label))) {
            Value access = holder(entries(object).get(first)).get(FIELD);
            at.report(ErrorType.FORBIDDEN, access, demands().get(0), FIELD);
        }
    }

    /** The index of the first entry with admin access; -1 if there is none. */
    private int firstEntry(ObjectValue object) {
        ListValue entries = entries(object);
        return IntStream.range(0, entries.size())
                .filter(i -> holder(entries.get(i)).isTrue(FIELD))
                .findFirst()
                .orElse(-1);
    }

    private ListValue entries(ObjectValue object) {
        ObjectValue parent = object;
        for (String step : list.subList(0, list.size() - 1)) {
            parent = parent.object(step);
        }
        return parent.list(list.get(list.size() - 1));
    }

    private ObjectValue holder(Value entry) {
        ObjectValue object = ObjectValue.orEmpty(entry);
        return holder.isEmpty() ? object : object.object(holder);
    }
}
