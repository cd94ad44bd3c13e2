package dev.drawbridge.fit.allocator;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The decisions for the claims of one pod on each node. */
public final class NodeDecisions {

    private final Map<String, Decision> byNode;
    private final List<String> fitting;
    private boolean failsPod;
    private boolean isUndecided;

    /** Collects decisions by node name, in the order of the fleet. */
    public NodeDecisions(Map<String, Decision> byNode) {
        this.byNode = byNode;
        List<String> found = new ArrayList<>();
        byNode.forEach((node, decision) -> {
            if (decision instanceof Decision.Fits) {
                found.add(node);
            }
            failsPod |= failsPod(decision);
            isUndecided |= decision instanceof Decision.Undecided;
        });
        this.fitting = List.copyOf(found);
    }

    /** By node name, in the order of the fleet. */
    public Map<String, Decision> byNode() {
        return byNode;
    }

    /** The nodes on which the claims can be allocated. */
    public List<String> fitting() {
        return fitting;
    }

    /** Whether scheduling of the pod fails with an error on some node. */
    public boolean failsPod() {
        return failsPod;
    }

    /** Whether scheduling of the pod fails with an error. */
    public static boolean failsPod(Decision decision) {
        return decision instanceof Decision.Fails fails && !fails.kind().isOfPools();
    }

    public boolean isUndecided() {
        return isUndecided;
    }
}
