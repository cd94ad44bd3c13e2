package dev.drawbridge.schema;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The conditions on siblings of a field. Records instead of lambdas, so that rows can be compared and printed. */
public final class Sibling {

    private Sibling() {}

    static Predicate<ObjectValue> isTrue(String sibling) {
        return new IsTrue(sibling);
    }

    /** The objects in which this field does not have this text. */
    public static Predicate<ObjectValue> isNot(String sibling, String text) {
        return new IsNot(sibling, text);
    }

    /** The objects in which this field is set; an empty list is not. */
    static Predicate<ObjectValue> isSet(String sibling) {
        return new IsSet(sibling);
    }

    /** The objects in which this field is not set. */
    public static Predicate<ObjectValue> isUnset(String sibling) {
        return new IsUnset(new IsSet(sibling));
    }

    /** The objects in which one of the first fields is not its zero value, or one of the others is written. */
    static Predicate<ObjectValue> hasAny(List<String> nonZero, List<String> written) {
        return new HasAny(nonZero, written);
    }

    private record HasAny(List<String> nonZero, List<String> written) implements Predicate<ObjectValue> {

        @Override
        public boolean test(ObjectValue object) {
            for (String field : nonZero) {
                if (isNonZero(object.get(field))) {
                    return true;
                }
            }
            for (String field : written) {
                if (object.has(field) || NullValue.isDropped(object.get(field))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isNonZero(@Nullable Value value) {
            return value != null
                    && !(value instanceof NullValue)
                    && !(value instanceof StringValue text && text.value().isEmpty())
                    && !(value instanceof BooleanValue bool && !bool.value())
                    && !(value instanceof NumberValue number && number.isIntegerBetween(0, 0));
        }

        @Override
        public String toString() {
            return "any of " + String.join(", ", nonZero) + ", " + String.join(", ", written) + " is set";
        }
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

    private record IsNot(String sibling, String text) implements Predicate<ObjectValue> {

        @Override
        public boolean test(ObjectValue object) {
            return !object.string(sibling).equals(text);
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
