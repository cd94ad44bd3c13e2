package dev.drawbridge.fit.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fleet.Node;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * On thousands of random fleets, a pruned search and shared decisions for similar nodes equal an exhaustive search.
 * {@link ComparedPartsTest} has rarer states. {@code mvn test -Dtest=PruningPropertyTest -Ddrawbridge.fleets=20000}
 * tries more fleets, {@code -Ddrawbridge.seed=N} sets the seed.
 */
class PruningPropertyTest {

    private static final int FLEETS = Integer.getInteger("drawbridge.fleets", 3_000);
    private static final long FIRST_SEED = Long.getLong("drawbridge.seed", 1);

    /** The limit of steps of an exhaustive search; larger fleets are not compared. */
    private static final int MAX_STEPS = 20_000;

    /** The decisions for a node with more and less pruning. */
    private record Compared(Decision plain, Decision brief, Decision late, Decision remembering, Decision thorough) {

        boolean isSame(Decision ofLikeNode) {
            return plain instanceof Decision.Undecided
                    || plain.equals(brief)
                            && plain.equals(late)
                            && plain.equals(remembering)
                            && plain.equals(thorough)
                            && outcome(plain).equals(outcome(ofLikeNode));
        }
    }

    private static Decision decide(
            Allocator allocator, RandomFleet random, Node node, PruningMode mode, int briefVisits) {
        return allocator.decide(node, random.claims, new Budget(Long.MAX_VALUE, MAX_STEPS, briefVisits), mode);
    }

    private static Compared compare(Allocator allocator, RandomFleet random, Node node) {
        return new Compared(
                decide(allocator, random, node, PruningMode.NONE, 0),
                decide(allocator, random, node, PruningMode.THOROUGH, MAX_STEPS),
                decide(allocator, random, node, PruningMode.THOROUGH, 3),
                decide(allocator, random, node, PruningMode.REMEMBERING, 0),
                decide(allocator, random, node, PruningMode.THOROUGH, 0));
    }

    private static String outcome(Decision decision) {
        return decision.getClass().getSimpleName();
    }

    @Test
    void prunedSearchDecidesLikeUnprunedSearch() {
        List<String> failed = new ArrayList<>();
        Map<RandomFleet.Trait, Integer> traits = new EnumMap<>(RandomFleet.Trait.class);
        Map<String, Integer> outcomes = new HashMap<>();
        for (long seed = FIRST_SEED; seed < FIRST_SEED + FLEETS; seed++) {
            RandomFleet random = new RandomFleet(seed);
            random.traits.forEach(trait -> traits.merge(trait, 1, Integer::sum));
            Allocator allocator = new Allocator(random.fleet, random.release, random.gates);
            Map<Integer, Decision> byLook = new HashMap<>();
            for (Node node : random.fleet.nodes()) {
                Compared compared = compare(allocator, random, node);
                outcomes.merge(outcome(compared.plain()), 1, Integer::sum);
                Decision shared = byLook.computeIfAbsent(allocator.likeness(node), look -> compared.plain());
                if (!compared.isSame(shared)) {
                    failed.add(
                            "seed " + seed + ", node " + node.name() + ": " + compared + ", of a like node " + shared);
                }
            }
        }

        assertThat(failed).isEmpty();
        int decisions = outcomes.values().stream().mapToInt(Integer::intValue).sum();
        assertThat(outcomes.getOrDefault("DoesNotFit", 0))
                .as("decisions that are no, of %s", outcomes)
                .isGreaterThanOrEqualTo(decisions * 3 / 10);
        assertThat(outcomes.getOrDefault("Undecided", 0))
                .as("fleets that are too large to be compared, of %s", outcomes)
                .isLessThan(decisions / 20);
        for (RandomFleet.Trait trait : RandomFleet.Trait.values()) {
            assertThat(traits.getOrDefault(trait, 0))
                    .as("fleets with %s", trait)
                    .isGreaterThanOrEqualTo(FLEETS / 20);
        }
    }
}
