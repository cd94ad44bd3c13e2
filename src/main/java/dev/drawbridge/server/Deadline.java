package dev.drawbridge.server;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    private static final Pattern TIMEOUT = Pattern.compile("timeout=(\\d{1,4})(ms|s)");

    /** From now, as the query of the request says; one that says nothing readable is the default. */
    static Deadline ofQuery(@Nullable String query) {
        return new Deadline(System.nanoTime() + duration(query).toNanos());
    }

    private static Duration duration(@Nullable String query) {
        for (String parameter : query == null ? new String[0] : query.split("&", -1)) {
            Matcher matcher = TIMEOUT.matcher(parameter);
            if (matcher.matches()) {
                long number = Long.parseLong(matcher.group(1));
                Duration wanted =
                        matcher.group(2).equals("ms") ? Duration.ofMillis(number) : Duration.ofSeconds(number);
                return wanted.compareTo(MAX) > 0 ? MAX : wanted;
            }
        }
        return DEFAULT;
    }

    /** What is left, at least a millisecond, since a servlet container takes 0 for forever. */
    long leftMillis() {
        return Math.max(1, (nanoTime - System.nanoTime()) / 1_000_000);
    }

    boolean isOver() {
        return System.nanoTime() - nanoTime >= 0;
    }
}
