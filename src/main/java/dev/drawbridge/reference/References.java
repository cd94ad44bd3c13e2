package dev.drawbridge.reference;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.port.Quantity;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds references between objects: classes in requests, and templates, claims and extended resources in the pods of
 * any workload. It searches for field names at any depth.
 */
public final class References {

    private static final Map<String, ReferenceKind> FIELDS = Arrays.stream(ReferenceKind.values())
            .filter(kind -> kind.isObject())
            .collect(Collectors.toUnmodifiableMap(ReferenceKind::field, kind -> kind));

    private static final Set<String> AMOUNTS = Set.of("limits", "requests");

    private References() {}

    /** A reference: the field, the kind that it refers to, and the name. */
    @FunctionalInterface
    public interface Found {

        void accept(FieldPath path, ReferenceKind kind, StringValue name);
    }

    /** Visits all fields in the order of the document; without recursion, since documents are deeper than stacks. */
    public static void of(Manifest manifest, Found found) {
        Deque<Visit> open = new ArrayDeque<>(List.of(new Visit(manifest.object(), FieldPath.ROOT)));
        while (!open.isEmpty()) {
            Visit visit = open.element();
            int i = visit.next++;
            if (visit.value instanceof ObjectValue object && i < object.size()) {
                if (!isReference(object, i, visit.path, found)) {
                    open.push(new Visit(object.value(i), visit.path.child(object.key(i))));
                }
            } else if (visit.value instanceof ListValue list && i < list.size()) {
                open.push(new Visit(list.get(i), visit.path.index(i)));
            } else {
                open.pop();
            }
        }
    }

    /** A value of which the fields or entries before the next one have been visited. */
    private static final class Visit {

        private final Value value;
        private final FieldPath path;
        private int next;

        Visit(Value value, FieldPath path) {
            this.value = value;
            this.path = path;
        }
    }

    /** Whether a field has names, which are found. */
    private static boolean isReference(ObjectValue object, int i, FieldPath path, Found found) {
        String field = object.key(i);
        ReferenceKind kind = FIELDS.get(field);
        if (kind != null && object.value(i) instanceof StringValue name) {
            found.accept(path.child(field), kind, name);
            return true;
        }
        boolean areAmounts = AMOUNTS.contains(field) && "resources".equals(path.name()) && !path.isBelow("status");
        if (areAmounts && object.value(i) instanceof ObjectValue amounts) {
            ObjectValue limits = field.equals("requests") ? object.object("limits") : ObjectValue.EMPTY;
            resources(amounts, limits, path.child(field), found);
            return true;
        }
        return false;
    }

    /**
     * The classes of implicit resources, and other extended resources, that are not among some limits. Zero is no
     * request, and what is no amount, such as {@code "?*"}, is a pattern of a policy.
     */
    private static void resources(ObjectValue amounts, ObjectValue limits, FieldPath path, Found found) {
        for (int i = 0; i < amounts.size(); i++) {
            String name = amounts.key(i);
            boolean isOfClass = name.startsWith(ResourceName.OF_CLASS);
            Quantity amount = Numbers.amount(amounts.value(i));
            boolean isAmount = amount != null && amount.sign() != 0
                    || amounts.value(i) instanceof StringValue text && Placeholders.isIn(text.value());
            if (isAmount && !limits.has(name) && ResourceName.isOfDevices(name)) {
                String meant = isOfClass ? name.substring(ResourceName.OF_CLASS.length()) : name;
                ReferenceKind kind = isOfClass ? ReferenceKind.CLASS : ReferenceKind.RESOURCE;
                found.accept(path.key(name), kind, new StringValue(meant, amounts.keyPosition(i)));
            }
        }
    }
}
