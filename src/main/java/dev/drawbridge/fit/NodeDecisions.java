package dev.drawbridge.fit;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The decisions for the claims of one pod on each node.
 *
 * @param byNode by node name, in the order of the fleet
 */
record NodeDecisions(Map<String, Decision> byNode) {

    /** The nodes on which the claims can be allocated. */
    List<String> fitting() {
        return byNode.entrySet().stream()
                .filter(decision -> decision.getValue() instanceof Decision.Fits)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * The answer for the pod. An error on one node fails the pod, whatever is decided for the other nodes; an error
     * about invalid pools fails the node alone.
     *
     * @param whenFreed the decisions if no other claim holds a device
     */
    FitResult.Answer answer(Supplier<NodeDecisions> whenFreed) {
        if (byNode.values().stream().anyMatch(NodeDecisions::failsPod)) {
            return FitResult.Answer.ERROR;
        }
        if (!fitting().isEmpty()) {
            return FitResult.Answer.FITS;
        }
        if (isUndecided()) {
            return FitResult.Answer.UNKNOWN;
        }
        NodeDecisions freed = whenFreed.get();
        if (!freed.fitting().isEmpty()) {
            return FitResult.Answer.FITS_WHEN_FREED;
        }
        return freed.isUndecided() ? FitResult.Answer.UNKNOWN : FitResult.Answer.NEVER;
    }

    /** Whether scheduling of the pod fails with an error. */
    static boolean failsPod(Decision decision) {
        return decision instanceof Decision.Fails fails && !fails.isOfNode();
    }

    private boolean isUndecided() {
        return byNode.values().stream().anyMatch(Decision.Undecided.class::isInstance);
    }
}
