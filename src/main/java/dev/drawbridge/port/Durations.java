package dev.drawbridge.port;

import java.time.Duration;
import java.util.Map;
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

    /** 2^63 nanoseconds, the limit of a negative duration, as an unsigned number. */
    private static final long LIMIT = Long.MIN_VALUE;

    private static final long LIMIT_OF_TENS = Long.divideUnsigned(LIMIT, 10);

    /** An unsigned number beyond the limit. */
    private static final long TOO_LARGE = -1;

    private final String text;
    private int at;

    /** The divisor of the fraction's digits. */
    private double scale = 1;

    private Durations(String text) {
        this.text = text;
    }

    /** The duration in nanoseconds; null if the text is not a duration. */
    public static @Nullable Long nanoseconds(String text) {
        return new Durations(text).read();
    }

    /** The duration in seconds, such as {@code 1.5s}. */
    public static String text(Duration duration) {
        long nanoseconds = duration.toNanos();
        long seconds = nanoseconds / SECOND;
        return Strconv.plain(seconds + (double) (nanoseconds % SECOND) / SECOND) + "s";
    }

    private @Nullable Long read() {
        boolean negative = text.startsWith("-");
        at = negative || text.startsWith("+") ? 1 : 0;
        if (text.length() - at <= 1) {
            return text.endsWith("0") && at < text.length() ? 0L : null;
        }
        long nanoseconds = 0;
        while (at < text.length()) {
            long part = part();
            nanoseconds += part;
            if (part == TOO_LARGE || Long.compareUnsigned(nanoseconds, LIMIT) > 0) {
                return null;
            }
        }
        if (negative) {
            return -nanoseconds;
        }
        return nanoseconds == LIMIT ? null : nanoseconds;
    }

    /** A number with its unit, in nanoseconds; {@link #TOO_LARGE} also if it is malformed. */
    private long part() {
        int begin = at;
        long whole = whole();
        int digits = at - begin;
        double fraction = 0;
        scale = 1;
        if (at < text.length() && text.charAt(at) == '.') {
            int point = at++;
            fraction = fraction();
            digits += at - point - 1;
        }
        Long unit = digits == 0 ? null : UNITS.get(unit());
        if (unit == null || whole == TOO_LARGE || Long.compareUnsigned(whole, Long.divideUnsigned(LIMIT, unit)) > 0) {
            return TOO_LARGE;
        }
        long nanoseconds = whole * unit + (long) (fraction * (unit / scale));
        return Long.compareUnsigned(nanoseconds, LIMIT) > 0 ? TOO_LARGE : nanoseconds;
    }

    /** The digits before a point. */
    private long whole() {
        long number = 0;
        for (; at < text.length() && isDigit(text.charAt(at)); at++) {
            long next = number * 10 + text.charAt(at) - '0';
            boolean isTooLarge = number == TOO_LARGE
                    || Long.compareUnsigned(number, LIMIT_OF_TENS) > 0
                    || Long.compareUnsigned(next, LIMIT) > 0;
            number = isTooLarge ? TOO_LARGE : next;
        }
        return number;
    }

    /** The digits after a point, up to those that 64 bits can hold; sets the scale accordingly. */
    private double fraction() {
        long number = 0;
        boolean full = false;
        for (; at < text.length() && isDigit(text.charAt(at)); at++) {
            long next = number * 10 + text.charAt(at) - '0';
            full |= number < 0 || number > Long.MAX_VALUE / 10 || Long.compareUnsigned(next, LIMIT) > 0;
            if (!full) {
                number = next;
                scale *= 10;
            }
        }
        return number < 0 ? -(double) number : number;
    }

    private String unit() {
        int begin = at;
        while (at < text.length() && text.charAt(at) != '.' && !isDigit(text.charAt(at))) {
            at++;
        }
        return text.substring(begin, at);
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
