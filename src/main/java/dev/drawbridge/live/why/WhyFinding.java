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
public record WhyFinding(
        Cause cause,
        String summary,
        List<String> lines,
        @Nullable String then,
        int helps) {

    static WhyFinding of(Cause cause, String summary, String... lines) {
        return new WhyFinding(cause, summary, List.of(lines), null, 0);
    }

    WhyFinding with(List<String> others) {
        return new WhyFinding(cause, summary, others, then, helps);
    }

    WhyFinding then(@Nullable String text) {
        return new WhyFinding(cause, summary, lines, text, helps);
    }

    WhyFinding helping(int nodes) {
        return new WhyFinding(cause, summary, lines, then, nodes);
    }
}
