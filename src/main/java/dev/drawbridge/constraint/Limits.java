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

/** Limits on lengths, counts and sizes. */
public final class Limits {

    private static final Constraint UNSIGNED = new PlainConstraint(
            new Demand(Origin.MINIMUM, "must be greater than or equal to 0").example("'0'", "'-1'"),
            ErrorType.INVALID,
            value -> Numbers.quantity(value).sign() >= 0);

    private static final Constraint POSITIVE = new PlainConstraint(
            new Demand(Origin.MINIMUM, "must be greater than 0").example("'1'", "'0'"),
            ErrorType.INVALID,
            value -> Numbers.quantity(value).sign() > 0);

    private Limits() {}

    /** At most this many entries in a list; more is an error of the given type. */
    public static Constraint maxItems(int max, ErrorType type) {
        return new MaxItems(max, type);
    }

    private record MaxItems(int max, ErrorType type) implements OneDemand {

        @Override
        public Demand demand() {
            return new Demand(Origin.MAX_ITEMS, "must be no more than " + items(max), Map.of("maxItems", max));
        }

        @Override
        public void check(Value value, ValidationContext context) {
            int size = ((ListValue) value).size();
            if (size > max) {
                context.reportExcess(type, null, demand(), size);
            }
        }
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
        return new MaxKeys(max);
    }

    private record MaxKeys(int max) implements OneDemand {

        @Override
        public Demand demand() {
            return new Demand(Origin.MAX_ITEMS, "must be no more than " + items(max), Map.of("maxProperties", max));
        }

        @Override
        public void check(Value value, ValidationContext context) {
            int size = ((ObjectValue) value).size();
            if (size > max) {
                context.reportExcess(ErrorType.TOO_MANY, null, demand(), size);
            }
        }
    }

    private static String items(int count) {
        return count == 1 ? "1 item" : count + " items";
    }

    /** At most this many bytes of UTF-8 in a string; more is {@code FieldValueTooLong}. */
    public static Constraint maxBytes(int max) {
        return new MaxBytes(max);
    }

    private record MaxBytes(int max) implements OneDemand {

        @Override
        public Demand demand() {
            return new Demand(
                    Origin.MAX_BYTES, "must be no more than " + max + " bytes in UTF-8", Map.of("maxLength", max));
        }

        @Override
        public void check(Value value, ValidationContext context) {
            String text = ((StringValue) value).value();
            if (isLonger(text, max)) {
                int size = text.getBytes(StandardCharsets.UTF_8).length;
                context.reportExcess(ErrorType.TOO_LONG, value, demand(), size);
            }
        }
    }

    /** Whether a string has more than this number of bytes in UTF-8. */
    public static boolean isLonger(String text, int maxBytes) {
        return 3L * text.length() > maxBytes && text.getBytes(StandardCharsets.UTF_8).length > maxBytes;
    }

    /** A list that is set must not be empty; an empty one is {@code FieldValueInvalid}. */
    public static Constraint notEmpty() {
        return new NotEmpty();
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

    /** A quantity that must be greater than zero; others are {@code FieldValueInvalid}. */
    public static Constraint positiveQuantity() {
        return POSITIVE;
    }

    /** A quantity that must not be negative; others are {@code FieldValueInvalid}. */
    public static Constraint unsignedQuantity() {
        return UNSIGNED;
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
