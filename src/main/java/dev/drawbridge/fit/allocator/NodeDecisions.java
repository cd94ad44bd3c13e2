package dev.drawbridge.fit.allocator;

import java.util.List;
import java.util.Map;

/** The decisions for the claims of one pod on each node, by its name, in the order of the fleet. */
public record NodeDecisions(Map<String, Decision> byNode, List<String> fitting, boolean failsPod, boolean isUndecided) {

    public NodeDecisions(Map<String, Decision> byNode) {
        this(
                byNode,
                byNode.keySet().stream()
                        .filter(node -> byNode.get(node) instanceof Decision.Fits)
                        .toList(),
                byNode.values().stream().anyMatch(NodeDecisions::failsPod),
                byNode.values().stream().anyMatch(Decision.Undecided.class::isInstance));
    }

    /** Whether scheduling of the pod fails with an error. */
    public static boolean failsPod(Decision decision) {
        return decision instanceof Decision.Fails fails && !fails.kind().isOfPools();
    }
}
