package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/** Limits on lengths, counts and sizes. */
public final class Limits {

    /** A quantity that must not be negative; others are {@code FieldValueInvalid}. */
    public static final Constraint UNSIGNED_QUANTITY = new PlainConstraint(
            new Demand(Origin.MINIMUM, "must be greater than or equal to 0").example("'0'", "'-1'"),
            ErrorType.INVALID,
            value -> Numbers.quantity(value).sign() >= 0);

    /** A quantity that must be greater than zero; others are {@code FieldValueInvalid}. */
    public static final Constraint POSITIVE_QUANTITY = new PlainConstraint(
            new Demand(Origin.MINIMUM, "must be greater than 0").example("'1'", "'0'"),
            ErrorType.INVALID,
            value -> Numbers.quantity(value).sign() > 0);

    /** A list that is set must not be empty; an empty one is {@code FieldValueInvalid}. */
    public static final Constraint NOT_EMPTY = new NotEmpty();

    private Limits() {}

    /** A size of a value, in entries or bytes, that must not exceed a limit; an error shows the value of a string. */
    private record AtMost(long max, Demand demand, ErrorType type, ToLongFunction<Value> size)
            implements Constraint, OneDemand {

        @Override
        public void check(Value value, ValidationContext context) {
            long found = size.applyAsLong(value);
            if (found > max) {
                context.reportExcess(type, value instanceof StringValue ? value : null, demand, found);
            }
        }
    }

    /** At most this many entries in a list; more is an error of the given type. */
    public static Constraint maxItems(int max, ErrorType type) {
        Demand demand = new Demand(Origin.MAX_ITEMS, "must be no more than " + items(max), Map.of("maxItems", max));
        return new AtMost(max, demand, type, value -> ((ListValue) value).size());
    }

    /** The constraint, in a list of at most this many entries; a longer one passes. */
    public static Constraint upTo(int max, Constraint constraint) {
        return new UpTo(max, constraint);
    }

    private record UpTo(int max, Constraint constraint) implements Constraint {

        @Override
        public List<Demand> demands() {
            return constraint.demands();
        }

        @Override
        public List<String> keys() {
            return constraint.keys();
        }

        @Override
        public void check(Value value, ValidationContext context) {
            if (((ListValue) value).size() <= max) {
                constraint.check(value, context);
            }
        }
    }

    /** At most this many keys in a map; more is {@code FieldValueTooMany}. */
    public static Constraint maxKeys(int max) {
        Demand demand =
                new Demand(Origin.MAX_ITEMS, "must be no more than " + items(max), Map.of("maxProperties", max));
        return new AtMost(max, demand, ErrorType.TOO_MANY, value -> ((ObjectValue) value).size());
    }

    private static String items(int count) {
        return count == 1 ? "1 item" : count + " items";
    }

    /** At most this many bytes of UTF-8 in a string; more is {@code FieldValueTooLong}. */
    public static Constraint maxBytes(int max) {
        Demand demand = new Demand(
                Origin.MAX_BYTES, "must be no more than " + max + " bytes in UTF-8", Map.of("maxLength", max));
        return new AtMost(max, demand, ErrorType.TOO_LONG, value -> {
            String text = ((StringValue) value).value();
            return isLonger(text, max) ? bytes(text) : 0;
        });
    }

    /** All keys and values of a map together have at most this many bytes; more is {@code FieldValueTooLong}. */
    public static Constraint maxTotalBytes(int max) {
        Demand demand =
                new Demand(Origin.MAX_TOTAL_BYTES, "keys and values together must be no more than " + max + " bytes");
        return new AtMost(max, demand, ErrorType.TOO_LONG, value -> {
            ObjectValue map = (ObjectValue) value;
            return IntStream.range(0, map.size())
                    .mapToLong(i -> bytes(map.key(i)) + bytes(StringValue.orEmpty(map.value(i))))
                    .sum();
        });
    }

    private static long bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Whether a string has more than this number of bytes in UTF-8. */
    public static boolean isLonger(String text, int maxBytes) {
        return 3L * text.length() > maxBytes && bytes(text) > maxBytes;
    }

    private record NotEmpty() implements Constraint {

        private static final Demand NOT_EMPTY = new Demand(Origin.NOT_EMPTY, "must not be empty");

        @Override
        public List<Demand> demands() {
            return List.of(NOT_EMPTY);
        }

        @Override
        public void check(Value value, ValidationContext context) {
            if (((ListValue) value).size() == 0) {
                context.report(ErrorType.INVALID, null, NOT_EMPTY.adding("add an item or remove the field"));
            }
        }
    }

    /** An integer that must not exceed the maximum; a larger one is {@code FieldValueInvalid}. */
    public static Constraint maximum(long max) {
        Demand demand =
                new Demand(Origin.MAXIMUM, "must be less than or equal to " + max, Map.of("maximum", Math.max(0, max)));
        return new PlainConstraint(
                demand, ErrorType.INVALID, value -> ((NumberValue) value).isIntegerBetween(Long.MIN_VALUE, max));
    }

    /** An integer that must not be below the minimum; a smaller one is {@code FieldValueInvalid}. */
    public static Constraint minimum(long min) {
        Demand demand = new Demand(
                Origin.MINIMUM, "must be greater than or equal to " + min, Map.of("minimum", Math.min(0, min)));
        return new PlainConstraint(
                demand, ErrorType.INVALID, value -> ((NumberValue) value).isIntegerBetween(min, Long.MAX_VALUE));
    }
}
