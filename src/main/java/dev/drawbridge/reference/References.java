package dev.drawbridge.reference;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.manifest.Manifest;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Finds references between objects: classes in requests, and templates and claims in the pods of any workload. It
 * searches for field names at any depth.
 */
public final class References {

    private static final Map<String, ReferenceKind> FIELDS = Arrays.stream(ReferenceKind.values())
            .filter(kind -> kind != ReferenceKind.DRIVER)
            .collect(Collectors.toUnmodifiableMap(ReferenceKind::field, kind -> kind));

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
}
