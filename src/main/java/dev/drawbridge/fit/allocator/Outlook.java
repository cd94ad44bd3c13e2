package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.allocator.SearchState.Count;
import dev.drawbridge.fit.allocator.SearchState.Sort;
import dev.drawbridge.fleet.Attribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Checks whether enough devices are left for the rest of the search. This is a necessary condition, by maximum
 * bipartite matching: each device still needed is matched to one that its request could take, with the value that a
 * matchAttribute constraint has or may have, and a unique value for a distinctAttribute constraint.
 */
final class Outlook {

    private static final int MAX_SLOTS = 128;
    private static final int MAX_MATCHINGS = 2_000;

    /** A device that a request still needs, of one of these kinds, by one of these alternatives. */
    private record Slot(int claim, List<RequestState> requests, BitSet kinds) {

        boolean isConcerned(Constraint constraint) {
            return claim == constraint.claim() && requests.stream().allMatch(constraint.rule()::concerns);
        }

        Slot narrowed(BitSet others) {
            BitSet both = (BitSet) kinds.clone();
            both.and(others);
            return new Slot(claim, requests, both);
        }
    }

    private record Constraint(int claim, ConstraintRule rule, ConstraintRule.Values values) {}

    private final ClaimRequests requests;
    private final Prospects prospects;
    private final List<Candidate> examples;
    private final CounterOutlook counters;
    private final Budget budget;
    private int matchings;

    Outlook(ClaimRequests requests, Prospects prospects, DeviceKinds kinds, Counters counters, Budget budget) {
        this.requests = requests;
        this.prospects = prospects;
        this.examples = kinds.examples();
        this.counters = new CounterOutlook(counters, examples);
        this.budget = budget;
    }

    boolean isPossible(SearchState state) {
        List<Slot> slots = slots(state.place());
        if (slots.size() > MAX_SLOTS) {
            return true;
        }
        int[] left = left(state);
        BitSet available = new BitSet();
        for (int kind = 0; kind < left.length; kind++) {
            available.set(kind, left[kind] > 0);
        }
        List<Slot> possible =
                slots.stream().map(slot -> slot.narrowed(available)).toList();
        matchings = 0;
        return counters.areEnough(possible.stream().map(Slot::kinds).toList(), state.counters())
                && isPossible(possible, left, constraints(state), 0);
    }

    private List<Constraint> constraints(SearchState state) {
        List<Constraint> constraints = new ArrayList<>();
        for (int i = 0; i < state.constraints().size(); i++) {
            int claim = state.place().claim() + i;
            for (int j = 0; j < requests.rules(claim).size(); j++) {
                constraints.add(new Constraint(
                        claim,
                        requests.rules(claim).get(j),
                        state.constraints().get(i).get(j)));
            }
        }
        return constraints;
    }

    private boolean isPossible(List<Slot> slots, int[] left, List<Constraint> constraints, int index) {
        budget.step();
        if (++matchings > MAX_MATCHINGS) {
            return true;
        }
        if (!isMatched(slots.stream().map(Slot::kinds).toList(), left)) {
            return false;
        }
        if (index == constraints.size()) {
            return constraints.stream()
                    .filter(constraint -> constraint.rule() instanceof ConstraintRule.Distinct)
                    .allMatch(constraint -> isDistinct(slots, constraint));
        }
        Constraint constraint = constraints.get(index);
        if (!(constraint.rule() instanceof ConstraintRule.Match)
                || slots.stream().noneMatch(slot -> slot.isConcerned(constraint))) {
            return isPossible(slots, left, constraints, index + 1);
        }
        Map<Attribute, BitSet> byValue = byValue(constraint.rule());
        Set<Attribute> known = constraint.values().all();
        Set<Attribute> values = known.isEmpty() ? byValue.keySet() : known;
        return values.stream().anyMatch(value -> {
            BitSet kinds = byValue.getOrDefault(value, new BitSet());
            List<Slot> narrowed = slots.stream()
                    .map(slot -> slot.isConcerned(constraint) ? slot.narrowed(kinds) : slot)
                    .toList();
            return isPossible(narrowed, left, constraints, index + 1);
        });
    }

