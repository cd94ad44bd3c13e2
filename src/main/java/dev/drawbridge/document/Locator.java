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

    /**
     * The path of the last field whose key starts at the place or before it; null if all start after it.
     *
     * @param withEntries whether an entry of a list counts, too
     */
    public static @Nullable FieldPath before(Value root, Position place, boolean withEntries) {
        FieldPath last = null;
        FieldPath path = FieldPath.ROOT;
        Value value = root;
        while (true) {
            FieldPath next = null;
            Value child = value;
            if (value instanceof ObjectValue object) {
                for (int i = 0; i < object.size(); i++) {
                    if (isBefore(object.keyPosition(i), place)) {
                        next = path.child(object.key(i));
                        child = object.value(i);
                        last = next;
                    }
                }
            } else if (value instanceof ListValue list) {
                for (int i = 0; i < list.size(); i++) {
                    if (isBefore(list.get(i).position(), place)) {
                        next = path.index(i);
                        child = list.get(i);
                        last = withEntries ? next : last;
                    }
                }
            }
            if (next == null) {
                return last;
            }
            path = next;
            value = child;
        }
    }

    private static boolean isBefore(@Nullable Position start, Position place) {
        return start != null && start.compareTo(place) <= 0;
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
