package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The defaults that a target's server puts into an object, as short JSON by the paths of the unset fields. */
final class Defaults {

    private final Map<FieldPath, String> found = new LinkedHashMap<>();

    private Defaults() {}

    /** The defaults of an object that is created. */
    static Map<FieldPath, String> of(ObjectNode type, ObjectValue object) {
        Defaults defaults = new Defaults();
        defaults.object(type, object, FieldPath.ROOT);
        return defaults.found;
    }

    private void object(ObjectNode type, ObjectValue object, FieldPath path) {
        for (FieldNode field : type.fields) {
            if (field.dropped || field.ignored) {
                continue;
            }
            Value value = object.get(field.name);
            FieldPath here = path.child(field.name);
            if (field.isSet(value)) {
                value(field.typeBeside(object, null), value, here);
                continue;
            }
            Value set = field.effective(value, object);
            if (set != null && !set.excerpt().equals("\"\"")) {
                found.put(here, set.excerpt());
            } else if (field.isStruct()) {
                value(field.node, ObjectValue.EMPTY, here);
            }
        }
    }

    private void value(TypeNode type, @Nullable Value value, FieldPath path) {
        if (type instanceof ObjectNode node && value instanceof ObjectValue object) {
            object(node, object, path);
        } else if (type instanceof ListNode node && value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                value(node.item(), list.get(i), path.index(i));
            }
        } else if (type instanceof MapNode node && value instanceof ObjectValue map) {
            for (int i = 0; i < map.size(); i++) {
                value(node.value(), map.value(i), path.key(map.key(i)));
            }
        }
    }
}
