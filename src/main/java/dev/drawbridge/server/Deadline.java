package dev.drawbridge.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The time at which the API server stops waiting, from its {@code ?timeout=10s}; later answers are useless.
 *
 * @param nanoTime the end, as {@link System#nanoTime} counts
 */
record Deadline(long nanoTime) {

    /** The API server's default timeout (AdmissionRegistration, timeoutSeconds). */
    private static final Duration DEFAULT = Duration.ofSeconds(10);

    /** The maximum timeout of a webhook configuration. */
    private static final Duration MAX = Duration.ofSeconds(30);

    private static final String PARAMETER = "timeout=";

    private static final int MAX_DIGITS = 5;

    /** The deadline in the request's query, from now; the default if it has no valid timeout. */
    static Deadline ofQuery(@Nullable String query) {
        return new Deadline(
                System.nanoTime() + duration(query == null ? "" : query).toNanos());
    }

    private static Duration duration(String query) {
        int found = query.startsWith(PARAMETER) ? 0 : query.indexOf("&" + PARAMETER) + 1;
        int begin = found + PARAMETER.length();
        if (!query.startsWith(PARAMETER, found)) {
            return DEFAULT;
        }
        int unit = begin;
        long number = 0;
        while (unit < query.length() && unit - begin < MAX_DIGITS && Character.digit(query.charAt(unit), 10) >= 0) {
            number = 10 * number + Character.digit(query.charAt(unit++), 10);
        }
        int end = query.indexOf('&', unit);
        Duration wanted = unit == begin
                ? DEFAULT
                : switch (query.substring(unit, end < 0 ? query.length() : end)) {
                    case "s" -> Duration.ofSeconds(number);
                    case "ms" -> Duration.ofMillis(number);
                    default -> DEFAULT;
                };
        return wanted.compareTo(MAX) > 0 ? MAX : wanted;
    }

    /** The time left, at least one millisecond, since a servlet container treats 0 as unlimited. */
    long leftMillis() {
        return Math.max(1, (nanoTime - System.nanoTime()) / 1_000_000);
    }

    boolean isOver() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
