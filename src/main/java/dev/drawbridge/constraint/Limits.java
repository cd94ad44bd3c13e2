package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import java.nio.charset.StandardCharsets;

/** How long, how many, how large. */
public final class Limits {

    private Limits() {}

    /** At most this many entries in a list; more is an error of the given type. */
    public static Constraint maxItems(int max, ErrorType type) {
        return (value, place) -> {
            int size = ((ListValue) value).size();
            if (size > max) {
                place.report(type, null, "must have at most " + entries(max) + ", has " + size, "maxItems");
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
            if (3L * text.length() <= max) {
                return;
            }
            int size = text.getBytes(StandardCharsets.UTF_8).length;
            if (size > max) {
                place.report(
                        ErrorType.TOO_LONG,
                        value,
                        "must be at most " + max + " bytes in UTF-8, is " + size,
                        "maxBytes");
            }
        };
    }

    /** An integer that is not below the minimum; a smaller one is {@code FieldValueInvalid}. */
    public static Constraint minimum(long min) {
        return (value, place) -> {
            if (!((NumberValue) value).isIntegerBetween(min, Long.MAX_VALUE)) {
                place.report(ErrorType.INVALID, value, "must be at least " + min, "minimum");
            }
        };
    }
}
