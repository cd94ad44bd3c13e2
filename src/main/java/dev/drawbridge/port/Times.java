package dev.drawbridge.port;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times according to RFC 3339, such as {@code 2026-01-01T00:00:00Z}.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1/time.go}, Time.UnmarshalJSON: Go's {@code time.RFC3339} with
 * an optional fraction of a second.
 */
public final class Times {

    /** Go accepts an hour of one digit only there, and a comma before a fraction. */
    private static final Pattern LAYOUT = Pattern.compile(
            "(\\d{4})-(\\d\\d)-(\\d\\d)T(\\d\\d?):(\\d\\d):(\\d\\d)(?:[.,](\\d+))?(?:Z|([-+])(\\d\\d):(\\d\\d))");

    private static final String NO_NANOSECONDS = "000000000";
    private static final int MAX_OFFSET_HOURS = 24;
    private static final int MAX_OFFSET_MINUTES = 60;

    private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

    private Times() {}

    /** Whether Go counts the time as unset: the first second of the year 1, in any zone. */
    public static boolean isZero(String text) {
        return text.startsWith("000") && ZERO.equals(instant(text));
    }

    /** Parses a time, to the nanosecond as Go does; null if the text is not one. */
    public static @Nullable Instant instant(String text) {
        Matcher time = LAYOUT.matcher(text);
        if (!time.matches()) {
            return null;
        }
        int hours = number(time.group(9));
        int minutes = number(time.group(10));
        if (hours > MAX_OFFSET_HOURS || minutes > MAX_OFFSET_MINUTES) {
            return null;
        }
        int offset = (hours * 60 + minutes) * ("-".equals(time.group(8)) ? -60 : 60);
        String fraction = Objects.requireNonNullElse(time.group(7), "") + NO_NANOSECONDS;
        try {
            return LocalDateTime.of(
                            number(time.group(1)),
                            number(time.group(2)),
                            number(time.group(3)),
                            number(time.group(4)),
                            number(time.group(5)),
                            number(time.group(6)),
                            number(fraction.substring(0, NO_NANOSECONDS.length())))
                    .toInstant(ZoneOffset.UTC)
                    .minusSeconds(offset);
        } catch (DateTimeException noSuchTime) {
            return null;
        }
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }
}
