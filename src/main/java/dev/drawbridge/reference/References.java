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
import java.util.Arrays;
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

    public static void of(Manifest manifest, Found found) {
        visit(manifest.object(), FieldPath.ROOT, found);
    }

    private static void visit(Value value, FieldPath path, Found found) {
        if (value instanceof ObjectValue object) {
            for (int i = 0; i < object.size(); i++) {
                ReferenceKind kind = FIELDS.get(object.key(i));
                FieldPath field = path.child(object.key(i));
                if (kind != null && object.value(i) instanceof StringValue name) {
                    found.accept(field, kind, name);
                } else if (AMOUNTS.contains(object.key(i))
                        && "resources".equals(path.name())
                        && !path.isBelow("status")
                        && object.value(i) instanceof ObjectValue amounts) {
                    boolean isLimited = object.key(i).equals("requests");
                    resources(amounts, isLimited ? object.object("limits") : ObjectValue.EMPTY, field, found);
                } else {
                    visit(object.value(i), field, found);
                }
            }
        } else if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                visit(list.get(i), path.index(i), found);
            }
        }
    }

    /**
     * The classes of implicit resources, and other extended resources, that are not among some limits. What is no
     * amount, such as {@code "?*"}, is a pattern of a policy.
     */
    private static void resources(ObjectValue amounts, ObjectValue limits, FieldPath path, Found found) {
        for (int i = 0; i < amounts.size(); i++) {
            String name = amounts.key(i);
            boolean isOfClass = name.startsWith(ResourceName.OF_CLASS);
            boolean isAmount = Numbers.amount(amounts.value(i)) != null
                    || amounts.value(i) instanceof StringValue text && Placeholders.isIn(text.value());
            if (isAmount && !limits.has(name) && ResourceName.isOfDevices(name)) {
                found.accept(
                        path.key(name),
                        isOfClass ? ReferenceKind.CLASS : ReferenceKind.RESOURCE,
                        new StringValue(
                                isOfClass ? name.substring(ResourceName.OF_CLASS.length()) : name,
                                amounts.keyPosition(i)));
            }
        }
    }
}
