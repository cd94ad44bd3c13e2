package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.DYN;
import static dev.cel.common.types.SimpleType.STRING;
import static dev.drawbridge.constraint.cel.CelFunction.member;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.types.ListType;
import dev.cel.common.types.TypeType;
import dev.cel.common.values.CelByteString;
import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.port.Durations;
import dev.drawbridge.port.Strconv;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * Formats strings, as {@code "%s has %d".format(["gpu-0", 2])} does.
 *
 * <p>As in Kubernetes, {@code %f} puts commas between thousands, and {@code %e} always has six digits after the point:
 * a precision, as in {@code %.10e}, is its width.
 *
 * <p>Source: {@code github.com/google/cel-go/ext/formatting.go}, parseFormatString; {@code golang.org/x/text/message},
 * for en_US.
 */
final class StringFormat {

    private static final int DEFAULT_PRECISION = 6;

    /** Precision above which Go writes no more digits. */
    private static final int MAX_PRECISION = 144;

    private static final String EXPONENTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
    private static final String INFINITY = "∞";

    static final List<CelFunction> FUNCTIONS = List.of(member(
                    "format", "string_format", STRING, STRING, ListType.create(DYN))
            .costingInCelGo(CallCosts.READING)
            .giving(String.class, List.class, (text, arguments) -> new StringFormat(text, arguments).formatted()));

    private final String text;
    private final List<?> arguments;
    private int at;
    private int next;

    private StringFormat(String text, List<?> arguments) {
        this.text = text;
        this.arguments = arguments;
    }

    private String formatted() throws CelEvaluationException {
        StringBuilder formatted = new StringBuilder();
        while (at < text.length()) {
            char character = text.charAt(at++);
            if (character != '%') {
                formatted.append(character);
            } else if (text.startsWith("%", at)) {
                at++;
                formatted.append('%');
            } else {
                formatted.append(clause());
            }
        }
        return formatted.toString();
    }

    private static CelEvaluationException refused(String why) {
        return new CelEvaluationException("error during formatting: " + why);
    }

    private static CelEvaluationException refused(String verb, Object argument) {
        return new CelEvaluationException(FormatCalls.wrongType(verb, CelValues.typeName(argument)));
    }

    private String clause() throws CelEvaluationException {
        if (next == arguments.size()) {
            throw refused("index " + next + " out of range");
        }
        Object argument = arguments.get(next++);
        int precision = precision();
        if (at == text.length()) {
            throw refused("unexpected end of string");
        }
        String verb = text.substring(at, ++at);
        return switch (verb) {
            case "s" -> string(argument);
            case "d" -> integer(argument, verb).toString();
            case "f" -> fixed(argument, precision);
            case "e" -> scientific(argument, precision);
            case "b" ->
                argument instanceof Boolean bit
                        ? bit ? "1" : "0"
                        : integer(argument, verb).toString(2);
            case "o" -> integer(argument, verb).toString(8);
            case "x" -> hexadecimal(argument);
            case "X" -> hexadecimal(argument).toUpperCase(Locale.ROOT);
            default -> throw refused(FormatCalls.unknown(verb));
        };
    }

    /** Reads the precision between the point and the verb. */
    private int precision() throws CelEvaluationException {
        if (!text.startsWith(".", at)) {
            return DEFAULT_PRECISION;
        }
        int begin = ++at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        BigInteger precision = at == begin ? null : new BigInteger(text.substring(begin, at));
        if (precision == null || precision.bitLength() >= Long.SIZE) {
            throw refused("error while parsing precision");
        }
        return precision.min(BigInteger.valueOf(MAX_PRECISION)).intValue();
    }

    private static BigInteger integer(Object argument, String verb) throws CelEvaluationException {
        if (argument instanceof Long number) {
            return BigInteger.valueOf(number);
        }
        if (argument instanceof UnsignedLong number) {
            return number.bigIntegerValue();
        }
        throw refused(verb, argument);
    }

    private static String hexadecimal(Object argument) throws CelEvaluationException {
        if (argument instanceof String string) {
            return HexFormat.of().formatHex(string.getBytes(StandardCharsets.UTF_8));
        }
        return argument instanceof CelByteString bytes
                ? HexFormat.of().formatHex(bytes.toByteArray())
                : integer(argument, "x").toString(16);
    }

