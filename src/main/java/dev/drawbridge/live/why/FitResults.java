package dev.drawbridge.live.why;

import dev.drawbridge.fit.FitResult;
import org.jspecify.annotations.Nullable;

/** Answers of fit, in the words of {@code why}. */
final class FitResults {

    private FitResults() {}

    /** What would happen. */
    static String sentence(FitResult result) {
        String nodes = result.now().isEmpty()
                ? result.freed().isEmpty() ? "" : ": " + SchedulerCheck.names(result.freed())
                : ": " + SchedulerCheck.names(result.now());
        return switch (result.answer()) {
            case FITS, FITS_WHEN_FREED, BLOCKED, INVALID -> result.headline("cluster") + nodes;
            case UNKNOWN -> "may fit: not all is known";
            case NEVER, ERROR -> "does not fit either: fix the other causes, too";
        };
    }

    /** On how many nodes it fits, now or when devices are free. */
    static int nodes(FitResult result) {
        return Math.max(result.now().size(), result.freed().size());
    }

    /** What an error on one node keeps from fitting; null if that is nothing. */
    static @Nullable String alone(FitResult result) {
        return result.now().isEmpty()
                ? null
                : result.now().size() + " of " + result.nodes() + " nodes fit; an error on one node fails the pod";
    }
}
