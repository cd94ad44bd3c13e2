package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.constraint.content.Scalars;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.Quantity;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A limit of a value, from a keyword of a schema. Its demand is what errors, the manual and JSON Schemas say of it.
 *
 * @param type the type of its errors
 */
record SchemaLimit(ErrorType type, Demand demand, Check check) {

    private static final LinearPattern MAC =
            LinearPattern.of("^(([0-9a-fA-F]{2}[:-]){5,19}[0-9a-fA-F]{2}|([0-9a-fA-F]{4}\\.){2,9}[0-9a-fA-F]{4})$");

    /** Whether a value meets the limit; values of other JSON types do. */
    @FunctionalInterface
    interface Check {

        boolean isMetBy(Value value);
    }

    /** The keywords that limit a measure of a value by a number. */
    enum Keyword {
        // @formatter:off
        MINIMUM("minimum", "must be greater than or equal to %s", ErrorType.INVALID, (is, limit) -> is.compareTo(limit) >= 0),
        EXCLUSIVE_MINIMUM("exclusiveMinimum", "must be greater than %s", ErrorType.INVALID, (is, limit) -> is.compareTo(limit) > 0),
        MAXIMUM("maximum", "must be less than or equal to %s", ErrorType.INVALID, (is, limit) -> is.compareTo(limit) <= 0),
        EXCLUSIVE_MAXIMUM("exclusiveMaximum", "must be less than %s", ErrorType.INVALID, (is, limit) -> is.compareTo(limit) < 0),
        MULTIPLE_OF("multipleOf", "must be a multiple of %s", ErrorType.INVALID,
            (is, limit) -> limit.signum() == 0 || is.remainder(limit).signum() == 0),
        MIN_LENGTH("minLength", "must be at least %s characters long", ErrorType.INVALID, (is, limit) -> is.compareTo(limit) >= 0),
        MAX_LENGTH("maxLength", "must be no more than %s characters", ErrorType.TOO_LONG, (is, limit) -> is.compareTo(limit) <= 0),
        MIN_ITEMS("minItems", "must have at least %s items", ErrorType.INVALID, (is, limit) -> is.compareTo(limit) >= 0),
        MAX_ITEMS("maxItems", "must be no more than %s items", ErrorType.TOO_MANY, (is, limit) -> is.compareTo(limit) <= 0),
        MIN_PROPERTIES("minProperties", "must have at least %s fields", ErrorType.INVALID, (is, limit) -> is.compareTo(limit) >= 0),
        MAX_PROPERTIES("maxProperties", "must be no more than %s fields", ErrorType.TOO_MANY, (is, limit) -> is.compareTo(limit) <= 0);
        // @formatter:on

        final String word;
        private final String sentence;
        private final ErrorType type;
        private final BiPredicate<BigDecimal, BigDecimal> isWithin;

        Keyword(String word, String sentence, ErrorType type, BiPredicate<BigDecimal, BigDecimal> isWithin) {
            this.word = word;
            this.sentence = sentence;
            this.type = type;
            this.isWithin = isWithin;
        }

        /** Whether the number limits numbers, rather than a length or count. */
        boolean isOfNumbers() {
            return compareTo(MIN_LENGTH) < 0;
        }

        /** What the number limits; null for values of other types. */
        private @Nullable BigDecimal measure(Value value) {
            if (isOfNumbers()) {
                return value instanceof NumberValue number ? number.decimal() : null;
            }
            int size =
                    switch (this) {
                        case MIN_LENGTH, MAX_LENGTH ->
                            value instanceof StringValue text
                                    ? text.value()
                                            .codePointCount(0, text.value().length())
                                    : -1;
                        case MIN_ITEMS, MAX_ITEMS -> value instanceof ListValue list ? list.size() : -1;
                        default -> value instanceof ObjectValue object ? object.size() : -1;
                    };
            return size < 0 ? null : BigDecimal.valueOf(size);
        }

        SchemaLimit of(BigDecimal limit) {
            String text = this == MIN_LENGTH && limit.compareTo(BigDecimal.ONE) == 0
                    ? "must not be empty"
                    : sentence.replace("%s", limit.toString());
            return new SchemaLimit(type, demand(text, Map.of(word, limit)), value -> {
                BigDecimal found = measure(value);
                return found == null ? !isOfNumbers() || !(value instanceof NumberValue) : isWithin.test(found, limit);
            });
        }
    }

    private static Demand demand(String sentence, Map<String, Object> keywords) {
        return new Demand(Origin.DRIVER_PARAMETERS, sentence, keywords);
    }

    static SchemaLimit pattern(LinearPattern pattern) {
        return new SchemaLimit(
                ErrorType.INVALID,
                demand("must match " + pattern, Map.of("pattern", pattern.toString())),
                value -> !(value instanceof StringValue text) || pattern.isIn(text.value()));
    }

    static SchemaLimit oneOf(List<Value> choices) {
        String sentence =
                "must be one of " + choices.stream().map(Value::excerpt).collect(Collectors.joining(", "));
        return new SchemaLimit(
                ErrorType.NOT_SUPPORTED,
                demand(
                        sentence,
                        Map.of("enum", choices.stream().map(SchemaLimit::plain).toList())),
                value -> choices.stream().anyMatch(choice -> JsonEquality.same(choice, value)));
    }

    /** The limit of a format; null if the format is only shown. */
    static @Nullable SchemaLimit format(String format) {
        return switch (format) {
            case "quantity" ->
                ofFormat(
                        "must be a quantity, such as 1Gi",
                        value -> Quantity.isUnmarshalled(
                                value instanceof StringValue text
                                        ? text.value()
                                        : value instanceof NumberValue number ? number.text() : ""));
            case "cidr" ->
                ofFormat(
                        "must be an IP address with its prefix length, such as 10.9.8.0/24 or 2001:db8::/64",
                        value -> !(value instanceof StringValue text) || Scalars.cidr(text.value()) == null);
            case "mac" ->
                ofFormat(
                        "must be a hardware address, such as 02:00:5e:10:00:01",
                        value -> !(value instanceof StringValue text) || MAC.isIn(text.value()));
            default -> null;
        };
    }

    private static SchemaLimit ofFormat(String sentence, Check check) {
        return new SchemaLimit(ErrorType.INVALID, demand(sentence, Map.of()), check);
    }

    private static Object plain(Value value) {
        if (value instanceof StringValue text) {
            return text.value();
        }
        if (value instanceof NumberValue number && number.decimal() != null) {
            return number.decimal();
        }
        return value instanceof BooleanValue bool ? bool.value() : value.json();
    }
}
