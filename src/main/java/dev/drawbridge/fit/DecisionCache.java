package dev.drawbridge.fit;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceConstraint;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Request;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides for many nodes, and remembers. Nodes that look the same share a decision, which names the devices of the
 * first of them; claims that request the same on the same nodes share them all.
 */
final class DecisionCache {

    private static final int MAX_QUESTIONS = 10_000;

    private final Duration limit;
    private final Map<Question, Map<Integer, Decision>> known = new HashMap<>();

    /** When the next decision must be there, as {@link System#nanoTime} counts. */
    private long deadline = Long.MAX_VALUE;

    /** A cache of decisions, each of which may take so long. */
    DecisionCache(Duration limit) {
        this.limit = limit;
    }

    /** A claim without its name. */
    private record Requested(List<Request> requests, List<DeviceConstraint> constraints) {}

    /**
     * A question to an allocator, compared with others by what decides the answer.
     *
     * @param allocator compared by identity
     * @param nodes compared by identity: a fleet may have ten thousand
     * @param requested what each claim requests
     */
    private record Question(Allocator allocator, List<Node> nodes, List<Requested> requested) {

        static Question of(Allocator allocator, List<Node> nodes, List<Claim> claims) {
            return new Question(
                    allocator,
                    nodes,
                    claims.stream()
                            .map(claim -> new Requested(claim.requests(), claim.constraints()))
                            .toList());
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Question that
                    && allocator == that.allocator
                    && nodes == that.nodes
                    && requested.equals(that.requested);
        }

        @Override
        public int hashCode() {
            return 31 * System.identityHashCode(allocator) + requested.hashCode();
        }
    }

    /**
     * All decisions must be there at this time, as {@link System#nanoTime} counts; {@link Long#MAX_VALUE} is no limit.
     */
    void limitTo(long nanoTime) {
        deadline = nanoTime;
    }

    /** A decision for each node. */
    NodeDecisions decide(Allocator allocator, List<Node> nodes, List<Claim> claims) {
        Question question = Question.of(allocator, nodes, claims);
        Map<Integer, Decision> byLook = known.getOrDefault(question, new HashMap<>());
        Map<String, Decision> byNode = new LinkedHashMap<>();
        for (Node node : nodes) {
            byNode.put(
                    node.name(),
                    byLook.computeIfAbsent(allocator.likeness(node), look -> allocator.decide(node, claims, left())));
        }
        // An error names the claim, and what is undecided may be decided with more time.
        boolean isLasting = byLook.values().stream()
                .noneMatch(decision -> decision instanceof Decision.Fails || decision instanceof Decision.Undecided);
        if (isLasting && known.size() < MAX_QUESTIONS) {
            known.put(question, byLook);
        }
        return new NodeDecisions(byNode);
    }

    /** How long the next decision may take. */
    private Duration left() {
        if (deadline == Long.MAX_VALUE) {
            return limit;
        }
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        return left.compareTo(limit) < 0 ? left : limit;
    }
}
