package dev.drawbridge.live.why;

import dev.drawbridge.fit.FitResult;
import org.jspecify.annotations.Nullable;

/** Results of fit, worded for {@code why}. */
final class FitAnswers {

    private FitAnswers() {}

    static String sentence(FitResult result) {
        String nodes = result.now().isEmpty()
                ? result.freed().isEmpty() ? "" : ": " + SchedulerCheck.names(result.freed())
                : ": " + SchedulerCheck.names(result.now());
        return switch (result.answer()) {
            case FITS, FITS_WHEN_FREED, BLOCKED, INVALID -> result.headline("cluster") + nodes;
            case UNKNOWN -> "may fit: some facts are unknown";
            case NEVER, ERROR -> "does not fit either: also fix the other causes";
        };
    }

    /** The number of nodes on which it fits, now or once devices are free. */
    static int nodes(FitResult result) {
        return Math.max(result.now().size(), result.freed().size());
    }

    /** A note that other nodes fit, but an error on one node fails the pod; null if no node fits. */
    static @Nullable String alone(FitResult result) {
        return result.now().isEmpty()
                ? null
                : result.now().size() + " of " + result.nodes() + " nodes fit; an error on one node fails the pod";
    }
}
