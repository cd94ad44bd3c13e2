package dev.drawbridge.document.yaml;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Position;
import dev.drawbridge.port.Strconv;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Resolves plain YAML scalars as {@code sigs.k8s.io/yaml} does: YAML 1.1 with Go's integers, where {@code 0x10}, {@code
 * 0b1}, {@code 0o7}, {@code 012} and {@code 1_000} are numbers.
 */
final class YamlScalars {

    /** First letters of words that are not strings, and the length of the longest such word. */
    private static final String WORD_STARTS = "yYnNtTfFoO";

    private static final int MAX_WORD = 5;

    /** First characters of numbers other than digits, and of null. */
    private static final String NUMBER_STARTS = "+-.~";

    private static final int LONG_DIGITS = 19;
    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> TRUES =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSES =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger MIN = BigInteger.ONE.shiftLeft(63).negate();

    private static final Pattern INTEGER =
            Pattern.compile("([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|([0-9]|[1-9][0-9]+))");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern NOT_FINITE = Pattern.compile("[-+]?\\.(inf|Inf|INF)|\\.(nan|NaN|NAN)");
    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt"
            + " ][0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(\\.[0-9]+)?(Z|[-+][0-9]{2}:[0-9]{2})?)?");
    private static final Pattern BETWEEN_DIGITS = Pattern.compile("(?<=[0-9])_(?=[0-9])");
    private static final Pattern LEADING_ZEROS = Pattern.compile("^0+");

    /** Whether a text can be nothing but a text, by its first sign or by its length, as most are. */
    private static boolean isText(String text) {
        if (text.isEmpty()) {
            return false;
        }
        char first = text.charAt(0);
        return Character.isLetter(first)
                ? text.length() > MAX_WORD || WORD_STARTS.indexOf(first) < 0
                : (first < '0' || first > '9') && NUMBER_STARTS.indexOf(first) < 0;
    }

    /** Whether a text is an integer of 64 bits as JSON writes it, as most numbers are. */
    private static boolean isSmallInteger(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return text.length() < LONG_DIGITS && (text.length() == 1 || !text.isEmpty() && text.charAt(0) != '0');
    }

    /** The value of a plain scalar; null if JSON has no equivalent. */
    static @Nullable Value plain(String text, @Nullable Position position) {
        if (isText(text)) {
            return new StringValue(text, position);
        }
        if (isSmallInteger(text)) {
            return new NumberValue(text, position);
        }
        if (NULLS.contains(text)) {
            return new NullValue(position);
        }
        if (TRUES.contains(text) || FALSES.contains(text)) {
            return new BooleanValue(TRUES.contains(text), text, position);
        }
        if (Character.isLetter(text.charAt(0))) {
            return new StringValue(text, position);
        }
        if (NOT_FINITE.matcher(text).matches()) {
            return null;
        }
        String number = number(text);
        return number == null ? new StringValue(text, position) : new NumberValue(number, text, position);
    }

    /** The value of a scalar with an explicit tag; null if the text does not match the tag. */
    static @Nullable Value tagged(String tag, String text, @Nullable Position position) {
        Value plain = plain(text, position);
        return switch (tag.startsWith(YamlProperties.STANDARD_TAG)
                ? tag.substring(YamlProperties.STANDARD_TAG.length())
                : "") {
            case "int" -> integer(text.replace("_", "")) != null && plain instanceof NumberValue ? plain : null;
            case "float" -> plain instanceof NumberValue ? plain : null;
            case "bool" -> plain instanceof BooleanValue ? plain : null;
            case "null" -> plain instanceof NullValue ? plain : null;
            case "timestamp" -> TIMESTAMP.matcher(text).matches() ? new StringValue(text, position) : null;
            case "binary" -> binary(text, position);
            default -> new StringValue(text, position);
        };
    }

    private static @Nullable Value binary(String text, @Nullable Position position) {
        String code = text.replace("\r", "").replace("\n", "");
        if (code.length() % 4 != 0) {
            // Java's decoder does without padding.
            return null;
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(code);
            return new StringValue(new String(bytes, StandardCharsets.UTF_8), position);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** A plain scalar as a key, as Go writes it, with floats in 32 bits; null if it cannot be a key. */
    static @Nullable String plainKey(String text) {
        if (isText(text) || isSmallInteger(text)) {
            return text;
        }
        if (NULLS.contains(text)) {
            return null;
        }
        if (TRUES.contains(text) || FALSES.contains(text)) {
            return Boolean.toString(TRUES.contains(text));
        }
        if (Character.isLetter(text.charAt(0))) {
            return text;
        }
        if (NOT_FINITE.matcher(text).matches()) {
            String lower = text.toLowerCase(Locale.ROOT);
            return lower.startsWith("+") ? lower.substring(1) : lower;
        }
        String number = number(text);
        if (number == null) {
            return text;
        }
        String digits = digits(text);
        BigInteger integer = integer(digits);
        if (integer != null && integer.compareTo(MIN) >= 0 && integer.compareTo(MAX) < 0) {
            return integer.bitLength() < Long.SIZE ? number : null;
        }
        float rounded = Float.parseFloat(digits);
        return Float.isInfinite(rounded) ? rounded > 0 ? ".inf" : "-.inf" : Strconv.shortestFloat(rounded);
    }

    private static @Nullable String number(String text) {
        String digits = digits(text);
        BigInteger integer = integer(digits);
        if (integer != null && integer.compareTo(MIN) >= 0 && integer.compareTo(MAX) < 0) {
            return integer.toString();
        }
        return FLOAT.matcher(digits).matches() ? NumberValue.ofFloat(digits) : null;
    }

    /**
     * The text of a number without underscores; in one that begins with a point, only underscores between digits are
     * removed.
     */
    private static String digits(String text) {
        return text.charAt(0) == '.' ? BETWEEN_DIGITS.matcher(text).replaceAll("") : text.replace("_", "");
    }

    private static @Nullable BigInteger integer(String text) {
        Matcher matcher = INTEGER.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        int[] radix = {16, 2, 8, 10};
        for (int group = 2; group <= 5; group++) {
            String digits = matcher.group(group);
            if (digits != null) {
                String significant = LEADING_ZEROS.matcher(digits).replaceFirst("");
                // More digits than 64 bits have in any base: out of range, and not worth a big number.
                BigInteger magnitude =
                        significant.length() > Long.SIZE ? MAX : new BigInteger("0" + significant, radix[group - 2]);
                return matcher.group(1).equals("-") ? magnitude.negate() : magnitude;
            }
        }
        throw new IllegalStateException("an integer has digits: " + text);
    }
}
