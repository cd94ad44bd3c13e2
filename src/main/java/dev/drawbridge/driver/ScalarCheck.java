package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.constraint.content.Scalars;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.port.Quantity;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Validates a string or a number by its schema: type, limits, pattern and format. */
final class ScalarCheck {

    private static final LinearPattern MAC =
            LinearPattern.of("^(([0-9a-fA-F]{2}[:-]){5,19}[0-9a-fA-F]{2}|([0-9a-fA-F]{4}\\.){2,9}[0-9a-fA-F]{4})$");

    private final List<Mistake> mistakes = new ArrayList<>();

    private ScalarCheck() {}

    /** A mistake in a value. */
    record Mistake(ErrorType type, String detail) {}

    /** The mistakes in a value, which has a type of the schema. */
    static List<Mistake> of(ParameterSchema schema, Value value) {
        ScalarCheck check = new ScalarCheck();
        if (value instanceof StringValue text) {
            check.string(schema.strings(), text.value());
        } else if (value instanceof NumberValue number) {
            check.number(schema.numbers(), number);
        }
        check.format(schema.values().format(), value);
        return check.mistakes;
    }

    /** Whether the value has one of these JSON Schema types; true if there are none. */
    static boolean isOfOne(Set<String> types, Value value) {
        for (String type : types) {
            if (isOf(type, value)) {
                return true;
            }
        }
        return types.isEmpty();
    }

    private static boolean isOf(String type, Value value) {
        return switch (type) {
            case "object" -> value instanceof ObjectValue;
            case "array" -> value instanceof ListValue;
            case "string" -> value instanceof StringValue;
            case "boolean" -> value instanceof BooleanValue;
            case "null" -> value instanceof NullValue;
            case "number" -> value instanceof NumberValue;
            case "integer" ->
                value instanceof NumberValue number && number.isIntegerBetween(Long.MIN_VALUE, Long.MAX_VALUE);
            default -> false;
        };
    }

    private void add(ErrorType type, String detail) {
        mistakes.add(new Mistake(type, detail));
    }

    private void string(ParameterSchema.StringLimits limits, String text) {
        int length = text.codePointCount(0, text.length());
        Integer min = limits.minLength();
        Integer max = limits.maxLength();
        LinearPattern pattern = limits.pattern();
        if (min != null && length < min) {
            add(ErrorType.INVALID, min == 1 ? "must not be empty" : "must be at least " + min + " characters long");
        }
        if (max != null && length > max) {
            add(ErrorType.TOO_LONG, "must be no more than " + max + " characters");
        }
        if (pattern != null && !pattern.isIn(text)) {
            add(ErrorType.INVALID, "must match " + pattern);
        }
    }

    private void number(ParameterSchema.NumberLimits limits, NumberValue number) {
        BigDecimal min = limits.minimum();
        BigDecimal max = limits.maximum();
        BigDecimal step = limits.multipleOf();
        if (min == null && max == null && step == null) {
            return;
        }
        BigDecimal value = number.decimal();
        if (value == null) {
            add(ErrorType.INVALID, NumberValue.DECIMAL_LIMIT);
            return;
        }
        if (min != null && value.compareTo(min) < (limits.isAboveMinimum() ? 1 : 0)) {
            add(ErrorType.INVALID, "must be " + (limits.isAboveMinimum() ? "greater than " : "at least ") + min);
        }
        if (max != null && value.compareTo(max) > (limits.isBelowMaximum() ? -1 : 0)) {
            add(ErrorType.INVALID, "must be " + (limits.isBelowMaximum() ? "less than " : "at most ") + max);
        }
        if (step != null && step.signum() != 0 && value.remainder(step).signum() != 0) {
            add(ErrorType.INVALID, "must be a multiple of " + step);
        }
    }

    private void format(String format, Value value) {
        String problem = problem(format, value);
        if (problem != null) {
            boolean isScalar = value instanceof StringValue || value instanceof NumberValue;
            add(isScalar ? ErrorType.INVALID : ErrorType.WRONG_TYPE, problem);
        }
    }

    private static @Nullable String problem(String format, Value value) {
        return switch (format) {
            case "quantity" -> isQuantity(value) ? null : "must be a quantity, such as 1Gi";
            case "cidr" -> value instanceof StringValue text ? Scalars.cidr(text.value()) : null;
            case "mac" ->
                value instanceof StringValue text && !MAC.isIn(text.value())
                        ? "must be a hardware address, such as 02:00:5e:10:00:01"
                        : null;
            default -> null;
        };
    }

    private static boolean isQuantity(Value value) {
        return value instanceof StringValue text
                ? Quantity.isUnmarshalled(text.value())
                : value instanceof NumberValue number && Quantity.isUnmarshalled(number.text());
    }
}
