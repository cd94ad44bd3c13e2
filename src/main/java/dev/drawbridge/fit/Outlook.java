package dev.drawbridge.fit;

import dev.drawbridge.fleet.Attribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Whether there are enough devices for all that is still to come. A necessary condition, by maximum bipartite matching: each device that is
 * still needed gets one that its request could take, with the value that a matchAttribute constraint has or may have, and with another value
 * than all others where a distinctAttribute constraint is.
 */
final class Outlook {

    private static final int MAX_SLOTS = 128;
    private static final int MAX_MATCHINGS = 2_000;

    /**
     * A device that is still needed.
     *
     * @param claim the claim
     * @param requests the alternatives of the request that needs it
     * @param kinds what it may be
     */
    private record Slot(int claim, List<RequestState> requests, BitSet kinds) {

        boolean isConcerned(ConstraintState constraint) {
            return requests.stream().allMatch(constraint::concerns);
        }
    }

    private final Allocation search;
    private final Pruning pruning;
    private final CounterOutlook counters;
    private int matchings;

    Outlook(Allocation search, Pruning pruning) {
        this.search = search;
        this.pruning = pruning;
        this.counters = new CounterOutlook(search.taker().counters(), pruning.examples());
    }

    /** Whether what is needed from the place on may be possible. */
    boolean isPossible(Place place) {
        List<Slot> slots = slots(place);
        if (slots.size() > MAX_SLOTS) {
            return true;
        }
        int[] left = left();
        slots.forEach(slot -> {
            for (int kind = 0; kind < left.length; kind++) {
                if (left[kind] == 0) {
                    slot.kinds().clear(kind);
                }
            }
        });
        List<ConstraintState> constraints = new ArrayList<>();
        for (int claim = place.claim(); claim < search.requests().size(); claim++) {
            constraints.addAll(search.requests().constraints(claim));
        }
        matchings = 0;
        return counters.areEnough(slots.stream().map(Slot::kinds).toList()) && isPossible(slots, left, constraints, 0);
    }

    /** With a value for each matchAttribute constraint from the index on. */
    private boolean isPossible(List<Slot> slots, int[] left, List<ConstraintState> constraints, int index) {
        search.budget().step();
        if (++matchings > MAX_MATCHINGS) {
            return true;
        }
        if (!isMatched(slots.stream().map(Slot::kinds).toList(), left)) {
            return false;
        }
        if (index == constraints.size()) {
            return constraints.stream()
                    .filter(ConstraintState::isDistinct)
                    .allMatch(constraint -> isDistinct(slots, constraint));
        }
        ConstraintState constraint = constraints.get(index);
        if (!constraint.isMatch() || slots.stream().noneMatch(slot -> isConcerned(slot, constraint))) {
            return isPossible(slots, left, constraints, index + 1);
        }
        Map<Object, BitSet> byValue = byValue(constraint);
        Set<Object> values = constraint.values().isEmpty() ? byValue.keySet() : constraint.values();
        return values.stream().anyMatch(value -> {
            BitSet kinds = byValue.getOrDefault(value, new BitSet());
            List<Slot> narrowed = slots.stream()
                    .map(slot -> isConcerned(slot, constraint) ? narrowed(slot, kinds) : slot)
                    .toList();
            return isPossible(narrowed, left, constraints, index + 1);
        });
    }

    private boolean isConcerned(Slot slot, ConstraintState constraint) {
        return search.requests().constraints(slot.claim()).contains(constraint) && slot.isConcerned(constraint);
    }

    private static Slot narrowed(Slot slot, BitSet kinds) {
        BitSet both = (BitSet) slot.kinds().clone();
        both.and(kinds);
        return new Slot(slot.claim(), slot.requests(), both);
    }

    /** The kinds of devices by their values of the attribute. */
    private Map<Object, BitSet> byValue(ConstraintState constraint) {
        Map<Object, BitSet> byValue = new HashMap<>();
        for (Candidate example : pruning.examples()) {
            Attribute attribute = example.device.attribute(constraint.attribute());
            if (attribute != null) {
                attribute
                        .values()
                        .forEach(value -> byValue.computeIfAbsent(value, any -> new BitSet())
                                .set(example.kind));
            }
        }
        return byValue;
    }

    private boolean isDistinct(List<Slot> slots, ConstraintState constraint) {
        List<Object> values =
                new ArrayList<>(new LinkedHashSet<>(byValue(constraint).keySet()));
        Map<Object, Integer> indexes = new HashMap<>();
        values.forEach(value -> indexes.put(value, indexes.size()));
        List<BitSet> wanted = new ArrayList<>();
        for (Slot slot : slots) {
            if (isConcerned(slot, constraint)) {
                BitSet possible = new BitSet();
                for (Candidate example : pruning.examples()) {
                    Attribute attribute =
                            slot.kinds().get(example.kind) ? example.device.attribute(constraint.attribute()) : null;
                    if (attribute != null) {
                        attribute.values().forEach(value -> possible.set(indexes.getOrDefault(value, 0)));
                    }
                }
                constraint.values().forEach(value -> {
                    Integer index = indexes.get(value);
                    if (index != null) {
                        possible.clear(index);
                    }
                });
                wanted.add(possible);
            }
        }
        int[] once = new int[values.size()];
        Arrays.fill(once, 1);
        return isMatched(wanted, once);
    }

    /** How many devices of each kind are left. */
    private int[] left() {
        int[] left = new int[pruning.examples().size()];
        for (Candidate candidate : search.candidates()) {
            if (candidate.isUntouched()) {
                left[pruning.kind(candidate)]++;
            }
        }
        for (Candidate example : pruning.examples()) {
            if (example.device.allowMultipleAllocations()) {
                left[example.kind] = Integer.MAX_VALUE;
            } else if (left[example.kind] > 0 && !search.taker().hasCountersFor(example)) {
                left[example.kind] = 0;
            }
        }
        return left;
    }

    private List<Slot> slots(Place place) {
        List<Slot> slots = new ArrayList<>();
        for (int claim = place.claim(); claim < search.requests().size(); claim++) {
            List<List<RequestState>> ofClaim = search.requests().of(claim);
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
            alternatives.forEach(request -> kinds.or(pruning.eligible(request)));
            slots.add(new Slot(claim, alternatives, kinds));
        }
    }

    /** Whether each slot gets one of what it wants, of which there are so many. */
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
