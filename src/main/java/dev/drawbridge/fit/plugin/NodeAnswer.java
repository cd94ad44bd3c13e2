package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.FitCause;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's answer for a pod and a node.
 *
 * @param decision the decision for the unallocated claims; {@link Decision.Fits} if nothing has to be searched
 * @param obstacles other obstacles between the pod and the node
 * @param unbound the reason why binding fails each time, after all that Filter decides; null if it does not
 */
public record NodeAnswer(
        Decision decision,
        List<FitCause> obstacles,
        @Nullable FitCause unbound) {

    /** Whether scheduling of the pod fails with an error, even if obstacles keep it from the node. */
    public boolean failsPod() {
        return NodeDecisions.failsPod(decision);
    }

    /** Whether the pod fits on the node, and its binding fails there each time. */
    public boolean failsBinding() {
        return unbound != null && obstacles.isEmpty() && decision instanceof Decision.Fits;
    }
}
