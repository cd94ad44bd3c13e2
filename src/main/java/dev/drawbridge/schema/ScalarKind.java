package dev.drawbridge.schema;

import dev.drawbridge.constraint.content.Scalars;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.GoStrings;
import dev.drawbridge.port.Times;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The scalar types of the API, as Go's decoder takes them from JSON: no text for a number, no 1.0 for an int. */
public enum ScalarKind {
    STRING("a string"),
    BOOLEAN("true or false"),
    INT32("an integer"),
    INT64("an integer"),
    /** Any number; only drivers have them. */
    NUMBER("a number"),
    /** {@code metav1.Time}. */
    TIME("an RFC 3339 timestamp"),
    /** {@code resource.Quantity}, as text or number. */
    QUANTITY("a quantity"),
    /** Any JSON, kept as it is: {@code runtime.RawExtension}, {@code metav1.FieldsV1}. */
    RAW("any JSON");

    private static final List<String> BOOLEANS = List.of("true", "false");
    private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern DECIMAL = Pattern.compile(INTEGER + "(\\.[0-9]{1,18})?");

    private final String description;

    ScalarKind(String description) {
        this.description = description;
    }

    /** The reason why a non-null value is not of this type; null if it is. */
    @Nullable
    String problem(Value value) {
        return switch (this) {
            case STRING -> value instanceof StringValue ? null : mismatch(value);
            case BOOLEAN -> value instanceof BooleanValue ? null : mismatch(value);
            case INT32 -> integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE, 32);
            case INT64 -> integer(value, Long.MIN_VALUE, Long.MAX_VALUE, 64);
            case NUMBER -> value instanceof NumberValue ? null : mismatch(value);
            case TIME -> text(value, Scalars::time);
            case QUANTITY ->
                value instanceof NumberValue number
                        ? Scalars.quantity(number.text())
                        : text(value, ScalarKind::quantity);
            case RAW -> null;
        };
    }

    private @Nullable String integer(Value value, long min, long max, int bits) {
        if (!(value instanceof NumberValue number)) {
            return mismatch(value);
        }
        return number.isIntegerBetween(min, max)
                ? null
                : "must be a " + bits + "-bit integer, without fraction or exponent";
    }

    private @Nullable String text(Value value, Function<String, @Nullable String> check) {
        return value instanceof StringValue string ? check.apply(string.value()) : mismatch(value);
    }

    /** Go's decoder reads the JSON of the text as it is, and takes no escape. */
    private static @Nullable String quantity(String text) {
        return GoStrings.isEscapedInJson(text)
                ? "must be a quantity without line breaks or other characters that JSON escapes"
                : Scalars.quantity(text);
    }

    private String mismatch(Value value) {
        return "expected " + description + ", found " + value.typeName();
    }

    /** The hint for a value that quotes make another one, or their lack; empty for other values. */
    String quotesHint(Value value) {
        if (this == STRING && value instanceof NumberValue) {
            return "put it in quotes";
        }
        if (this == STRING && value instanceof BooleanValue) {
            return "put it in quotes (YAML reads y, n, yes, no, on and off as true or false)";
        }
        boolean isQuoted = value instanceof StringValue text
                && (this == BOOLEAN && BOOLEANS.contains(text.value())
                        || isInteger() && INTEGER.matcher(text.value()).matches()
                        || this == NUMBER && DECIMAL.matcher(text.value()).matches());
        return isQuoted ? "remove its quotes" : "";
    }

    boolean isInteger() {
        return this == INT32 || this == INT64;
    }

    /** Whether the value is Go's zero value, which a non-pointer field cannot tell from an absent one. */
    boolean isZero(Value value) {
        return switch (this) {
            case STRING -> value instanceof StringValue string && string.value().isEmpty();
            case BOOLEAN -> value instanceof BooleanValue bool && !bool.value();
            case INT32, INT64 -> value instanceof NumberValue number && number.isIntegerBetween(0, 0);
            case TIME -> value instanceof StringValue string && Times.isZero(string.value());
            case NUMBER, QUANTITY, RAW -> false;
        };
    }
}
