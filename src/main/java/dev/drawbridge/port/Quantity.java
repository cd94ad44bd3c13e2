package dev.drawbridge.port;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A {@code resource.Quantity}, such as {@code 40Gi}, {@code 1.5}, {@code 250m} or {@code 1e3}: an exact number, rounded
 * away from zero to billionths, and with a binary suffix never above 2^63-1. {@code 1Gi} and {@code 1024Mi} are equal.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/api/resource/quantity.go}, ParseQuantity; {@code amount.go}; {@code
 * suffix.go}. It accepts more than it documents: {@code Gi}, {@code .} and {@code +} are zero.
 */
public final class Quantity implements Comparable<Quantity> {

    public static final Quantity ZERO = new Quantity(BigDecimal.ZERO, true);

    private static final Pattern GRAMMAR =
            Pattern.compile("([+-]?)0*+([0-9]*+)(?:\\.([0-9]*+))?([eEinumkKMGTP]*+)([+-]?[0-9]*+)");

    // @formatter:off
    private static final Map<String, Integer> BINARY = Map.of(
        "Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40, "Pi", 50, "Ei", 60);
    private static final Map<String, Integer> DECIMAL = Map.of(
        "n", -9, "u", -6, "m", -3, "", 0, "k", 3, "M", 6, "G", 9, "T", 12, "P", 15, "E", 18);
    // @formatter:on

    private static final int BILLIONTHS = 9;
    private static final int INT64_DIGITS = 18;

    /** The digits of 2^63-1: a number with as many digits may need more than 64 bits. */
    private static final int DIGITS_OF_INT64 = 19;

    /** The limit of the exponent and of significant digits, since arithmetic with a million digits takes minutes. */
    private static final int MAX_DIGITS = 1000;

    private static final BigDecimal KIBI = BigDecimal.valueOf(1024);
    private static final BigDecimal KILO = BigDecimal.valueOf(1000);
    private static final List<String> BINARY_SUFFIXES = List.of("", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei");
    private static final List<String> DECIMAL_SUFFIXES = List.of("n", "u", "m", "", "k", "M", "G", "T", "P", "E");

    private static final BigDecimal MAX_BINARY = BigDecimal.valueOf(Long.MAX_VALUE);

    private final BigDecimal number;

    /** Whether Go stores it as a scaled int64, which overflows differently from a big number. */
    private final boolean small;

    private final boolean sum;

    private Quantity(BigDecimal number, boolean small) {
        this(number, small, false);
    }

    private Quantity(BigDecimal number, boolean small, boolean sum) {
        this.number = number;
        this.small = small;
        this.sum = sum;
    }

    /** Whether the API's decoder accepts the string as a quantity. */
    public static boolean isUnmarshalled(String text) {
        return isPlain(text) || unmarshal(text) != null;
    }

    /**
     * Parses a quantity in an object, which may have white space around it; null if the text is not one.
     *
     * <p>Source: {@code quantity.go}, Quantity.UnmarshalJSON.
     */
    public static @Nullable Quantity unmarshal(String text) {
        return parse(GoStrings.trimSpace(text));
    }

    /** The usual case: a few digits, perhaps with a suffix. */
    private static boolean isPlain(String text) {
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        if (digits == 0 || digits == text.length()) {
            return digits > 0;
        }
        String suffix = text.substring(digits);
        return BINARY.containsKey(suffix) || DECIMAL.containsKey(suffix);
    }

    /**
     * Parses a quantity; null if the text is not one.
     *
     * <p>Source: {@code quantity.go}, ParseQuantity, which expressions call.
     */
    public static @Nullable Quantity parse(String text) {
        Matcher parts = GRAMMAR.matcher(text);
        if (text.isEmpty() || !parts.matches()) {
            return null;
        }
        String suffix = parts.group(4) + parts.group(5);
        Integer binary = BINARY.get(suffix);
        Integer decimal = binary != null ? Integer.valueOf(0) : exponent(suffix);
        if (decimal == null) {
            return null;
        }
        decimal = Math.max(-MAX_DIGITS, Math.min(MAX_DIGITS, decimal));
        String denominator = parts.group(3) == null ? "" : parts.group(3);
        String numerator = parts.group(2).isEmpty() ? "0" : parts.group(2);
        if (isSmall(numerator, denominator, binary, decimal)) {
            BigDecimal digits = new BigDecimal(
                    new BigInteger(
                            parts.group(1).equals("-") ? "-" + numerator + denominator : numerator + denominator),
                    denominator.length() - decimal);
            BigDecimal number = binary == null ? digits : digits.multiply(new BigDecimal(power(binary)));
            return new Quantity(number, true);
        }
        return hasDigit(text, parts.start(4)) ? big(parts.group(1), numerator, denominator, binary, decimal) : null;
    }

    private static @Nullable Integer exponent(String suffix) {
        Integer decimal = DECIMAL.get(suffix);
        if (decimal != null || suffix.length() < 2 || suffix.charAt(0) != 'e' && suffix.charAt(0) != 'E') {
            return decimal;
        }
        try {
            return (int) Long.parseLong(suffix, 1, suffix.length(), 10);
        } catch (NumberFormatException noNumber) {
            return null;
        }
    }

    private static boolean isSmall(String numerator, String denominator, @Nullable Integer binary, int decimal) {
        if (binary != null) {
            int precision = 15 - numerator.length() - (int) (binary * 0.3f) - 1;
            return denominator.isEmpty() && precision >= 0;
        }
        return numerator.length() + denominator.length() <= INT64_DIGITS
                && (long) decimal - denominator.length() >= -BILLIONTHS;
    }

    private static boolean hasDigit(String text, int end) {
        return text.chars().limit(end).anyMatch(character -> character >= '0' && character <= '9');
    }

    private static Quantity big(
            String sign, String numerator, String denominator, @Nullable Integer binary, int decimal) {
        int more = Math.max(0, numerator.length() - MAX_DIGITS);
        String whole = numerator.substring(0, numerator.length() - more);
        BigDecimal number = new BigDecimal(sign + whole + "." + (more > 0 ? "" : shortened(denominator)));
        number = number.scaleByPowerOfTen(more);
        if (binary != null) {
            number = number.multiply(new BigDecimal(power(binary)));
        } else {
            number = number.scaleByPowerOfTen(decimal);
        }
        if (number.signum() != 0) {
            number = number.setScale(BILLIONTHS, RoundingMode.UP);
        }
        if (binary != null && number.abs().compareTo(MAX_BINARY) > 0) {
            number = number.signum() < 0 ? MAX_BINARY.negate() : MAX_BINARY;
        }
        return new Quantity(number, false);
    }

    /** The first digits; a final 1 replaces the rest, since numbers are rounded away from zero. */
    private static String shortened(String digits) {
        if (digits.length() <= MAX_DIGITS) {
            return digits;
        }
        boolean isMore = digits.chars().skip(MAX_DIGITS).anyMatch(digit -> digit != '0');
        return digits.substring(0, MAX_DIGITS) + (isMore ? "1" : "");
    }

    private static BigInteger power(int exponent) {
        return BigInteger.ONE.shiftLeft(exponent);
    }

    /** The sign: -1, 0 or 1. */
    public int sign() {
        return number.signum();
    }

    /** The exact sum, with the decimals that Go keeps. */
    public Quantity plus(Quantity other) {
        BigDecimal added = other.number.signum() == 0 ? number : number.add(other.number);
        BigDecimal exact = number.signum() == 0 ? other.number : added;
        boolean fits = small && other.small && exact.unscaledValue().bitLength() < Long.SIZE;
        return new Quantity(exact, fits, true);
    }

    /** The difference; exact, but for Go's overflow where the smallest 64-bit number is subtracted. */
    public Quantity minus(Quantity other) {
        boolean overflows = other.small && other.number.unscaledValue().equals(BigInteger.valueOf(Long.MIN_VALUE));
        Quantity wrong = overflows ? plus(other) : null;
        return wrong != null && wrong.small
                ? wrong
                : plus(new Quantity(other.number.negate(), other.small && !overflows));
    }

    /** The exact product. */
    public Quantity times(long factor) {
        return new Quantity(number.multiply(BigDecimal.valueOf(factor)), false, true);
    }

    /** How often another quantity, above zero, is in it; at most 2^63-1. */
    public long dividedBy(Quantity other) {
        return number.divideToIntegralValue(other.number).min(MAX_BINARY).longValue();
    }

    /** Whether it is a sum or a difference: Kubernetes' CEL library has another type for these that equals nothing. */
    public boolean isSum() {
        return sum;
    }

    public static Quantity of(long number) {
        return new Quantity(BigDecimal.valueOf(number), true);
    }

    public static Quantity ofThousandths(long thousandths) {
        return new Quantity(BigDecimal.valueOf(thousandths, 3), true);
    }

    /** The nearest floating-point number. */
    public double approximately() {
        return number.doubleValue();
    }

    /** The quantity as it is read again after the API server has written it: integers without decimals. */
    public Quantity stored() {
        return isInteger() && number.scale() > 0 ? new Quantity(number.setScale(0), small) : this;
    }

    public boolean isInteger() {
        return number.signum() == 0 || number.stripTrailingZeros().scale() <= 0;
    }

    /** Whether Go's {@code AsInt64} accepts it: an integer of 64 bits that was written without decimals. */
    public boolean isInt64() {
        return small && number.scale() <= 0 && compareTo(of(value())) == 0;
    }

    /** Whether its thousandths fit 64 bits exactly. */
    public boolean fitsThousandths() {
        return number.compareTo(new BigDecimal(BigInteger.valueOf(thousandths()), 3)) == 0;
    }

    /** Whether it is between 0 and 2^63-1. */
    public boolean isUnsignedInt64() {
        return number.signum() >= 0 && number.compareTo(MAX_BINARY) <= 0;
    }

    /** The result of Go's {@code Value()}: rounded up, and wrong if it does not fit 64 bits. */
    public long value() {
        return scaled(0);
    }

    /** The result of Go's {@code MilliValue()}: thousandths, rounded up, and wrong if they do not fit 64 bits. */
    public long thousandths() {
        return scaled(3);
    }

    private long scaled(int decimals) {
        int difference = number.scale() - decimals;
        if (difference <= 0) {
            return small ? smallScaledUp(-difference) : bigScaledUp(-difference);
        }
        if (difference > MAX_DIGITS) {
            return number.signum() == 0 ? 0 : 1;
        }
        BigInteger unscaled = number.unscaledValue();
        if (!small && unscaled.signum() < 0 && difference < DIGITS_OF_INT64) {
            // Go treats every negative number as a 64-bit one here.
            unscaled = BigInteger.valueOf(unscaled.longValue());
        }
        BigInteger[] parts = unscaled.divideAndRemainder(BigInteger.TEN.pow(difference));
        boolean away = small && number.signum() < 0;
        return parts[1].signum() == 0 ? parts[0].longValue() : parts[0].longValue() + (away ? -1 : 1);
    }

    private long bigScaledUp(int zeros) {
        return zeros >= Long.SIZE
                ? 0
                : number.unscaledValue().multiply(BigInteger.TEN.pow(zeros)).longValue();
    }

    /** Go multiplies by 10 repeatedly and ends with 0; for some powers it multiplies once and wraps. */
    private long smallScaledUp(int zeros) {
        BigInteger exact = zeros >= Long.SIZE ? null : number.unscaledValue().multiply(BigInteger.TEN.pow(zeros));
        if (exact != null && exact.bitLength() < Long.SIZE) {
            return exact.longValue();
        }
        boolean wraps = zeros <= 3 || zeros == 6 || zeros == 9;
        return wraps && exact != null ? exact.longValue() : 0;
    }

    @Override
    public int compareTo(Quantity other) {
        return number.compareTo(other.number);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Quantity that && number.compareTo(that.number) == 0;
    }

    @Override
    public int hashCode() {
        return number.stripTrailingZeros().hashCode();
    }

    /**
     * The number with as many decimals as Go keeps: {@code 500m} is {@code 0.500}, which differs from {@code 0.5} as
     * text. Source: {@code Quantity.AsDec().String()}.
     */
    public String decimals() {
        return number.toPlainString();
    }

    /** The quantity as text, with the suffix that makes it shortest: {@code 80Gi}, {@code 40G}. */
    public String text() {
        String binary = scaled(number, KIBI, BINARY_SUFFIXES.size() - 1, BINARY_SUFFIXES::get);
        String decimal =
                scaled(number.movePointRight(BILLIONTHS), KILO, DECIMAL_SUFFIXES.size() - 1, DECIMAL_SUFFIXES::get);
        return decimal.length() < binary.length() ? decimal : binary;
    }

    /**
     * The only form in which the API server writes a quantity; the text itself if it is not one.
     *
     * <p>Source: {@code quantity.go}, CanonicalizeBytes.
     */
    public static String canonical(String text) {
        Matcher parts = GRAMMAR.matcher(GoStrings.trimSpace(text));
        Quantity quantity = unmarshal(text);
        if (quantity == null || !parts.matches()) {
            return text;
        }
        BigDecimal number = quantity.number.setScale(BILLIONTHS, RoundingMode.UP);
        boolean isWhole = number.stripTrailingZeros().scale() <= 0;
        if (parts.group(4).endsWith("i") && isWhole && number.abs().compareTo(KIBI) >= 0) {
            return scaled(number, KIBI, BINARY_SUFFIXES.size() - 1, BINARY_SUFFIXES::get);
        }
        return parts.group(5).isEmpty()
                ? scaled(number.movePointRight(BILLIONTHS), KILO, DECIMAL_SUFFIXES.size() - 1, DECIMAL_SUFFIXES::get)
                : scaled(
                        number.movePointRight(BILLIONTHS),
                        KILO,
                        Integer.MAX_VALUE,
                        steps -> steps == 3 ? "" : "e" + (3 * steps - BILLIONTHS));
    }

    /** The number divided by the step as often as that is exact, with the suffix of so many steps. */
    private static String scaled(BigDecimal number, BigDecimal step, int most, IntFunction<String> suffix) {
        BigDecimal rest = number;
        int steps = 0;
        BigDecimal[] parts = rest.divideAndRemainder(step);
        while (steps < most && rest.signum() != 0 && parts[1].signum() == 0) {
            rest = parts[0];
            steps++;
            parts = rest.divideAndRemainder(step);
        }
        return rest.signum() == 0 ? "0" : rest.stripTrailingZeros().toPlainString() + suffix.apply(steps);
    }

    @Override
    public String toString() {
        return text();
    }
}
