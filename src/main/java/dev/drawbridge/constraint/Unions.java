package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.Arrays;
import java.util.List;
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
        return exactlyOneOf(none, Unions::isWritten, List.of(fields));
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
        return exactlyOneOf(none, Unions::isSet, List.of(fields));
    }

    private static ObjectRule exactlyOneOf(ErrorType none, Predicate<@Nullable Value> isSet, List<String> members) {
        String names = String.join(", ", members);
        return (object, old, place) -> {
            // Almost always: a device's attribute has one entry.
            if (object.size() == 1 && members.contains(object.key(0)) && isSet.test(object.value(0))) {
                return;
            }
            int count = 0;
            for (String member : members) {
                count += isSet.test(object.get(member)) ? 1 : 0;
            }
            if (count == 0) {
                place.report(none, null, "must have exactly one of " + names, Origin.UNION);
            } else if (count > 1) {
                List<String> set = members.stream()
                        .filter(member -> isSet.test(object.get(member)))
                        .toList();
                String detail = "must have exactly one of " + names + "; has " + String.join(" and ", set);
                place.report(ErrorType.INVALID, null, detail, Origin.UNION);
            }
        };
    }
}
