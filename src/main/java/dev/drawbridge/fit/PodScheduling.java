package dev.drawbridge.fit;

import dev.drawbridge.fleet.Claim;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the scheduler finds about a pod now.
 *
 * @param obstacle what keeps it from every node before any is looked at; null if nothing does
 * @param claims its claims, that of its extended resources last, if it has one from an earlier attempt
 * @param nodes by the names of the nodes
 */
public record PodScheduling(@Nullable Obstacle obstacle, List<Claim> claims, Map<String, NodeAnswer> nodes) {

    /** What it comes to on each node: what keeps the pod from it counts as that its claims do not fit. */
    NodeDecisions decisions() {
        Map<String, Decision> decisions = new LinkedHashMap<>();
        nodes.forEach((node, answer) -> decisions.put(
                node,
                answer.obstacles().isEmpty() || answer.failsPod() ? answer.decision() : new Decision.DoesNotFit()));
        return new NodeDecisions(decisions);
    }
}
