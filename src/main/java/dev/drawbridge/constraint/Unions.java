package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Fields of which exactly one is set. */
public final class Unions {

    private Unions() {}

    /** A pointer that is not null, or a list that is there. */
    private static boolean isWritten(@Nullable Value value) {
        return value != null && !(value instanceof NullValue);
    }

    /** A pointer that is not null, or a list with an entry. */
    private static boolean isSet(@Nullable Value value) {
        return isWritten(value) && !(value instanceof ListValue list && list.size() == 0);
    }

    /** At least one of these fields; none is the given error at the object. */
    public static ObjectRule atLeastOneOf(ErrorType none, String... fields) {
        String names = String.join(", ", fields);
        return (object, old, place) -> {
            if (Arrays.stream(fields).noneMatch(object::has)) {
                place.report(none, null, "must have at least one of " + names, Origin.UNION);
            }
        };
    }

    /** Both of these fields or none; the one that is missing is {@code FieldValueRequired}. */
    public static ObjectRule together(String one, String other) {
        return (object, old, place) -> {
            if (object.has(one) != object.has(other)) {
                String missing = object.has(one) ? other : one;
                String there = object.has(one) ? one : other;
                place.report(
                        ErrorType.REQUIRED, null, "is required beside " + there, Origin.DEPENDENT_REQUIRED, missing);
            }
        };
    }

    /** Exactly one of these fields, an empty list counted as set: none is the given error, several are {@code FieldValueInvalid}, both at the object. */
    public static ObjectRule exactlyOneWritten(ErrorType none, String... fields) {
        return exactlyOneOf(none, Unions::isWritten, Unions::isWritten, List.of(fields));
    }

    /** The same, and an empty list by itself is as none. */
    public static ObjectRule exactlyOneFilled(ErrorType none, String... fields) {
        return exactlyOneOf(none, Unions::isWritten, Unions::isSet, List.of(fields));
    }

    /**
     * Exactly one of these pointer fields: none is {@code FieldValueRequired}, several are {@code FieldValueInvalid}, both at the
     * object.
     */
    public static ObjectRule exactlyOneOf(String... fields) {
        return exactlyOneOf(ErrorType.REQUIRED, fields);
    }

    /** The same, but none is the given error. */
    public static ObjectRule exactlyOneOf(ErrorType none, String... fields) {
        return exactlyOneOf(none, Unions::isSet, Unions::isSet, List.of(fields));
    }

    /**
     * Exactly one of the members, which has something.
     *
     * @param counts whether a member is counted
     * @param has whether one that stands alone is one
     */
    private static ObjectRule exactlyOneOf(
            ErrorType none, Predicate<@Nullable Value> counts, Predicate<@Nullable Value> has, List<String> members) {
        String names = String.join(", ", members);
        Set<String> known = Set.copyOf(members);
        return (object, old, place) -> {
            // Almost always: a device's attribute has one entry.
            if (object.size() == 1 && has.test(object.value(0)) && known.contains(object.key(0))) {
                return;
            }
            List<String> counted = members.stream()
                    .filter(member -> counts.test(object.get(member)))
                    .toList();
            if (counted.size() > 1) {
                String detail = "must have exactly one of " + names + "; has " + String.join(" and ", counted);
                place.report(ErrorType.INVALID, null, detail, Origin.UNION);
            } else if (counted.isEmpty() || !has.test(object.get(counted.get(0)))) {
                place.report(none, null, "must have exactly one of " + names, Origin.UNION);
            }
        };
    }
}
