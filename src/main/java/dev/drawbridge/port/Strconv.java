package dev.drawbridge.port;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Formats and parses numbers and booleans, and quotes strings, like Go's package strconv.
 *
 * <p>Source: Go, {@code strconv.FormatFloat}, {@code strconv.ParseFloat}, {@code strconv.ParseBool}, {@code
 * strconv.Quote}.
 */
public final class Strconv {

    /** The number of digits that distinguishes any two numbers. */
    private static final int DIGITS = 17;

    private static final int MIN_PLAIN_EXPONENT = -4;
    private static final int MAX_PLAIN_EXPONENT = 5;

    private static final String GROUPS = "[0-9]++(?:_[0-9]++)*+";
    private static final Pattern DECIMAL = Pattern.compile(
            "[-+]?(?:" + GROUPS + "(?:\\.(?:" + GROUPS + ")?)?|\\." + GROUPS + ")(?:[eE][-+]?" + GROUPS + ")?");
    private static final String HEX_GROUPS = "[0-9a-fA-F]++(?:_[0-9a-fA-F]++)*+";
    private static final Pattern HEXADECIMAL = Pattern.compile("[-+]?0[xX](?:_?" + HEX_GROUPS + "(?:\\.(?:" + HEX_GROUPS
            + ")?)?|\\." + HEX_GROUPS + ")[pP][-+]?" + GROUPS);
    private static final Pattern INFINITY = Pattern.compile("[-+]?inf(?:inity)?", Pattern.CASE_INSENSITIVE);

    private Strconv() {}

    /** The integer of 64 bits that a decimal text is, like {@code strconv.ParseInt}; null for other texts. */
    public static @Nullable Long int64(String text) {
        try {
            return text.matches("[+-]?[0-9]+") ? Long.valueOf(text) : null;
        } catch (NumberFormatException tooLarge) {
            return null;
        }
    }

    /** The shortest text that parses to the same number, such as {@code 0.5}, {@code 1e+06} or {@code +Inf}. */
    public static String shortest(double number) {
        return text(number, digits -> digits.doubleValue() == number, MAX_PLAIN_EXPONENT);
    }

    /** The shortest text that parses to the same number of 32 bits. */
    public static String shortestFloat(float number) {
        return text(number, digits -> digits.floatValue() == number, MAX_PLAIN_EXPONENT);
    }

    /** The shortest text without an exponent, such as {@code 1000000}. */
    public static String plain(double number) {
        return text(number, digits -> digits.doubleValue() == number, Integer.MAX_VALUE);
    }

    /** The text with as few digits as identify the number. Double.toString writes more in some Java versions. */
    private static String text(double number, Predicate<BigDecimal> isSame, int maxExponent) {
        if (Double.isNaN(number)) {
            return "NaN";
        }
        if (Double.isInfinite(number)) {
            return number > 0 ? "+Inf" : "-Inf";
        }
        if (number == 0) {
            return 1 / number < 0 ? "-0" : "0";
        }
        BigDecimal exact = new BigDecimal(number);
        BigDecimal digits = IntStream.rangeClosed(1, DIGITS)
                .mapToObj(precision -> exact.round(new MathContext(precision, RoundingMode.HALF_EVEN)))
                .filter(isSame)
                .findFirst()
                .orElse(exact)
                .stripTrailingZeros();
        int exponent = digits.precision() - digits.scale() - 1;
        if (exponent <= maxExponent && (exponent >= MIN_PLAIN_EXPONENT || maxExponent > MAX_PLAIN_EXPONENT)) {
            return digits.toPlainString();
        }
        String all = digits.unscaledValue().abs().toString();
        return (number < 0 ? "-" : "")
                + all.charAt(0)
                + (all.length() == 1 ? "" : "." + all.substring(1))
                + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    /** Parses a number; null if the text is not one, or it is too large. */
    public static @Nullable Double parse(String text) {
        if (text.equalsIgnoreCase("nan")) {
            return Double.NaN;
        }
        if (INFINITY.matcher(text).matches()) {
            return text.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        }
        if (!DECIMAL.matcher(text).matches() && !HEXADECIMAL.matcher(text).matches()) {
            return null;
        }
        double number = Double.parseDouble(text.replace("_", ""));
        return Double.isInfinite(number) ? null : number;
    }

    /** Parses a boolean, such as {@code t} or {@code TRUE}; null if the text is not one. */
    public static @Nullable Boolean truth(String text) {
        return switch (text) {
            case "1", "t", "T", "TRUE", "true", "True" -> true;
            case "0", "f", "F", "FALSE", "false", "False" -> false;
            default -> null;
        };
    }

    /** The string in quotes, with unprintable characters escaped. */
    public static String quoted(String string) {
        StringBuilder quoted = new StringBuilder("\"");
        string.codePoints().forEach(character -> quoted.append(escaped(character)));
        return quoted.append('"').toString();
    }

    private static String escaped(int character) {
        return switch (character) {
            case '"' -> "\\\"";
            case '\\' -> "\\\\";
            case 7 -> "\\a";
            case '\b' -> "\\b";
            case '\f' -> "\\f";
            case '\n' -> "\\n";
            case '\r' -> "\\r";
            case '\t' -> "\\t";
            case 11 -> "\\v";
            default -> {
                if (character == ' ' || isGraphic(character)) {
                    yield Character.toString(character);
                }
                String form =
                        character < ' ' || character == 0x7F ? "\\x%02x" : character < 0x10000 ? "\\u%04x" : "\\U%08x";
                yield String.format(Locale.ROOT, form, character);
            }
        };
    }

    private static boolean isGraphic(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SPACE_SEPARATOR -> false;
            default -> true;
        };
    }
}
