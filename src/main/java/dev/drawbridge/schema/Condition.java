package dev.drawbridge.schema;

import dev.drawbridge.document.ObjectValue;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A condition on the object, under which a field has another type. */
@FunctionalInterface
public interface Condition {

    /** The object is already stored: on updates. */
    Condition IS_STORED = new IsStored();

    /**
     * Whether it holds.
     *
     * @param object the object that has the field
     * @param old the stored object; null if it is new
     */
    boolean holds(ObjectValue object, @Nullable ObjectValue old);

    /** A condition on the object's own fields, whatever is stored. */
    static Condition of(Predicate<ObjectValue> object) {
        return new OfObject(object);
    }

    /** The stored object has this field. */
    static Condition wasSet(String field) {
        return new WasSet(field);
    }

    /** A record for the same reason as the others. */
    record WasSet(String field) implements Condition {

        @Override
        public boolean holds(ObjectValue object, @Nullable ObjectValue old) {
            return old != null && old.has(field);
        }

        @Override
        public String toString() {
            return field + " is stored already";
        }
    }

    /** A record and not a lambda, so that rows can be printed. */
    record OfObject(Predicate<ObjectValue> predicate) implements Condition {

        @Override
        public boolean holds(ObjectValue object, @Nullable ObjectValue old) {
            return predicate.test(object);
        }

        @Override
        public String toString() {
            return predicate.toString();
        }
    }

    /** A record for the same reason. */
    record IsStored() implements Condition {

        @Override
        public boolean holds(ObjectValue object, @Nullable ObjectValue old) {
            return old != null;
        }

        @Override
        public String toString() {
            return "the object is stored already";
        }
    }
}
