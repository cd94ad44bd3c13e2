package dev.drawbridge.live.why;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A cause of a pod.
 *
 * @param summary what is in the way, in a line
 * @param lines what is known of it
 * @param then what would happen if it were changed; null if that is not known
 * @param helps on how many nodes the pod would fit if only this were changed
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
