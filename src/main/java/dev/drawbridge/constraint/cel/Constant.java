package dev.drawbridge.constraint.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.types.CelKind;
import dev.drawbridge.port.Durations;
import dev.drawbridge.port.Strconv;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A literal in an expression, or a constant derived from literals.
 *
 * <p>Source: {@code github.com/google/cel-go/common/types}, ConvertToType.
 *
 * @param value a {@link Boolean}, {@link BigInteger} (of both kinds of integer), {@link Double}, {@link String}, {@link
 *     Duration}, {@link Instant}, or bytes; null for other types
 */
record Constant(CelKind kind, @Nullable Object value) {

    /** Functions that the server evaluates when it stores the expression. */
    static final Set<String> CONVERSIONS =
            Set.of("bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint");

    private static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
    private static final Pattern UNSIGNED = Pattern.compile("[0-9]+");
    private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MAX_UNSIGNED =
            BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);

    static Constant of(CelConstant literal) {
        return switch (literal.getKind()) {
            case BOOLEAN_VALUE -> new Constant(CelKind.BOOL, literal.booleanValue());
            case BYTES_VALUE -> new Constant(CelKind.BYTES, literal.bytesValue().toByteArray());
            case DOUBLE_VALUE -> new Constant(CelKind.DOUBLE, literal.doubleValue());
            case INT64_VALUE -> new Constant(CelKind.INT, BigInteger.valueOf(literal.int64Value()));
            case STRING_VALUE -> new Constant(CelKind.STRING, literal.stringValue());
            case UINT64_VALUE ->
                new Constant(CelKind.UINT, literal.uint64Value().bigIntegerValue());
            default -> new Constant(CelKind.NULL_TYPE, null);
        };
    }

    private <T> T as(Class<T> type) {
        return type.cast(Objects.requireNonNull(value));
    }

    /** The result of the conversion; null if it fails. */
    @Nullable
    Constant convertedBy(String function) {
        return switch (function) {
            case "type" -> new Constant(CelKind.TYPE, null);
            case "dyn" -> this;
            case "bool" -> bool();
            case "bytes" -> bytes();
            case "double" -> decimal();
            case "duration" -> duration();
            case "int" -> integer();
            case "string" -> string();
            case "timestamp" -> timestamp();
            case "uint" -> number(CelKind.UINT, UNSIGNED, BigInteger.ZERO, MAX_UNSIGNED);
            default -> throw new IllegalArgumentException(function + " converts nothing");
        };
    }

    @Override
    public String toString() {
        return value instanceof String text ? '"' + text + '"' : String.valueOf(value);
    }

    private @Nullable Constant bool() {
        return switch (kind) {
            case BOOL -> this;
            case STRING -> orNone(CelKind.BOOL, Strconv.truth(as(String.class)));
            default -> null;
        };
    }

    private @Nullable Constant bytes() {
        return switch (kind) {
            case BYTES -> this;
            case STRING -> new Constant(CelKind.BYTES, as(String.class).getBytes(StandardCharsets.UTF_8));
            default -> null;
        };
    }

    private @Nullable Constant decimal() {
        return switch (kind) {
            case DOUBLE -> this;
            case INT, UINT -> new Constant(CelKind.DOUBLE, as(BigInteger.class).doubleValue());
            case STRING -> orNone(CelKind.DOUBLE, Strconv.parse(as(String.class)));
            default -> null;
        };
    }

    private static @Nullable Constant orNone(CelKind kind, @Nullable Object value) {
        return value == null ? null : new Constant(kind, value);
    }

    private @Nullable Constant duration() {
        return switch (kind) {
            case DURATION -> this;
            case STRING -> {
                Long nanoseconds = Durations.nanoseconds(as(String.class));
                yield orNone(CelKind.DURATION, nanoseconds == null ? null : Duration.ofNanos(nanoseconds));
            }
            default -> null;
        };
    }

    private @Nullable Constant timestamp() {
        return switch (kind) {
            case TIMESTAMP -> this;
            case STRING -> orNone(CelKind.TIMESTAMP, Timestamps.of(as(String.class)));
            case INT ->
                orNone(CelKind.TIMESTAMP, Timestamps.of(as(BigInteger.class).longValue()));
            default -> null;
        };
    }

    private @Nullable Constant integer() {
        return switch (kind) {
            case DURATION ->
                new Constant(CelKind.INT, BigInteger.valueOf(as(Duration.class).toNanos()));
            case TIMESTAMP ->
                new Constant(CelKind.INT, BigInteger.valueOf(as(Instant.class).getEpochSecond()));
            default -> number(CelKind.INT, INTEGER, MIN_LONG, MAX_LONG);
        };
    }

    private @Nullable Constant number(CelKind to, Pattern form, BigInteger min, BigInteger max) {
        BigInteger number =
                switch (kind) {
                    case INT, UINT -> as(BigInteger.class);
                    case DOUBLE -> truncated(as(Double.class), min, max);
                    case STRING -> form.matcher(as(String.class)).matches() ? new BigInteger(as(String.class)) : null;
                    default -> null;
                };
        boolean isBetween = number != null && number.compareTo(min) >= 0 && number.compareTo(max) <= 0;
        return isBetween ? new Constant(to, number) : null;
    }

    /** The server refuses the bounds themselves, except 0. */
    private static @Nullable BigInteger truncated(double number, BigInteger min, BigInteger max) {
        boolean fits = number < max.doubleValue() && (min.signum() == 0 ? number >= 0 : number > min.doubleValue());
        return fits ? new BigDecimal(number).toBigInteger() : null;
    }

    private @Nullable Constant string() {
        return switch (kind) {
            case STRING -> this;
            case BOOL, INT, UINT -> new Constant(CelKind.STRING, String.valueOf(value));
            case DOUBLE -> new Constant(CelKind.STRING, Strconv.shortest(as(Double.class)));
            case BYTES -> orNone(CelKind.STRING, text(as(byte[].class)));
            case DURATION -> new Constant(CelKind.STRING, Durations.text(as(Duration.class)));
            case TIMESTAMP -> new Constant(CelKind.STRING, Timestamps.text(as(Instant.class)));
            default -> null;
        };
    }

    static @Nullable String text(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            return null;
        }
    }
}
