package dev.drawbridge.resource.rule;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import org.jspecify.annotations.Nullable;

/** Objects with one field replaced. */
final class Replaced {

    private Replaced() {}

    /** The object with another value in a field, or without it if the value is null. */
    static ObjectValue field(ObjectValue object, String field, @Nullable Value value) {
        ObjectValue.Builder replaced = ObjectValue.at(object.position());
        boolean isThere = false;
        for (int i = 0; i < object.size(); i++) {
            if (!object.key(i).equals(field)) {
                replaced.add(object.key(i), object.value(i), object.keyPosition(i));
            } else if (value != null && !isThere) {
                isThere = true;
                replaced.add(field, value, object.keyPosition(i));
            }
        }
        if (value != null && !isThere) {
            replaced.add(field, value, null);
        }
        return replaced.build();
    }
}
