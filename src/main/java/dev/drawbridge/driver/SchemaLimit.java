package dev.drawbridge.driver;

import static dev.drawbridge.field.ErrorType.*;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Enums;
import dev.drawbridge.constraint.OneDemand;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.constraint.content.Scalars;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.Quantity;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A limit of a value, from a keyword of a schema. Its demand is what errors, the manual and JSON Schemas say of it.
 *
 * @param isMet whether a value meets it; values of other JSON types do
 */
record SchemaLimit(ErrorType type, Demand demand, Predicate<Value> isMet) implements Constraint, OneDemand {

    private static final Pattern MAC =
            Pattern.compile("([0-9a-fA-F]{2}[:-]){5,19}[0-9a-fA-F]{2}|([0-9a-fA-F]{4}\\.){2,9}[0-9a-fA-F]{4}");

    /** The keywords that limit a measure of a value by a number. */
    enum Keyword {
        // @formatter:off
        MINIMUM("minimum", "must be greater than or equal to %s", INVALID, difference -> difference >= 0),
        EXCLUSIVE_MINIMUM("exclusiveMinimum", "must be greater than %s", INVALID, difference -> difference > 0),
        MAXIMUM("maximum", "must be less than or equal to %s", INVALID, difference -> difference <= 0),
        EXCLUSIVE_MAXIMUM("exclusiveMaximum", "must be less than %s", INVALID, difference -> difference < 0),
        MULTIPLE_OF("multipleOf", "must be a multiple of %s", INVALID, remainder -> remainder == 0),
        MIN_LENGTH("minLength", "must be at least %s characters long", INVALID, difference -> difference >= 0),
        MAX_LENGTH("maxLength", "must be no more than %s characters", TOO_LONG, difference -> difference <= 0),
        MIN_ITEMS("minItems", "must have at least %s items", INVALID, difference -> difference >= 0),
        MAX_ITEMS("maxItems", "must be no more than %s items", TOO_MANY, difference -> difference <= 0),
        MIN_PROPERTIES("minProperties", "must have at least %s fields", INVALID, difference -> difference >= 0),
        MAX_PROPERTIES("maxProperties", "must be no more than %s fields", TOO_MANY, difference -> difference <= 0);
        // @formatter:on

        final String word;
        private final String sentence;
        private final ErrorType type;
        private final IntPredicate isWithin;

        Keyword(String word, String sentence, ErrorType type, IntPredicate isWithin) {
            this.word = word;
            this.sentence = sentence;
            this.type = type;
            this.isWithin = isWithin;
        }

        /** Whether the number limits numbers, rather than a length or count. */
        boolean isOfNumbers() {
            return compareTo(MIN_LENGTH) < 0;
        }

        private boolean isMetBy(Value value, BigDecimal limit) {
            return switch (this) {
                case MIN_LENGTH, MAX_LENGTH ->
                    !(value instanceof StringValue text)
                            || isWithin(text.value().codePoints().count(), limit);
                case MIN_ITEMS, MAX_ITEMS -> !(value instanceof ListValue list) || isWithin(list.size(), limit);
                case MIN_PROPERTIES, MAX_PROPERTIES ->
                    !(value instanceof ObjectValue object) || isWithin(object.size(), limit);
                default ->
                    !(value instanceof NumberValue number)
                            || number.decimal() != null && isWithin(number.decimal(), limit);
            };
        }

        private boolean isWithin(long size, BigDecimal limit) {
            return isWithin(BigDecimal.valueOf(size), limit);
        }

        private boolean isWithin(BigDecimal found, BigDecimal limit) {
            if (this == MULTIPLE_OF) {
                return limit.signum() == 0
                        || isWithin.test(found.remainder(limit).signum());
            }
            return isWithin.test(found.compareTo(limit));
        }

        SchemaLimit of(BigDecimal limit) {
            String text = this == MIN_LENGTH && limit.compareTo(BigDecimal.ONE) == 0
                    ? "must not be empty"
                    : sentence.replace("%s", limit.toString());
            return new SchemaLimit(type, demand(text, Map.of(word, limit)), value -> isMetBy(value, limit));
        }
    }

