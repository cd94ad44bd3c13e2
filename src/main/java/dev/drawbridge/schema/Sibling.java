package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.function.Predicate;

/** What objects have next to a field. Records and not lambdas, so that rows can be compared and printed. */
public final class Sibling {

    private Sibling() {}

    /** The objects in which this field is true. */
    static Predicate<ObjectValue> isTrue(String sibling) {
        return new IsTrue(sibling);
    }

    /** The objects in which this field is set; an empty list is not. */
    static Predicate<ObjectValue> isSet(String sibling) {
        return new IsSet(sibling);
    }

    /** The objects in which this field is not set. */
    public static Predicate<ObjectValue> isUnset(String sibling) {
        return new IsUnset(new IsSet(sibling));
    }

    private record IsUnset(IsSet set) implements Predicate<ObjectValue> {

        @Override
        public boolean test(ObjectValue object) {
            return !set.test(object);
        }

        @Override
        public String toString() {
            return set.sibling + " is not set";
        }
    }

    private record IsTrue(String sibling) implements Predicate<ObjectValue> {

        @Override
        public boolean test(ObjectValue object) {
            return object.isTrue(sibling);
        }

        @Override
        public String toString() {
            return sibling + " is true";
        }
    }

    private record IsSet(String sibling) implements Predicate<ObjectValue> {

        @Override
        public boolean test(ObjectValue object) {
            Value value = object.get(sibling);
            return value != null
                    && !(value instanceof NullValue)
                    && !(value instanceof ListValue list && list.size() == 0);
        }
    }
}
