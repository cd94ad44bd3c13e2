package dev.drawbridge.port;

import java.math.BigInteger;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations such as {@code 1h30m}, {@code -1.5s} or {@code 0}, up to some 292 years.
 *
 * <p>Source: Go, {@code time.ParseDuration}; {@code github.com/google/cel-go/common/types/duration.go}.
 */
public final class Durations {

    private static final long SECOND = 1_000_000_000;

    private static final Map<String, Long> UNITS = Map.of(
            "ns", 1L,
            "us", 1_000L,
            "µs", 1_000L,
            "μs", 1_000L,
            "ms", 1_000_000L,
            "s", SECOND,
            "m", 60_000_000_000L,
            "h", 3_600_000_000_000L);

    /** Possessive: a long row of zeros would otherwise be split in every way. */
    private static final Pattern PART = Pattern.compile("(?=\\.?\\d)0*+(\\d*+)(?:\\.(\\d*+))?+(ns|us|µs|μs|ms|s|m|h)");

    /** 2^63 nanoseconds, the limit of a negative duration. */
    private static final BigInteger LIMIT = BigInteger.ONE.shiftLeft(63);

    /** The digits of the limit. */
    private static final int MAX_DIGITS = 19;

    private Durations() {}

    /** The duration in nanoseconds; null if the text is not a duration. */
    public static @Nullable Long nanoseconds(String text) {
        boolean isNegative = text.startsWith("-");
        String parts = isNegative || text.startsWith("+") ? text.substring(1) : text;
        if (parts.equals("0")) {
            return 0L;
        }
        // Unsigned, and twice the limit is 0, as in Go.
        long sum = 0;
        Matcher part = PART.matcher(parts);
        int at = 0;
        do {
            if (!part.region(at, parts.length()).lookingAt() || part.group(1).length() > MAX_DIGITS) {
                return null;
            }
            BigInteger nanoseconds = nanoseconds(part);
            sum += nanoseconds.longValue();
            if (nanoseconds.compareTo(LIMIT) > 0 || Long.compareUnsigned(sum, Long.MIN_VALUE) > 0) {
                return null;
            }
            at = part.end();
        } while (at < parts.length());
        if (isNegative) {
            return -sum;
        }
        return sum < 0 ? null : sum;
    }

    /** The duration in seconds, such as {@code 1.5s}. */
    public static String text(Duration duration) {
        long nanoseconds = duration.toNanos();
        long seconds = nanoseconds / SECOND;
        return Strconv.plain(seconds + (double) (nanoseconds % SECOND) / SECOND) + "s";
    }

    private static BigInteger nanoseconds(Matcher part) {
        long unit = Objects.requireNonNull(UNITS.get(part.group(3)));
        BigInteger whole = new BigInteger("0" + part.group(1)).multiply(BigInteger.valueOf(unit));
        String fraction = part.group(2);
        return fraction == null ? whole : whole.add(BigInteger.valueOf(nanoseconds(fraction, unit)));
    }

    /** A fraction of a unit as Go computes it: of the digits that 63 bits can hold, as a floating-point number. */
    private static long nanoseconds(String fraction, long unit) {
        long number = 0;
        double scale = 1;
        for (int i = 0; i < fraction.length() && Long.compareUnsigned(number, Long.MAX_VALUE / 10) <= 0; i++) {
            long next = number * 10 + fraction.charAt(i) - '0';
            if (Long.compareUnsigned(next, Long.MIN_VALUE) > 0) {
                break;
            }
            number = next;
            scale *= 10;
        }
        return (long) ((number < 0 ? -(double) number : number) * (unit / scale));
    }
}