    @Override
    public void check(Value value, ValidationContext context) {
        if (isMet.test(value)) {
            return;
        }
        boolean isPart = value instanceof ObjectValue || value instanceof ListValue;
        Demand unmet = value instanceof NumberValue number && number.decimal() == null
                ? new Demand(demand.origin(), NumberValue.DECIMAL_LIMIT)
                : demand;
        if (type == WRONG_TYPE) {
            context.reportWrongType(value, demand.adding("found " + value.typeName()), null);
        } else {
            List<?> choices = demand.keywords().get("enum") instanceof List<?> all ? all : List.of();
            context.report(type, isPart ? null : value, unmet, Enums.meant(value, choices, context));
        }
    }

    static SchemaLimit types(Set<String> types) {
        return new SchemaLimit(
                WRONG_TYPE,
                demand("must be " + String.join(" or ", types), Map.of("type", List.copyOf(types))),
                value -> types.stream().anyMatch(type -> isOf(type, value)));
    }

    private static boolean isOf(String type, Value value) {
        return switch (type) {
            case "object" -> value instanceof ObjectValue;
            case "array" -> value instanceof ListValue;
            case "string" -> value instanceof StringValue;
            case "boolean" -> value instanceof BooleanValue;
            case "null" -> value instanceof NullValue;
            case "number" -> value instanceof NumberValue;
            default -> value instanceof NumberValue number && number.isIntegerBetween(Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    /** Entries of a list that must differ from each other; the first repetition is an error. */
    static Constraint unique() {
        return new Unique();
    }

    private record Unique() implements Constraint {

        private static final Demand UNIQUE =
                SchemaLimit.demand("each item must be unique", Map.of("uniqueItems", true));

        @Override
        public List<Demand> demands() {
            return List.of(UNIQUE);
        }

        @Override
        public void check(Value value, ValidationContext context) {
            Set<Object> seen = new HashSet<>();
            for (int i = 0; i < ((ListValue) value).size(); i++) {
                Value item = ((ListValue) value).get(i);
                if (!(item instanceof NullValue) && !seen.add(ValueProgram.plain(item, null))) {
                    context.at(i).report(DUPLICATE, item, new Demand(UNIQUE.origin(), "must be unique"));
                    return;
                }
            }
        }
    }

    private static Demand demand(String sentence, Map<String, Object> keywords) {
        return new Demand(Origin.DRIVER_PARAMETERS, sentence, keywords);
    }

    static SchemaLimit pattern(LinearPattern pattern) {
        return new SchemaLimit(
                INVALID,
                demand("must match " + pattern, Map.of("pattern", pattern.toString())),
                value -> !(value instanceof StringValue text) || pattern.isIn(text.value()));
    }

    static SchemaLimit oneOf(List<Value> choices) {
        List<Object> plain =
                choices.stream().map(choice -> ValueProgram.plain(choice, null)).toList();
        String shown = choices.stream()
                .map(value ->
                        value instanceof StringValue text && !text.value().isEmpty() ? text.value() : value.excerpt())
                .collect(Collectors.joining(", "));
        return new SchemaLimit(
                NOT_SUPPORTED,
                demand("must be one of " + shown, Map.of("enum", plain)),
                value -> choices.stream().anyMatch(choice -> JsonEquality.same(choice, value)));
    }

    /** The limit of a format; null if the format is only shown. */
    static @Nullable SchemaLimit format(String format) {
        return switch (format) {
            case "quantity" ->
                ofFormat(
                        "must be a quantity, such as 1Gi",
                        value -> Quantity.isUnmarshalled(StringValue.ofScalar(value)));
            case "cidr" ->
                ofFormat(
                        "must be an IP address with its prefix length, such as 10.9.8.0/24 or 2001:db8::/64",
                        value -> !(value instanceof StringValue text) || Scalars.cidr(text.value()) == null);
            case "mac" ->
                ofFormat(
                        "must be a hardware address, such as 02:00:5e:10:00:01",
                        value -> !(value instanceof StringValue text)
                                || MAC.matcher(text.value()).matches());
            default -> null;
        };
    }

    private static SchemaLimit ofFormat(String sentence, Predicate<Value> isMet) {
        return new SchemaLimit(INVALID, demand(sentence, Map.of()), isMet);
    }
}
