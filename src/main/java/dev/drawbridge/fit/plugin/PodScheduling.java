package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.NodeDecisions;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The scheduler's answer for a pod now.
 *
 * @param nodes by node name
 */
public record PodScheduling(Map<String, NodeAnswer> nodes) {

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
