package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.allocator.SearchState.Count;
import dev.drawbridge.fit.allocator.SearchState.Sort;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.port.Quantity;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes the {@link SearchState} of a search: counts devices, and omits devices that no later request can take, with
 * the counters and groups that only such devices have. The fewer states there are, the more searches are recognised as
 * alike.
 */
record SearchStates(
        ClaimRequests requests, List<Candidate> candidates, Counters counters, DeviceKinds kinds, Prospects prospects) {

    /** The state of a search whose next device has the index {@code start}. */
    SearchState of(Place place, int start, Taken taken) {
        Map<Sort, Count> devices = devices(place, start, taken);
        Set<CounterSetId> sets = sets(devices.keySet());
        Map<CounterId, Quantity> ofSets = new HashMap<>(taken.counters());
        ofSets.keySet().removeIf(counter -> !sets.contains(counter.set()));
        Map<CounterSetId, Set<String>> groups = new HashMap<>(taken.groups());
        groups.keySet().retainAll(sets);
        List<List<ConstraintRule.Values>> constraints =
                taken.constraints().subList(place.claim(), taken.constraints().size());
        return new SearchState(place, devices, ofSets, groups, constraints, taken.results());
    }

    private Map<Sort, Count> devices(Place place, int start, Taken taken) {
        BitSet useful = useful(place, taken);
        Map<Sort, Count> devices = new HashMap<>();
        for (Candidate candidate : candidates) {
            DeviceUse use = taken.use(candidate.index());
            // With admin access, several claims may take the same device; shares are taken while capacity is left.
            boolean isOver = !use.claims().isEmpty() && !requests.haveAdminAccess();
            int kind = kinds.of(candidate);
            if (!isOver && useful.get(kind)) {
                boolean isNext = candidate.index() >= start;
                devices.merge(new Sort(kind, use), Count.NONE.plus(isNext), (count, one) -> count.plus(isNext));
            }
        }
        return devices;
    }

    /** The kinds that a later request could take and whose counters suffice: consumption only grows. */
    private BitSet useful(Place place, Taken taken) {
        BitSet useful = prospects.useful(place);
        List<Candidate> examples = kinds.examples();
        for (int kind = 0; kind < examples.size(); kind++) {
            Candidate example = examples.get(kind);
            boolean isCharged = !example.device().allowMultipleAllocations();
            if (prospects.areCertain() && isCharged && !counters.isEnoughFor(example, taken.counters())) {
                useful.clear(kind);
            }
        }
        return useful;
    }

    private Set<CounterSetId> sets(Set<Sort> devices) {
        Set<CounterSetId> sets = new HashSet<>();
        for (Sort sort : devices) {
            Candidate example = kinds.examples().get(sort.kind());
            for (CounterConsumption consumption : example.device().consumesCounters()) {
                sets.add(counters.set(example, consumption.counterSet()));
            }
        }
        return sets;
    }
}