    private Map<Attribute, BitSet> byValue(ConstraintRule rule) {
        Map<Attribute, BitSet> byValue = new HashMap<>();
        for (int kind = 0; kind < examples.size(); kind++) {
            Attribute attribute = examples.get(kind).device().attribute(rule.attribute());
            if (attribute != null) {
                for (Attribute value : rule.compared(prospects.compared(attribute))) {
                    byValue.computeIfAbsent(value, any -> new BitSet()).set(kind);
                }
            }
        }
        return byValue;
    }

    private boolean isDistinct(List<Slot> slots, Constraint constraint) {
        Map<Attribute, BitSet> byValue = byValue(constraint.rule());
        byValue.keySet().removeAll(constraint.values().all());
        List<BitSet> kindsOfValues = new ArrayList<>(byValue.values());
        List<BitSet> wanted = new ArrayList<>();
        for (Slot slot : slots) {
            if (slot.isConcerned(constraint)) {
                BitSet possible = new BitSet();
                for (int value = 0; value < kindsOfValues.size(); value++) {
                    possible.set(value, kindsOfValues.get(value).intersects(slot.kinds()));
                }
                wanted.add(possible);
            }
        }
        int[] once = new int[kindsOfValues.size()];
        Arrays.fill(once, 1);
        return isMatched(wanted, once);
    }

    private int[] left(SearchState state) {
        int[] left = new int[examples.size()];
        for (Map.Entry<Sort, Count> devices : state.devices().entrySet()) {
            Sort sort = devices.getKey();
            if (examples.get(sort.kind()).device().allowMultipleAllocations()) {
                left[sort.kind()] = Integer.MAX_VALUE;
            } else if (sort.use().isNone()) {
                left[sort.kind()] = devices.getValue().all();
            }
        }
        return left;
    }

    private List<Slot> slots(Place place) {
        List<Slot> slots = new ArrayList<>();
        for (int claim = place.claim(); claim < requests.size(); claim++) {
            List<List<RequestState>> ofClaim = requests.of(claim);
            for (int i = claim == place.claim() ? place.request() : 0; i < ofClaim.size(); i++) {
                boolean isCurrent = claim == place.claim() && i == place.request();
                List<RequestState> alternatives =
                        isCurrent ? List.of(ofClaim.get(i).get(place.alternative())) : ofClaim.get(i);
                add(claim, alternatives, isCurrent ? place.device() : 0, slots);
            }
        }
        return slots;
    }

    private void add(int claim, List<RequestState> alternatives, int known, List<Slot> slots) {
        if (alternatives.stream().anyMatch(request -> request.alternative().hasAdminAccess())) {
            return;
        }
        long fewest =
                alternatives.stream().mapToLong(RequestState::devices).min().orElse(0) - known;
        for (long i = 0; i < fewest && slots.size() <= MAX_SLOTS; i++) {
            BitSet kinds = new BitSet();
            alternatives.forEach(request -> kinds.or(prospects.eligible(request)));
            slots.add(new Slot(claim, alternatives, kinds));
        }
    }

    /** Whether each slot can be matched to one of its kinds, of which this many are available. */
    private static boolean isMatched(List<BitSet> wanted, int[] available) {
        List<List<Integer>> holders = new ArrayList<>();
        for (int i = 0; i < available.length; i++) {
            holders.add(new ArrayList<>());
        }
        for (int slot = 0; slot < wanted.size(); slot++) {
            if (!give(slot, wanted, available, holders, new BitSet())) {
                return false;
            }
        }
        return true;
    }

    private static boolean give(
            int slot, List<BitSet> wanted, int[] available, List<List<Integer>> holders, BitSet seen) {
        for (int kind = wanted.get(slot).nextSetBit(0);
                kind >= 0;
                kind = wanted.get(slot).nextSetBit(kind + 1)) {
            if (seen.get(kind)) {
                continue;
            }
            seen.set(kind);
            List<Integer> holding = holders.get(kind);
            if (holding.size() < available[kind]) {
                holding.add(slot);
                return true;
            }
            for (int i = 0; i < holding.size(); i++) {
                if (give(holding.get(i), wanted, available, holders, seen)) {
                    holding.set(i, slot);
                    return true;
                }
            }
        }
        return false;
    }
}
