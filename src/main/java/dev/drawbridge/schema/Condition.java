package dev.drawbridge.schema;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A condition on an object, or on what is stored of it, under which one of its fields has another type or a default.
 *
 * @param test whether an object meets it, given the stored object; null if it is new
 */
public record Condition(String text, BiPredicate<ObjectValue, @Nullable ObjectValue> test)
        implements Predicate<ObjectValue> {

    /** The object is already stored: on updates. */
    public static final Condition IS_STORED =
            new Condition("the object is stored already", (object, old) -> old != null);

    private static Condition of(String text, Predicate<ObjectValue> isMet) {
        return new Condition(text, (object, old) -> isMet.test(object));
    }

    public static Condition wasSet(String field) {
        return new Condition(field + " is stored already", (object, old) -> old != null && old.has(field));
    }

    public static Condition isTrue(String field) {
        return of(field + " is true", object -> object.isTrue(field));
    }

    /** The field does not have this text. */
    public static Condition isNot(String field, String text) {
        return of(field + " is not " + text, object -> !object.string(field).equals(text));
    }

    /** The field is set; an empty list is not. */
    static Condition isSet(String field) {
        return of(field + " is set", object -> isSet(object.get(field)));
    }

    /** The field is not set. */
    public static Condition isUnset(String field) {
        return of(field + " is not set", object -> !isSet(object.get(field)));
    }

    /** One of the first fields is not its zero value, or one of the others is written. */
    static Condition hasAny(List<String> nonZero, List<String> written) {
        return of(
                "any of " + String.join(", ", nonZero) + ", " + String.join(", ", written) + " is set",
                object -> nonZero.stream().anyMatch(field -> isNonZero(object.get(field)))
                        || written.stream()
                                .anyMatch(field -> object.has(field) || NullValue.isDropped(object.get(field))));
    }

    static boolean isSet(@Nullable Value value) {
        return value != null && !(value instanceof NullValue) && !(value instanceof ListValue list && list.size() == 0);
    }

    private static boolean isNonZero(@Nullable Value value) {
        return value != null
                && !(value instanceof NullValue)
                && !(value instanceof StringValue text && text.value().isEmpty())
                && !(value instanceof BooleanValue bool && !bool.value())
                && !(value instanceof NumberValue number && number.isIntegerBetween(0, 0));
    }

    boolean holds(ObjectValue object, @Nullable ObjectValue old) {
        return test.test(object, old);
    }

    /** Whether a new object meets it. */
    @Override
    public boolean test(ObjectValue object) {
        return holds(object, null);
    }

    @Override
    public String toString() {
        return text;
    }
}
