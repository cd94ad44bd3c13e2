package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.nio.charset.StandardCharsets;

/** How long, how many, how large. */
public final class Limits {

    private Limits() {}

    /** At most this many entries in a list; more is an error of the given type. */
    public static Constraint maxItems(int max, ErrorType type) {
        return (value, place) -> {
            int size = ((ListValue) value).size();
            if (size > max) {
                place.report(type, null, "must have at most " + entries(max) + ", has " + size, Origin.MAX_ITEMS);
            }
        };
    }

    /** At most this many keys in a map; more is {@code FieldValueTooMany}. */
    public static Constraint maxKeys(int max) {
        return (value, place) -> {
            int size = ((ObjectValue) value).size();
            if (size > max) {
                place.report(
                        ErrorType.TOO_MANY,
                        null,
                        "must have at most " + entries(max) + ", has " + size,
                        Origin.MAX_ITEMS);
            }
        };
    }

    private static String entries(int count) {
        return count == 1 ? "1 entry" : count + " entries";
    }

    /** At most this many bytes of UTF-8 in a text; more is {@code FieldValueTooLong}. */
    public static Constraint maxBytes(int max) {
        return (value, place) -> {
            String text = ((StringValue) value).value();
            if (isLonger(text, max)) {
                int size = text.getBytes(StandardCharsets.UTF_8).length;
                String detail = "must be at most " + max + " bytes in UTF-8, is " + size;
                place.report(ErrorType.TOO_LONG, value, detail, Origin.MAX_BYTES);
            }
        };
    }

    /** Whether a text has more than so many bytes in UTF-8. */
    public static boolean isLonger(String text, int maxBytes) {
        return 3L * text.length() > maxBytes && text.getBytes(StandardCharsets.UTF_8).length > maxBytes;
    }

    /** A list that is written has an entry; an empty one is {@code FieldValueInvalid}. */
    public static Constraint notEmpty() {
        return (value, place) -> {
            if (((ListValue) value).size() == 0) {
                place.report(ErrorType.INVALID, null, "must not be empty; remove it or fill it", Origin.NOT_EMPTY);
            }
        };
    }

    /** A quantity that is above zero; another is {@code FieldValueInvalid}. */
    public static Constraint positiveQuantity() {
        return (value, place) -> {
            if (Numbers.quantity(value).sign() <= 0) {
                place.report(ErrorType.INVALID, value, "must be greater than 0", Origin.MINIMUM);
            }
        };
    }

    /** A quantity that is not below zero; another is {@code FieldValueInvalid}. */
    public static Constraint unsignedQuantity() {
        return (value, place) -> {
            if (Numbers.quantity(value).sign() < 0) {
                place.report(ErrorType.INVALID, value, "must not be below 0", Origin.MINIMUM);
            }
        };
    }

    /** An integer that is not above the maximum; a larger one is {@code FieldValueInvalid}. */
    public static Constraint maximum(long max) {
        return (value, place) -> {
            if (!((NumberValue) value).isIntegerBetween(Long.MIN_VALUE, max)) {
                place.report(ErrorType.INVALID, value, "must be at most " + max, Origin.MAXIMUM);
            }
        };
    }

    /** An integer that is not below the minimum; a smaller one is {@code FieldValueInvalid}. */
    public static Constraint minimum(long min) {
        return (value, place) -> {
            if (!((NumberValue) value).isIntegerBetween(min, Long.MAX_VALUE)) {
                place.report(ErrorType.INVALID, value, "must be at least " + min, Origin.MINIMUM);
            }
        };
    }
}
