package dev.drawbridge.fit;

import java.util.List;

/**
 * What the scheduler finds about a pod and a node.
 *
 * @param decision about the claims that have no devices yet; that nothing is searched for counts as {@link
 *     Decision.Fits}
 * @param obstacles what else keeps the pod from the node
 */
public record NodeAnswer(Decision decision, List<Obstacle> obstacles) {

    static NodeAnswer of(Decision decision) {
        return new NodeAnswer(decision, List.of());
    }

    static NodeAnswer kept(Obstacle obstacle) {
        return new NodeAnswer(new Decision.DoesNotFit(), List.of(obstacle));
    }

    /** Whether scheduling of the pod fails with an error, also where something else keeps it from the node. */
    public boolean failsPod() {
        return NodeDecisions.failsPod(decision);
    }

    /** Whether the pod can run on the node. */
    public boolean fits() {
        return obstacles.isEmpty() && decision instanceof Decision.Fits;
    }
}
