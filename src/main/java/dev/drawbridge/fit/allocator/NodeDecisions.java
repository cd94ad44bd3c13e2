package dev.drawbridge.fit.allocator;

import java.util.List;
import java.util.Map;

/**
 * The decisions for the claims of one pod on each node.
 *
 * @param byNode by node name, in the order of the fleet
 */
public record NodeDecisions(Map<String, Decision> byNode) {

    /** The nodes on which the claims can be allocated. */
    public List<String> fitting() {
        return byNode.entrySet().stream()
                .filter(decision -> decision.getValue() instanceof Decision.Fits)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Whether scheduling of the pod fails with an error. */
    public static boolean failsPod(Decision decision) {
        return decision instanceof Decision.Fails fails && !fails.isOfNode();
    }

    /** Whether a decision is unknown. */
    public boolean isUndecided() {
        return byNode.values().stream().anyMatch(Decision.Undecided.class::isInstance);
    }
}
