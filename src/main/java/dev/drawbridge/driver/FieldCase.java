package dev.drawbridge.driver;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.TypeFacts;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects with their field names in the case of their tables: {@code encoding/json} ignores case. Of names that differ
 * only in case, the last one is used, unless its value is null.
 */
final class FieldCase {

    static ObjectValue of(ObjectSchema table, ObjectValue object) {
        return (ObjectValue) of(TypeFacts.of(table), object);
    }

    private static Value of(@Nullable TypeFacts type, Value value) {
        if (type == null || type.anyObject() == null) {
            return value;
        }
        if (value instanceof ListValue list && type.entries() != null) {
            return list.mapped(item -> of(type.entries(), item));
        }
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        Map<String, TypeFacts> types = new LinkedHashMap<>();
        ObjectSchema table = type.isMap() ? null : type.anyObject();
        if (table != null) {
            FieldFacts.of(table).forEach(field -> types.put(field.name(), field.shape()));
        }
        String[] names = new String[object.size()];
        Map<String, String> last = new HashMap<>();
        for (int i = 0; i < names.length; i++) {
            String key = object.key(i);
            names[i] = types.containsKey(key)
                    ? key
                    : types.keySet().stream()
                            .filter(key::equalsIgnoreCase)
                            .findFirst()
                            .orElse(key);
            if (!(object.value(i) instanceof NullValue) || !last.containsKey(names[i])) {
                last.put(names[i], key);
            }
        }
        ObjectValue.Builder fields = ObjectValue.at(object.position());
        for (int i = 0; i < names.length; i++) {
            if (object.key(i).equals(last.get(names[i]))) {
                TypeFacts inner = type.isMap() ? type.entries() : types.get(names[i]);
                fields.add(names[i], of(inner, object.value(i)), object.keyPosition(i));
            }
        }
        return fields.build();
    }
}
