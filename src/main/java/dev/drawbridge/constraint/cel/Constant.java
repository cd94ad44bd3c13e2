package dev.drawbridge.constraint.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.types.CelKind;
import dev.drawbridge.constraint.content.Times;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A value that stands in an expression, or follows from what does.
 *
 * <p>Source: {@code github.com/google/cel-go/common/types}, ConvertToType.
 *
 * @param value a {@link Boolean}, {@link BigInteger} (of both kinds of integer), {@link Double}, {@link String}, or bytes; null where it
 *     is another, or not known
 */
record Constant(CelKind kind, @Nullable Object value) {

    /** Functions that the server calls when it stores the expression. */
    static final Set<String> CONVERSIONS =
            Set.of("bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint");

    /** The first and the last second of a time: years 1 to 9999. */
    private static final BigInteger FIRST_SECOND = BigInteger.valueOf(-62_135_596_800L);

    private static final BigInteger LAST_SECOND = BigInteger.valueOf(253_402_300_799L);

    private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MAX_UNSIGNED =
            BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);
    private static final Set<String> TRUE = Set.of("1", "t", "T", "TRUE", "true", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "FALSE", "false", "False");

    static Constant of(CelConstant literal) {
        return switch (literal.getKind()) {
            case BOOLEAN_VALUE -> new Constant(CelKind.BOOL, literal.booleanValue());
            case BYTES_VALUE -> new Constant(CelKind.BYTES, literal.bytesValue().toByteArray());
            case DOUBLE_VALUE -> new Constant(CelKind.DOUBLE, literal.doubleValue());
            case INT64_VALUE -> new Constant(CelKind.INT, BigInteger.valueOf(literal.int64Value()));
            case STRING_VALUE -> new Constant(CelKind.STRING, literal.stringValue());
            case UINT64_VALUE ->
                new Constant(
                        CelKind.UINT,
                        new BigInteger(
                                Long.toUnsignedString(literal.uint64Value().longValue())));
            default -> new Constant(CelKind.NULL_TYPE, null);
        };
    }

    /** What the function makes of it; null where it makes nothing. */
    @Nullable
    Constant convertedBy(String function) {
        return switch (function) {
            case "dyn" -> this;
            case "type" -> new Constant(CelKind.TYPE, null);
            case "bool" -> bool();
            case "bytes" -> bytes();
            case "double" -> decimal();
            case "duration" -> duration();
            case "int" -> integer(CelKind.INT, MAX_LONG.negate().subtract(BigInteger.ONE), MAX_LONG);
            case "string" -> string();
            case "timestamp" -> timestamp();
            case "uint" -> integer(CelKind.UINT, BigInteger.ZERO, MAX_UNSIGNED);
            default -> throw new IllegalArgumentException(function + " converts nothing");
        };
    }

    @Override
    public String toString() {
        return value instanceof String text ? '"' + text + '"' : String.valueOf(value);
    }

    private @Nullable Constant bool() {
        if (!(value instanceof String text)) {
            return kind == CelKind.BOOL || kind == CelKind.STRING ? new Constant(CelKind.BOOL, value) : null;
        }
        return TRUE.contains(text) || FALSE.contains(text) ? new Constant(CelKind.BOOL, TRUE.contains(text)) : null;
    }

    private @Nullable Constant bytes() {
        if (kind == CelKind.BYTES) {
            return this;
        }
        byte[] bytes = value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : null;
        return kind == CelKind.STRING ? new Constant(CelKind.BYTES, bytes) : null;
    }

    private @Nullable Constant decimal() {
        return switch (kind) {
            case DOUBLE -> this;
            case INT, UINT ->
                new Constant(CelKind.DOUBLE, value instanceof BigInteger number ? number.doubleValue() : null);
            case STRING ->
                value == null
                        ? new Constant(CelKind.DOUBLE, null)
                        : Form.HEXADECIMAL.matcher((String) value).matches()
                                        || Form.NO_NUMBER
                                                .matcher((String) value)
                                                .matches()
                                ? new Constant(CelKind.DOUBLE, null)
                                : Form.DECIMAL.matcher((String) value).matches() ? finite((String) value) : null;
            default -> null;
        };
    }

    private static @Nullable Constant finite(String text) {
        double number = Double.parseDouble(text.replace("_", ""));
        return Double.isInfinite(number) ? null : new Constant(CelKind.DOUBLE, number);
    }

    private @Nullable Constant duration() {
        boolean isText = !(value instanceof String text) || Literals.isDuration(text);
        return kind == CelKind.DURATION || kind == CelKind.STRING && isText
                ? new Constant(CelKind.DURATION, null)
                : null;
    }

    private @Nullable Constant timestamp() {
        return switch (kind) {
            case TIMESTAMP -> this;
            case STRING ->
                value instanceof String text && Times.time(text) != null ? null : new Constant(CelKind.TIMESTAMP, null);
            case INT ->
                value instanceof BigInteger second && !isSecond(second) ? null : new Constant(CelKind.TIMESTAMP, null);
            default -> null;
        };
    }

    /** Whether there is a time so many seconds after 1970. */
    static boolean isSecond(BigInteger second) {
        return second.compareTo(FIRST_SECOND) >= 0 && second.compareTo(LAST_SECOND) <= 0;
    }

    private @Nullable Constant integer(CelKind to, BigInteger min, BigInteger max) {
        return switch (kind) {
            case INT, UINT -> value == null ? new Constant(to, null) : within((BigInteger) value, to, min, max);
            case DOUBLE -> value == null ? new Constant(to, null) : truncated((Double) value, to, min, max);
            case STRING ->
                value == null
                        ? new Constant(to, null)
                        : (to == CelKind.INT ? Form.INTEGER : Form.UNSIGNED)
                                        .matcher((String) value)
                                        .matches()
                                ? within(new BigInteger((String) value), to, min, max)
                                : null;
            case DURATION, TIMESTAMP -> to == CelKind.INT ? new Constant(to, null) : null;
            default -> null;
        };
    }

    private static @Nullable Constant within(BigInteger number, CelKind to, BigInteger min, BigInteger max) {
        return number.compareTo(min) < 0 || number.compareTo(max) > 0 ? null : new Constant(to, number);
    }

    /** The server takes the bounds themselves for too large, but for 0. */
    private static @Nullable Constant truncated(double number, CelKind to, BigInteger min, BigInteger max) {
        boolean fits = number < max.doubleValue() && (min.signum() == 0 ? number >= 0 : number > min.doubleValue());
        return fits ? new Constant(to, new BigDecimal(number).toBigInteger()) : null;
    }

    private @Nullable Constant string() {
        return switch (kind) {
            case STRING -> this;
            case BOOL, INT, UINT -> new Constant(CelKind.STRING, value == null ? null : value.toString());
            case DOUBLE -> new Constant(CelKind.STRING, value == null ? null : text((Double) value));
            case BYTES -> value == null ? new Constant(CelKind.STRING, null) : decoded((byte[]) value);
            case DURATION, TIMESTAMP -> new Constant(CelKind.STRING, null);
            default -> null;
        };
    }

    /** As Go writes it: without a point where it is whole, up to 21 digits. */
    private static String text(double number) {
        boolean isWhole = number == Math.rint(number) && Math.abs(number) < 1e21;
        return isWhole ? new BigDecimal(number).toBigInteger().toString() : Double.toString(number);
    }

    private static @Nullable Constant decoded(byte[] bytes) {
        try {
            return new Constant(
                    CelKind.STRING,
                    StandardCharsets.UTF_8
                            .newDecoder()
                            .decode(ByteBuffer.wrap(bytes))
                            .toString());
        } catch (CharacterCodingException e) {
            return null;
        }
    }

    /** What Go reads numbers from; few expressions convert a text. */
    private static final class Form {

        static final Pattern INTEGER = Pattern.compile("[-+]?[0-9]+");
        static final Pattern UNSIGNED = Pattern.compile("[0-9]+");

        private static final String DIGITS = "[0-9]++(?:_[0-9]++)*+";

        /** What Go's strconv.ParseFloat reads. */
        static final Pattern DECIMAL = Pattern.compile(
                "[-+]?(?:" + DIGITS + "(?:\\.(?:" + DIGITS + ")?)?|\\." + DIGITS + ")(?:[eE][-+]?" + DIGITS + ")?");

        static final Pattern HEXADECIMAL =
                Pattern.compile("[-+]?0[xX](?:[0-9a-fA-F]+\\.?[0-9a-fA-F]*|\\.[0-9a-fA-F]+)[pP][-+]?[0-9]+");
        static final Pattern NO_NUMBER = Pattern.compile("[-+]?inf(?:inity)?|nan", Pattern.CASE_INSENSITIVE);

        private Form() {}
    }
}
