package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Claim;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's answer for a pod now.
 *
 * @param obstacle an obstacle found before any node is checked; null if there is none
 * @param claims its claims; the claim for extended resources from an earlier attempt, if any, comes last
 * @param nodes by node name
 */
public record PodScheduling(@Nullable FitCause obstacle, List<Claim> claims, Map<String, NodeAnswer> nodes) {

    /** The decision for each node; an obstacle counts as claims that do not fit. */
    public NodeDecisions decisions() {
        Map<String, Decision> decisions = new LinkedHashMap<>();
        nodes.forEach((node, answer) -> decisions.put(
                node,
                answer.failsPod() || answer.obstacles().isEmpty() && !answer.failsBinding()
                        ? answer.decision()
                        : new Decision.DoesNotFit()));
        return new NodeDecisions(decisions);
    }
}
