package dev.drawbridge.port;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Times according to RFC 3339, such as {@code 2026-01-01T00:00:00Z}.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1/time.go}, Time.UnmarshalJSON: Go's {@code time.RFC3339} with
 * an optional fraction of a second.
 */
public final class Times {

    /** The layout of digits and separators. */
    private static final String LAYOUT = "0000-00-00T00:00:00";

    private static final String OFFSET_LAYOUT = "00:00";
    private static final int NANOSECOND_DIGITS = 9;
    private static final int MAX_OFFSET_HOURS = 24;
    private static final int MAX_OFFSET_MINUTES = 60;

    private static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

    private Times() {}

    /** Whether Go counts the time as unset: the first second of the year 1, in any zone. */
    public static boolean isZero(String text) {
        return text.startsWith("000") && ZERO.equals(instant(text));
    }

    /** Parses a time, to the nanosecond as Go does; null if the text is not one. */
    public static @Nullable Instant instant(String time) {
        String text = withTwoDigitHour(time);
        if (!isLaidOut(text, 0, LAYOUT)) {
            return null;
        }
        int end = endOfFraction(text);
        Integer offset = offsetSeconds(text, end);
        if (offset == null) {
            return null;
        }
        try {
            return LocalDateTime.of(
                            number(text, 0, 4),
                            number(text, 5, 7),
                            number(text, 8, 10),
                            number(text, 11, 13),
                            number(text, 14, 16),
                            number(text, 17, 19))
                    .plusNanos(nanoseconds(text, end))
                    .toInstant(ZoneOffset.UTC)
                    .minusSeconds(offset);
        } catch (DateTimeException noSuchTime) {
            return null;
        }
    }

    /** Adds a zero to an hour of one digit, which Go accepts only there. */
    private static String withTwoDigitHour(String time) {
        int hour = LAYOUT.indexOf('T') + 1;
        return time.startsWith(":", hour + 1) ? time.substring(0, hour) + "0" + time.substring(hour) : time;
    }

    private static boolean isLaidOut(String text, int from, String layout) {
        if (text.length() < from + layout.length()) {
            return false;
        }
        for (int i = 0; i < layout.length(); i++) {
            char expected = layout.charAt(i);
            char found = text.charAt(from + i);
            if (expected == '0' ? !isDigit(found) : found != expected) {
                return false;
            }
        }
        return true;
    }

    /** The end of the fraction of a second, or of the seconds if no digits follow a point or comma. */
    private static int endOfFraction(String text) {
        int end = LAYOUT.length();
        if (end == text.length() || text.charAt(end) != '.' && text.charAt(end) != ',') {
            return end;
        }
        int next = end + 1;
        while (next < text.length() && isDigit(text.charAt(next))) {
            next++;
        }
        return next == end + 1 ? end : next;
    }

    /** The nanoseconds of the fraction that ends there; Go ignores digits after the ninth. */
    private static int nanoseconds(String text, int end) {
        int from = LAYOUT.length() + 1;
        String digits = end < from ? "" : text.substring(from, Math.min(end, from + NANOSECOND_DIGITS));
        return digits.isEmpty() ? 0 : Integer.parseInt(digits + "0".repeat(NANOSECOND_DIGITS - digits.length()));
    }

    /** The offset in seconds east of UTC; null if it is malformed. */
    private static @Nullable Integer offsetSeconds(String text, int from) {
        if (text.length() == from + 1 && text.charAt(from) == 'Z') {
            return 0;
        }
        if (text.length() != from + 1 + OFFSET_LAYOUT.length() || !isLaidOut(text, from + 1, OFFSET_LAYOUT)) {
            return null;
        }
        int hours = number(text, from + 1, from + 3);
        int minutes = number(text, from + 4, from + 6);
        if (hours > MAX_OFFSET_HOURS || minutes > MAX_OFFSET_MINUTES) {
            return null;
        }
        int seconds = hours * 3600 + minutes * 60;
        return switch (text.charAt(from)) {
            case '+' -> seconds;
            case '-' -> -seconds;
            default -> null;
        };
    }

    private static int number(String text, int from, int to) {
        return Integer.parseInt(text, from, to, 10);
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
