package dev.drawbridge.constraint.cel;

import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.drawbridge.port.Durations;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
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

    /** The accessors of a time, by overload. */
    private static final Map<String, ToLongFunction<ZonedDateTime>> PARTS = Map.of(
            "timestamp_to_year",
            ZonedDateTime::getYear,
            "timestamp_to_month",
            time -> time.getMonthValue() - 1,
            "timestamp_to_day_of_year",
            time -> time.getDayOfYear() - 1,
            "timestamp_to_day_of_month",
            time -> time.getDayOfMonth() - 1,
            "timestamp_to_day_of_month_1_based",
            ZonedDateTime::getDayOfMonth,
            "timestamp_to_day_of_week",
            time -> time.getDayOfWeek().getValue() % 7,
            "timestamp_to_hours",
            ZonedDateTime::getHour,
            "timestamp_to_minutes",
            ZonedDateTime::getMinute,
            "timestamp_to_seconds",
            ZonedDateTime::getSecond,
            "timestamp_to_milliseconds",
            time -> time.getNano() / 1_000_000);

    private TimeFunctions() {}

    static List<CelFunctionBinding> all() {
        List<CelFunctionBinding> all = new ArrayList<>(List.of(
                CelFunctionBinding.from("duration_to_string", Duration.class, Durations::text),
                CelFunctionBinding.from("timestamp_to_string", Instant.class, Timestamps::text),
                CelFunctionBinding.from("string_to_timestamp", String.class, TimeFunctions::timestamp),
                CelFunctionBinding.from("duration_to_int64", Duration.class, TimeFunctions::nanoseconds),
                CelFunctionBinding.from("duration_to_milliseconds", Duration.class, Duration::toMillis),
                CelFunctionBinding.from("add_duration_duration", Duration.class, Duration.class, TimeFunctions::plus),
                CelFunctionBinding.from(
                        "subtract_timestamp_duration", Instant.class, Duration.class, TimeFunctions::minus),
                CelFunctionBinding.from(
                        "subtract_duration_duration",
                        Duration.class,
                        Duration.class,
                        (one, other) -> Duration.ofNanos(Math.subtractExact(nanoseconds(one), nanoseconds(other))))));
        for (String overload : PARTS.keySet()) {
            all.add(CelFunctionBinding.from(
                    overload + "_with_tz",
                    Instant.class,
                    String.class,
                    (time, zone) -> part(overload, in(zone, time))));
        }
        return all;
    }

    private static Instant timestamp(String text) throws CelEvaluationException {
        return RuntimeFunctions.known(
                Timestamps.of(text), "type conversion error from 'string' to 'timestamp': " + text);
    }

    /** The time without the duration; the longest negative duration cannot be negated. */
    private static Instant minus(Instant time, Duration duration) throws CelEvaluationException {
        Instant left = time.minus(duration);
        if (!Timestamps.isOne(left) || nanoseconds(duration) == Long.MIN_VALUE) {
            throw new CelEvaluationException("timestamp overflow");
        }
        return left;
    }

    private static long part(String overload, ZonedDateTime time) {
        return Objects.requireNonNull(PARTS.get(overload)).applyAsLong(time);
    }

    static Duration plus(Duration one, Duration other) {
        return Duration.ofNanos(Math.addExact(nanoseconds(one), nanoseconds(other)));
    }

    private static long nanoseconds(Duration duration) {
        return duration.toNanos();
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
