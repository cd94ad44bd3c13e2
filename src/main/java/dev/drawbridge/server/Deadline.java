package dev.drawbridge.server;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Pattern TIMEOUT = Pattern.compile("(?:^|&)timeout=([0-9]{1,5})(ms|s)(?:&|$)");

    /** The deadline in the request's query, from now; the default if it has no valid timeout. */
    static Deadline ofQuery(@Nullable String query) {
        Matcher timeout = TIMEOUT.matcher(query == null ? "" : query);
        Duration wanted = !timeout.find()
                ? DEFAULT
                : Duration.of(
                        Long.parseLong(timeout.group(1)),
                        timeout.group(2).equals("s") ? ChronoUnit.SECONDS : ChronoUnit.MILLIS);
        return new Deadline(System.nanoTime() + (wanted.compareTo(MAX) > 0 ? MAX : wanted).toNanos());
    }

    /** The time left, at least one millisecond, since a servlet container treats 0 as unlimited. */
    long leftMillis() {
        return Math.max(1, (nanoTime - System.nanoTime()) / 1_000_000);
    }

    boolean isOver() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
