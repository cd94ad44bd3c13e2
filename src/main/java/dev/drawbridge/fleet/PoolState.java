package dev.drawbridge.fleet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The newest generation of a pool, and whether it is complete. The scheduler uses only complete pools.
 *
 * @param generation the newest generation that has a slice
 * @param slices its slices
 * @param expected the number of slices that they declare
 * @param refused slices of the pool in files that the API server would refuse
 */
public record PoolState(PoolId id, long generation, List<Slice> slices, long expected, List<Refusal> refused) {

    /** The pools of a fleet, ordered by name. */
    public static List<PoolState> of(Fleet fleet) {
        Map<PoolId, List<Slice>> newest = new TreeMap<>();
        for (Slice slice : fleet.slices()) {
            List<Slice> known = newest.computeIfAbsent(slice.pool(), id -> new ArrayList<>());
            if (!known.isEmpty() && known.get(0).generation() < slice.generation()) {
                known.clear();
            }
            if (known.isEmpty() || known.get(0).generation() == slice.generation()) {
                known.add(slice);
            }
        }
        Map<PoolId, List<Refusal>> refused = new TreeMap<>();
        for (Refusal refusal : fleet.sources().refusedSlices()) {
            PoolId id = SliceReader.pool(refusal.object().object());
            refused.computeIfAbsent(id, any -> new ArrayList<>()).add(refusal);
            newest.computeIfAbsent(id, any -> new ArrayList<>());
        }
        List<PoolState> states = new ArrayList<>();
        newest.forEach((id, slices) -> states.add(new PoolState(
                id,
                slices.isEmpty() ? 0 : slices.get(0).generation(),
                slices,
                slices.isEmpty() ? 0 : slices.get(0).sliceCount(),
                refused.getOrDefault(id, List.of()))));
        return states;
    }

    /** Whether the scheduler can use it. */
    public boolean isUsable() {
        return problem() == null;
    }

    /** The reason why the scheduler cannot use it; null if it can. */
    public @Nullable String problem() {
        if (!refused.isEmpty()) {
            return refused.size() + " of its slices " + (refused.size() == 1 ? "is" : "are") + " invalid";
        }
        if (slices.size() != expected) {
            long missing = expected - slices.size();
            return "generation " + generation + " has " + slices.size() + " of " + expected
                    + " slices (resourceSliceCount); "
                    + (missing > 0 ? missing + (missing == 1 ? " is missing" : " are missing") : "more than expected")
                    + (slices.get(0).name().isEmpty()
                            ? ""
                            : ", there " + (slices.size() == 1 ? "is " : "are ") + names());
        }
        String duplicate = duplicate();
        return duplicate == null ? null : "invalid: device " + duplicate + " is defined twice";
    }

    private String names() {
        List<String> names = slices.stream().map(Slice::name).sorted().toList();
        return names.size() > 3
                ? String.join(", ", names.subList(0, 3)) + " and " + (names.size() - 3) + " more"
                : String.join(", ", names);
    }

    private @Nullable String duplicate() {
        Set<String> names = new HashSet<>();
        for (Slice slice : slices) {
            for (Device device : slice.devices()) {
                if (!names.add(device.id().device())) {
                    return device.id().device();
                }
            }
        }
        return null;
    }

    /** Its devices in the newest generation. */
    public List<Device> devices() {
        return slices.stream().flatMap(slice -> slice.devices().stream()).toList();
    }
}
