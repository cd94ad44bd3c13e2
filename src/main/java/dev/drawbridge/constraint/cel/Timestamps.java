package dev.drawbridge.constraint.cel;

import dev.drawbridge.port.Times;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * Timestamps of CEL: times of the years 1 to 9999.
 *
 * <p>Source: {@code github.com/google/cel-go/common/types/timestamp.go}.
 */
final class Timestamps {

    private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    static @Nullable Instant of(String text) {
        Instant time = Times.instant(text);
        return time == null || !isOne(time) ? null : time;
    }

    /** The timestamp at this many seconds after 1970-01-01; null if out of range. */
    static @Nullable Instant of(long seconds) {
        return seconds < FIRST.getEpochSecond() || seconds > LAST.getEpochSecond()
                ? null
                : Instant.ofEpochSecond(seconds);
    }

    static boolean isOne(Instant time) {
        return !time.isBefore(FIRST) && !time.isAfter(LAST);
    }

    /** The timestamp as text, such as {@code 2026-01-01T00:00:00.5Z}. */
    static String text(Instant time) {
        String text = DateTimeFormatter.ISO_INSTANT.format(time);
        return text.contains(".") ? text.replaceFirst("0*Z$", "Z") : text;
    }
}