    /** A number, or one of the strings for infinity and NaN. */
    private static double number(Object argument, String verb) throws CelEvaluationException {
        if (argument instanceof Double number) {
            return number;
        }
        if ("NaN".equals(argument)) {
            return Double.NaN;
        }
        if ("Infinity".equals(argument) || "-Infinity".equals(argument)) {
            return "Infinity".equals(argument) ? Double.POSITIVE_INFINITY : Double.NEGATIVE_INFINITY;
        }
        throw refused(verb, argument);
    }

    private static String special(double number) {
        return Double.isNaN(number) ? "NaN" : number < 0 ? "-" + INFINITY : INFINITY;
    }

    private static String fixed(Object argument, int precision) throws CelEvaluationException {
        double number = number(argument, "f");
        if (!Double.isFinite(number)) {
            return special(number);
        }
        String digits = plain(Math.abs(number), precision);
        int point = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
        StringBuilder grouped = new StringBuilder(digits);
        for (int comma = point - 3; comma > 0; comma -= 3) {
            grouped.insert(comma, ',');
        }
        return (number < 0 ? "-" : "") + grouped;
    }

    private static String plain(double number, int precision) {
        return new BigDecimal(number)
                .setScale(precision, RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    private static String scientific(Object argument, int width) throws CelEvaluationException {
        double number = number(argument, "e");
        String written = Double.isFinite(number) ? scientific(number) : special(number);
        return " ".repeat(Math.max(0, width - written.length())) + written;
    }

    private static String scientific(double number) {
        BigDecimal exact = new BigDecimal(Math.abs(number));
        int exponent = number == 0 ? 0 : exact.precision() - exact.scale() - 1;
        BigDecimal digits = exact.movePointLeft(exponent).setScale(DEFAULT_PRECISION, RoundingMode.HALF_EVEN);
        if (digits.compareTo(BigDecimal.TEN) >= 0) {
            digits = digits.movePointLeft(1).setScale(DEFAULT_PRECISION, RoundingMode.UNNECESSARY);
            exponent++;
        }
        StringBuilder written = new StringBuilder(number < 0 ? "-" : "")
                .append(digits.toPlainString())
                .append("×10");
        written.append(exponent < 0 ? "⁻" : "");
        String.format(Locale.ROOT, "%02d", Math.abs(exponent))
                .chars()
                .forEach(digit -> written.append(EXPONENTS.charAt(digit - '0')));
        return written.toString();
    }

    private static String string(Object argument) throws CelEvaluationException {
        if (argument instanceof String string) {
            return string;
        }
        if (argument instanceof Double number) {
            return Strconv.shortest(number);
        }
        if (argument instanceof CelByteString bytes) {
            return ConversionFunctions.text(bytes);
        }
        if (argument instanceof Duration duration) {
            return Durations.text(duration);
        }
        return argument instanceof Instant instant ? Timestamps.text(instant) : literal(argument);
    }

    private static String literal(Object value) throws CelEvaluationException {
        if (value instanceof String string) {
            return Strconv.quoted(string);
        }
        if (value instanceof Double number) {
            return Double.isFinite(number)
                    ? (1 / number < 0 ? "-" : "") + plain(Math.abs(number), DEFAULT_PRECISION)
                    : '"' + Strconv.shortest(number) + '"';
        }
        if (value instanceof CelByteString bytes) {
            return "b" + Strconv.quoted(ConversionFunctions.text(bytes));
        }
        if (value instanceof Duration duration) {
            return "duration(\"" + Durations.text(duration) + "\")";
        }
        if (value instanceof Instant instant) {
            return "timestamp(\"" + Timestamps.text(instant) + "\")";
        }
        if (value instanceof List<?> list) {
            StringJoiner entries = new StringJoiner(", ", "[", "]");
            for (Object entry : list) {
                entries.add(literal(entry));
            }
            return entries.toString();
        }
        if (value instanceof Map<?, ?> map) {
            return map(map);
        }
        if (CelEquality.isNull(value)) {
            return "null";
        }
        if (value instanceof TypeType type) {
            return type.containingTypeName();
        }
        if (value instanceof Boolean || value instanceof Long || value instanceof UnsignedLong) {
            return value.toString();
        }
        throw refused("s", value);
    }

    private static String map(Map<?, ?> map) throws CelEvaluationException {
        Map<String, String> entries = new TreeMap<>(TextFunctions::compare);
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            if (entry.getKey() instanceof Double) {
                throw refused("no formatting function for map key of type double");
            }
            entries.put(literal(entry.getKey()), literal(entry.getValue()));
        }
        StringJoiner written = new StringJoiner(", ", "{", "}");
        entries.forEach((key, value) -> written.add(key + ":" + value));
        return written.toString();
    }
}
