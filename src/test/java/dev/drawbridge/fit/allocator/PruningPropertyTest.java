package dev.drawbridge.fit.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.allocator.SearchState.Count;
import dev.drawbridge.fit.allocator.SearchState.Sort;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * On thousands of random fleets, a pruned search and shared decisions for similar nodes equal an exhaustive search.
 * {@link RareStatesTest} has rarer states. {@code mvn test -Dtest=PruningPropertyTest -Ddrawbridge.fleets=20000} tries
 * more fleets, {@code -Ddrawbridge.seed=N} sets the seed.
 */
class PruningPropertyTest {

    private static final int FLEETS = Integer.getInteger("drawbridge.fleets", 3_000);
    private static final long FIRST_SEED = Long.getLong("drawbridge.seed", 1);

    /** The limit of steps of an exhaustive search; larger fleets are not compared. */
    private static final int MAX_STEPS = 20_000;

    /** The decisions for a node with more and less pruning. */
    private record Compared(Decision plain, Decision brief, Decision remembering, Decision thorough) {

        boolean isSame(Decision ofLikeNode) {
            return plain instanceof Decision.Undecided
                    || plain.equals(brief)
                            && plain.equals(remembering)
                            && plain.equals(thorough)
                            && outcome(plain).equals(outcome(ofLikeNode));
        }
    }

    private static Decision decide(
            Allocator allocator, RandomFleet random, Node node, PruningMode mode, UnaryOperator<SearchState> view) {
        return allocator.decide(node, random.claims, Budget.ofSteps(MAX_STEPS), mode, view);
    }

    private static Compared compare(Allocator allocator, RandomFleet random, Node node) {
        Decision plain = decide(allocator, random, node, PruningMode.NONE, UnaryOperator.identity());
        Decision brief;
        try {
            brief = decide(allocator, random, node, PruningMode.BRIEF, UnaryOperator.identity());
        } catch (SearchIsLong e) {
            brief = plain;
        }
        return new Compared(
                plain,
                brief,
                decide(allocator, random, node, PruningMode.REMEMBERING, UnaryOperator.identity()),
                decide(allocator, random, node, PruningMode.THOROUGH, UnaryOperator.identity()));
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

    static Stream<Arguments> partsOfTheState() {
        return Stream.of(
                part("place", 10, state -> with(state, new Place(0, 0, 0, 0))),
                part("alternative of the place", 10, state -> with(state, withoutAlternative(state.place()))),
                part("devices", 118, state -> withDevices(state, Map.of())),
                part("kind of devices", 176, state -> mapped(state, sort -> new Sort(0, sort.use()))),
                part("use of devices", 118, state -> mapped(state, sort -> new Sort(sort.kind(), DeviceUse.NONE))),
                part(
                        "claims that have devices",
                        3187,
                        state -> mapped(
                                state,
                                sort -> new Sort(
                                        sort.kind(),
                                        new DeviceUse(
                                                DeviceUse.NONE.claims(),
                                                sort.use().shares())))),
                part(
                        "shares of devices",
                        1772,
                        state -> mapped(
                                state,
                                sort -> new Sort(
                                        sort.kind(), new DeviceUse(sort.use().claims(), null)))),
                part("all devices of a sort", 1279, state -> counted(state, count -> new Count(0, count.next()))),
                part(
                        "devices of a sort that come next",
                        1139,
                        state -> counted(state, count -> new Count(count.all(), 0))),
                part("counters", 1150, state -> withCounters(state, Map.of())),
                part("groups", 25735, PruningPropertyTest::withoutGroups),
                part("constraints", 2999, PruningPropertyTest::withoutConstraints));
    }

    /** A part of the state, and the seed of a fleet whose decision differs without it. */
    private static Arguments part(String name, long seed, UnaryOperator<SearchState> without) {
        return Arguments.of(name, seed, without);
    }

    private static Place withoutAlternative(Place place) {
        return new Place(place.claim(), place.request(), 0, place.device());
    }

    private static SearchState with(SearchState state, Place place) {
        return new SearchState(
                place, state.devices(), state.counters(), state.groups(), state.constraints(), state.results());
    }

    private static SearchState withDevices(SearchState state, Map<Sort, Count> devices) {
        return new SearchState(
                state.place(), devices, state.counters(), state.groups(), state.constraints(), state.results());
    }

    private static SearchState mapped(SearchState state, UnaryOperator<Sort> change) {
        Map<Sort, Count> devices = new HashMap<>();
        BinaryOperator<Count> sum = (one, other) -> new Count(one.all() + other.all(), one.next() + other.next());
        state.devices().forEach((sort, count) -> devices.merge(change.apply(sort), count, sum));
        return withDevices(state, devices);
    }

    private static SearchState counted(SearchState state, UnaryOperator<Count> change) {
        Map<Sort, Count> devices = new HashMap<>(state.devices());
        devices.replaceAll((sort, count) -> change.apply(count));
        devices.values().removeIf(Count.NONE::equals);
        return withDevices(state, devices);
    }

    private static SearchState withCounters(SearchState state, Map<CounterId, Quantity> counters) {
        return new SearchState(
                state.place(), state.devices(), counters, state.groups(), state.constraints(), state.results());
    }

    private static SearchState withoutGroups(SearchState state) {
        return new SearchState(
                state.place(), state.devices(), state.counters(), Map.of(), state.constraints(), state.results());
    }

    private static SearchState withoutConstraints(SearchState state) {
        return new SearchState(
                state.place(), state.devices(), state.counters(), state.groups(), List.of(), state.results());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("partsOfTheState")
    void everyPartOfStateIsNeeded(String part, long seed, UnaryOperator<SearchState> without) {
        RandomFleet random = new RandomFleet(seed);
        Allocator allocator = new Allocator(random.fleet, random.release, random.gates);

        assertThat(random.fleet.nodes())
                .as("a node of seed %d that is decided in another way without %s", seed, part)
                .anySatisfy(node -> assertThat(decide(allocator, random, node, PruningMode.REMEMBERING, without))
                        .isNotEqualTo(
                                decide(allocator, random, node, PruningMode.REMEMBERING, UnaryOperator.identity())));
    }
}
