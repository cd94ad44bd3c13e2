package dev.drawbridge.document;

import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/** Finds the place of a path in a document. */
public final class Locator {

    private Locator() {}

    /**
     * The start of the path's value, or of its key if the value is an object or a list; if it is missing, the key of
     * its nearest existing parent.
     */
    public static @Nullable Position ofValue(Value root, FieldPath path) {
        return find(root, path, false);
    }

    /** The value of the path; null if it is missing. */
    public static @Nullable Value value(Value root, FieldPath path) {
        Value value = root;
        for (FieldPath step : path.steps()) {
            String name = step.name();
            if (name != null) {
                value = value instanceof ObjectValue object ? object.get(name) : null;
            } else {
                value = value instanceof ListValue list && step.index() < list.size() ? list.get(step.index()) : null;
            }
        }
        return value;
    }

    /** The start of the path's last key; if it is missing, the key of its nearest existing parent. */
    public static @Nullable Position ofKey(Value root, FieldPath path) {
        return find(root, path, true);
    }

    private static @Nullable Position find(Value root, FieldPath path, boolean wantsKey) {
        Value value = root;
        Position nearest = root.position();
        for (FieldPath step : path.steps()) {
            String name = step.name();
            if (name != null && value instanceof ObjectValue object && object.indexOf(name) >= 0) {
                int entry = object.indexOf(name);
                nearest = object.keyPosition(entry);
                value = object.value(entry);
            } else if (name == null && value instanceof ListValue list && step.index() < list.size()) {
                value = list.get(step.index());
                nearest = value.position();
            } else {
                return nearest;
            }
        }
        boolean isScalar = !(value instanceof ObjectValue) && !(value instanceof ListValue);
        return wantsKey || !isScalar ? nearest : value.position();
    }
}
