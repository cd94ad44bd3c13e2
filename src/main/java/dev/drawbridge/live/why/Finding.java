package dev.drawbridge.live.why;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cause with the details of a pod.
 *
 * @param summary the obstacle, in a line
 * @param lines the details
 * @param then the effect of fixing it; null if unknown
 * @param helps the number of nodes on which the pod would fit if only this were fixed
 */
public record Finding(
        Cause cause,
        String summary,
        List<String> lines,
        @Nullable String then,
        int helps) {

    static Finding of(Cause cause, String summary, String... lines) {
        return new Finding(cause, summary, List.of(lines), null, 0);
    }

    Finding with(List<String> others) {
        return new Finding(cause, summary, others, then, helps);
    }

    Finding then(@Nullable String text) {
        return new Finding(cause, summary, lines, text, helps);
    }

    Finding helping(int nodes) {
        return new Finding(cause, summary, lines, then, nodes);
    }
}
