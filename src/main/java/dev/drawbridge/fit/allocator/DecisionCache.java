package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Node;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides for many nodes and caches the decisions. Nodes with the same look share a decision, which names devices of
 * the first of them; claims with equal requests on the same nodes share all decisions. The devices that claims hold in
 * an allocator must not change.
 */
public final class DecisionCache {

    /** The number of nodes of all questions whose decisions are cached. */
    private static final int MAX_NODES = 1_000_000;

    private final Duration limit;
    private final Map<Question, NodeDecisions> known = new HashMap<>();

    /** The deadline of the next decision, in terms of {@link System#nanoTime}. */
    private long deadline = Long.MAX_VALUE;

    /** Creates a cache; each decision may take this long. */
    public DecisionCache(Duration limit) {
        this.limit = limit;
    }

    /** The key of the cache: a question to an allocator. Allocator and nodes are compared by identity. */
    private record Question(Allocator allocator, List<Node> nodes, List<Object> requested) {

        static Question of(Allocator allocator, List<Node> nodes, List<Claim> claims) {
            return new Question(
                    allocator, nodes, claims.stream().map(Claim::requested).toList());
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

    /** Sets the deadline of all decisions, as {@link System#nanoTime}; {@link Long#MAX_VALUE} means no limit. */
    public void limitTo(long nanoTime) {
        deadline = nanoTime;
    }

    public NodeDecisions decide(Allocator allocator, List<Node> nodes, List<Claim> claims) {
        Question question = Question.of(allocator, nodes, claims);
        NodeDecisions decided = known.get(question);
        if (decided != null) {
            return decided;
        }
        Map<Integer, Decision> byLook = new HashMap<>();
        Map<String, Decision> byNode = new LinkedHashMap<>();
        for (Node node : nodes) {
            byNode.put(
                    node.name(),
                    byLook.computeIfAbsent(allocator.likeness(node), look -> allocator.decide(node, claims, left())));
        }
        decided = new NodeDecisions(byNode);
        // An error names the claim, and an undecided question may be decided with more time.
        boolean isLasting = byLook.values().stream()
                .noneMatch(decision -> decision instanceof Decision.Fails || decision instanceof Decision.Undecided);
        if (isLasting && (long) known.size() * nodes.size() < MAX_NODES) {
            known.put(question, decided);
        }
        return decided;
    }

    private Duration left() {
        if (deadline == Long.MAX_VALUE) {
            return limit;
        }
        Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        return left.compareTo(limit) < 0 ? left : limit;
    }
}
