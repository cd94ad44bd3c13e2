package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.INT;
import static dev.drawbridge.constraint.cel.CelFunction.builtIn;
import static dev.drawbridge.constraint.cel.CelFunction.global;

import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.drawbridge.port.Durations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Functions of durations and times whose results differ in dev.cel and cel-go: strings, time zones, and durations of
 * more than 292 years, which overflow.
 *
 * <p>Source: {@code github.com/google/cel-go/common/types}, duration.go, timestamp.go, overflow.go.
 */
final class TimeFunctions {

    private static final int MINUTES_OF_HOUR = 60;

    private static final Pattern OFFSET = Pattern.compile("([-+]?[0-9]{1,9}):([-+]?[0-9]{1,9})");

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        global("int", "duration_to_int64", INT, SimpleType.DURATION).giving(Duration.class, Duration::toNanos),
        builtIn("duration_to_string")         .giving(Duration.class, Durations::text),
        builtIn("duration_to_milliseconds")   .giving(Duration.class, Duration::toMillis),
        builtIn("add_duration_duration")      .giving(Duration.class, Duration.class, TimeFunctions::plus),
        builtIn("subtract_duration_duration") .giving(Duration.class, Duration.class, TimeFunctions::difference),
        builtIn("subtract_timestamp_duration").giving(Instant.class, Duration.class, TimeFunctions::minus),
        builtIn("timestamp_to_string")        .giving(Instant.class, Timestamps::text),
        builtIn("string_to_timestamp")        .giving(String.class, TimeFunctions::timestamp),
        inZone("timestamp_to_year",                 ChronoField.YEAR, 0),
        inZone("timestamp_to_month",                ChronoField.MONTH_OF_YEAR, 1),
        inZone("timestamp_to_day_of_year",          ChronoField.DAY_OF_YEAR, 1),
        inZone("timestamp_to_day_of_month",         ChronoField.DAY_OF_MONTH, 1),
        inZone("timestamp_to_day_of_month_1_based", ChronoField.DAY_OF_MONTH, 0),
        inZone("timestamp_to_hours",                ChronoField.HOUR_OF_DAY, 0),
        inZone("timestamp_to_minutes",              ChronoField.MINUTE_OF_HOUR, 0),
        inZone("timestamp_to_seconds",              ChronoField.SECOND_OF_MINUTE, 0),
        inZone("timestamp_to_milliseconds",         ChronoField.MILLI_OF_SECOND, 0),
        builtIn("timestamp_to_day_of_week_with_tz")
            .giving(Instant.class, String.class, (time, zone) -> in(zone, time).getLong(ChronoField.DAY_OF_WEEK) % 7));

    /** {@code duration(1)}: declared without an evaluation, as in cel-go, where it always fails. */
    static final List<CelFunction> OF_NUMBER = List.of(
        global("duration", "int64_to_duration", SimpleType.DURATION, INT));
    // @formatter:on

    private static Instant timestamp(String text) throws CelEvaluationException {
        return CelFunction.known(
                Timestamps.of(text), () -> "type conversion error from 'string' to 'timestamp': " + text);
    }

    /** The time without the duration; the longest negative duration cannot be negated. */
    private static Instant minus(Instant time, Duration duration) throws CelEvaluationException {
        Instant left = time.minus(duration);
        if (!Timestamps.isOne(left) || duration.toNanos() == Long.MIN_VALUE) {
            throw new CelEvaluationException("timestamp overflow");
        }
        return left;
    }

    /** A function of a time and a time zone: a field, counted from zero if the first is 1. */
    private static CelFunction inZone(String overload, ChronoField field, long first) {
        return builtIn(overload + "_with_tz")
                .giving(
                        Instant.class,
                        String.class,
                        (time, zone) -> in(zone, time).getLong(field) - first);
    }

    static Duration plus(Duration one, Duration other) {
        return Duration.ofNanos(Math.addExact(one.toNanos(), other.toNanos()));
    }

    private static Duration difference(Duration one, Duration other) {
        return Duration.ofNanos(Math.subtractExact(one.toNanos(), other.toNanos()));
    }

    /** The time in a zone, given as a name or an offset of any size; UTC if empty, as on a server. */
    private static ZonedDateTime in(String zone, Instant time) throws CelEvaluationException {
        Matcher offset = OFFSET.matcher(zone);
        try {
            if (offset.matches()) {
                long minutes = Long.parseLong(offset.group(2));
                long hours = Long.parseLong(offset.group(1));
                long all = hours * MINUTES_OF_HOUR + (zone.startsWith("-") ? -minutes : minutes);
                return time.plus(Duration.ofMinutes(all)).atZone(ZoneOffset.UTC);
            }
            boolean isUtc = zone.isEmpty() || zone.equals("Local");
            return time.atZone(isUtc ? ZoneOffset.UTC : ZoneId.of(zone, ZoneId.SHORT_IDS));
        } catch (DateTimeException e) {
            throw new CelEvaluationException("unknown time zone " + zone, e);
        }
    }
}
