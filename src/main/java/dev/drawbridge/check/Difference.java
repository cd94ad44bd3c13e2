package dev.drawbridge.check;

import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import org.jspecify.annotations.Nullable;

/**
 * The first place at which two values differ.
 *
 * @param path where
 * @param base the old value; null if there was none
 * @param head the new value; null if there is none
 */
record Difference(
        FieldPath path, @Nullable Value base, @Nullable Value head) {

    /** The first difference between two values. */
    static Difference first(FieldPath path, @Nullable Value base, @Nullable Value head) {
        if (base instanceof ObjectValue before && head instanceof ObjectValue after) {
            return first(path, before, after);
        }
        if (base instanceof ListValue before && head instanceof ListValue after) {
            for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                Value old = i < before.size() ? before.get(i) : null;
                Value now = i < after.size() ? after.get(i) : null;
                if (!JsonEquality.same(old, now)) {
                    return first(path.index(i), old, now);
                }
            }
        }
        return new Difference(path, base, head);
    }

    private static Difference first(FieldPath path, ObjectValue base, ObjectValue head) {
        for (int i = 0; i < head.size(); i++) {
            Value old = base.get(head.key(i));
            if (!JsonEquality.same(old, head.value(i))) {
                return first(path.child(head.key(i)), old, head.value(i));
            }
        }
        for (int i = 0; i < base.size(); i++) {
            if (head.get(base.key(i)) == null) {
                return new Difference(path.child(base.key(i)), base.value(i), null);
            }
        }
        return new Difference(path, base, head);
    }

    /**
     * The difference in words.
     *
     * @param unset what an unset field means, such as {@code unset (default 1)}
     */
    String sentence(String unset) {
        return path + " changed from " + (base == null ? unset : base.excerpt()) + " to "
                + (head == null ? unset : head.excerpt());
    }
}
