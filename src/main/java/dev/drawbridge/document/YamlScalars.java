package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a plain YAML scalar is, as {@code sigs.k8s.io/yaml} resolves it: YAML 1.1 with Go's integers, where {@code 0x10}, {@code 0b1},
 * {@code 0o7}, {@code 012} and {@code 1_000} are numbers.
 */
final class YamlScalars {

    private static final Set<String> NULLS = Set.of("", "~", "null", "Null", "NULL");
    private static final Set<String> TRUES =
            Set.of("y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON");
    private static final Set<String> FALSES =
            Set.of("n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF");
    private static final Pattern INTEGER =
            Pattern.compile("([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+)|([0-9]|[1-9][0-9]+))");
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final BigInteger MAX = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger MIN = BigInteger.ONE.shiftLeft(63).negate();

    private YamlScalars() {}

    /** The value of a scalar without quotes. */
    static Value plain(String text, @Nullable Position position) {
        if (NULLS.contains(text)) {
            return new NullValue(position);
        }
        if (TRUES.contains(text) || FALSES.contains(text)) {
            return new BooleanValue(TRUES.contains(text), position);
        }
        String number = number(text);
        return number == null ? new StringValue(text, position) : new NumberValue(number, position);
    }

    /** The number as JSON writes it; null where the text is none. */
    private static @Nullable String number(String text) {
        char first = text.charAt(0);
        if (!(first >= '0' && first <= '9' || first == '-' || first == '+' || first == '.')) {
            return null;
        }
        String digits = text.replace("_", "");
        BigInteger integer = integer(digits);
        if (integer != null && integer.compareTo(MIN) >= 0 && integer.compareTo(MAX) < 0) {
            return integer.toString();
        }
        return FLOAT.matcher(digits).matches() ? decimal(digits) : null;
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
                BigInteger magnitude = new BigInteger(digits, radix[group - 2]);
                return matcher.group(1).equals("-") ? magnitude.negate() : magnitude;
            }
        }
        throw new IllegalStateException("an integer has digits: " + text);
    }

    /** As Go prints a float64 in JSON: an integer's worth has no fraction. */
    private static @Nullable String decimal(String text) {
        double value = Double.parseDouble(text);
        if (Double.isInfinite(value)) {
            return null;
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e15) {
            return Long.toString((long) value);
        }
        return Double.toString(value).replace("E", "e");
    }
}
