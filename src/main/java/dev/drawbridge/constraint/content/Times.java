package dev.drawbridge.constraint.content;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Times after RFC 3339, such as {@code 2026-01-01T00:00:00Z}.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/apis/meta/v1/time.go}, Time.UnmarshalJSON: Go's {@code time.RFC3339} with an optional
 * fraction of a second.
 */
public final class Times {

    private static final Pattern RFC3339 = Pattern.compile(
            "(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2}):(\\d{2})(?:[.,]\\d+)?(?:Z|([+-])(\\d{2}):(\\d{2}))");
    private static final int MAX_OFFSET_HOURS = 24;
    private static final int MAX_OFFSET_MINUTES = 60;

    private Times() {}

    /** What is wrong with the text as a time; null where nothing is. */
    public static @Nullable String time(String text) {
        return instant(text) == null ? "must be a time as RFC 3339 has it, such as 2026-01-01T00:00:00Z" : null;
    }

    /** The instant, whole seconds as Kubernetes stores them; null where the text is no time. */
    public static @Nullable Instant instant(String text) {
        Matcher matcher = RFC3339.matcher(text);
        if (!matcher.matches()) {
            return null;
        }
        try {
            LocalDateTime local = LocalDateTime.of(
                    LocalDate.of(number(matcher, 1), number(matcher, 2), number(matcher, 3)),
                    LocalTime.of(number(matcher, 4), number(matcher, 5), number(matcher, 6)));
            Integer offset = offsetSeconds(matcher);
            return offset == null ? null : local.toInstant(ZoneOffset.UTC).minusSeconds(offset);
        } catch (DateTimeException noSuchDay) {
            return null;
        }
    }

    private static @Nullable Integer offsetSeconds(Matcher matcher) {
        if (matcher.group(7) == null) {
            return 0;
        }
        int hours = number(matcher, 8);
        int minutes = number(matcher, 9);
        if (hours > MAX_OFFSET_HOURS || minutes > MAX_OFFSET_MINUTES) {
            return null;
        }
        int seconds = hours * 3600 + minutes * 60;
        return matcher.group(7).equals("-") ? -seconds : seconds;
    }

    private static int number(Matcher matcher, int group) {
        return Integer.parseInt(matcher.group(group));
    }
}
