package dev.drawbridge.server;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * When the API server stops waiting, from its {@code ?timeout=10s}: an answer after that is useless.
 *
 * @param nanoTime the end, as {@link System#nanoTime} counts
 */
record Deadline(long nanoTime) {

    /** What the API server waits where it does not say (AdmissionRegistration, timeoutSeconds). */
    private static final Duration DEFAULT = Duration.ofSeconds(10);

    /** The longest that a webhook configuration may ask for. */
    private static final Duration MAX = Duration.ofSeconds(30);

    private static final String PARAMETER = "timeout=";

    private static final int MAX_DIGITS = 5;

    /** From now, as the query of the request says; without a timeout that can be read it is the default. */
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

    /** What is left, at least a millisecond, since a servlet container takes 0 for forever. */
    long leftMillis() {
        return Math.max(1, (nanoTime - System.nanoTime()) / 1_000_000);
    }

    boolean isOver() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
