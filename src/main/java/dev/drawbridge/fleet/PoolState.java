package dev.drawbridge.fleet;

import dev.drawbridge.field.Printable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The newest generation of a pool, and whether it is complete and valid. The scheduler uses no other pools.
 *
 * @param generation the newest generation that has a slice
 * @param expected the number of slices that they declare
 * @param refused slices of the pool in files that the API server would refuse
 */
public record PoolState(PoolId id, long generation, List<Slice> slices, long expected, List<Refusal> refused) {

    /** The pools of a fleet, ordered by name. */
    public static List<PoolState> of(Fleet fleet) {
        Map<PoolId, List<Slice>> newest = new TreeMap<>();
        fleet.slices().forEach(slice -> keepNewest(slice, newest));
        Map<PoolId, List<Refusal>> refused = new TreeMap<>();
        for (Refusal refusal : fleet.sources().refusedSlices()) {
            PoolId id = PoolId.of(refusal.object().object());
            refused.computeIfAbsent(id, any -> new ArrayList<>()).add(refusal);
            newest.computeIfAbsent(id, any -> new ArrayList<>());
        }
        List<PoolState> states = new ArrayList<>();
        newest.forEach((id, slices) -> {
            long generation = slices.isEmpty() ? 0 : slices.get(0).generation();
            long count = slices.isEmpty() ? 0 : slices.get(0).sliceCount();
            states.add(new PoolState(id, generation, slices, count, refused.getOrDefault(id, List.of())));
        });
        return states;
    }

    /** Visits devices that only slices of an older generation of their pool have, each with its slice. */
    public static void forEachHidden(Fleet fleet, BiConsumer<Slice, Device> visitor) {
        Set<Slice> newest = Collections.newSetFromMap(new IdentityHashMap<>());
        of(fleet).forEach(pool -> newest.addAll(pool.slices()));
        Set<DeviceId> known = newest.stream()
                .flatMap(slice -> slice.devices().stream())
                .map(Device::id)
                .collect(Collectors.toSet());
        for (Slice slice : fleet.slices()) {
            if (!newest.contains(slice)) {
                slice.devices().stream()
                        .filter(device -> !known.contains(device.id()))
                        .forEach(device -> visitor.accept(slice, device));
            }
        }
    }

    /** Adds a slice to those of the newest generation of its pool, in place of those of an older one. */
    public static void keepNewest(Slice slice, Map<PoolId, List<Slice>> newest) {
        List<Slice> known = newest.computeIfAbsent(slice.pool(), id -> new ArrayList<>());
        if (!known.isEmpty() && known.get(0).generation() < slice.generation()) {
            known.clear();
        }
        if (known.isEmpty() || known.get(0).generation() == slice.generation()) {
            known.add(slice);
        }
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
        String invalid = invalid();
        return invalid == null ? null : "invalid: " + invalid;
    }

    /** The reason why it is invalid although all its slices exist; null if it is valid, or incomplete. */
    public @Nullable String invalid() {
        if (!refused.isEmpty() || slices.size() != expected) {
            return null;
        }
        String duplicate = duplicate();
        return duplicate == null ? counterProblem() : "device " + duplicate + " is defined twice";
    }

    private String names() {
        return Printable.first(3, slices.stream().map(Slice::name).sorted().toList());
    }

    /** A device name that two slices of one node have. */
    private @Nullable String duplicate() {
        Map<String, Set<String>> nodes = new HashMap<>();
        for (Slice slice : slices) {
            String node = slice.nodes().nodeName();
            for (Device device : slice.devices()) {
                Set<String> others = nodes.computeIfAbsent(device.id().device(), name -> new HashSet<>());
                if (!others.isEmpty() && node.isEmpty() || others.contains("") || !others.add(node)) {
                    return device.id().device();
                }
            }
        }
        return null;
    }

    private @Nullable String counterProblem() {
        Map<String, CounterSet> ofPool = new HashMap<>();
        for (Slice slice : slices) {
            for (CounterSet set : slice.devices().isEmpty() ? slice.sharedCounters() : List.<CounterSet>of()) {
                if (ofPool.put(set.name(), set) != null) {
                    return "duplicate counter set name " + set.name();
                }
            }
        }
        for (Slice slice : slices) {
            Map<String, CounterSet> sets = new HashMap<>(slice.sharedCounters().isEmpty() ? ofPool : Map.of());
            slice.sharedCounters().forEach(set -> sets.put(set.name(), set));
            for (Device device : slice.devices()) {
                String problem = counterProblem(device, sets);
                if (problem != null) {
                    return problem;
                }
            }
        }
        return null;
    }

    /** The counter set or counter that the device consumes and that does not exist; null if all exist. */
    public static @Nullable String counterProblem(Device device, Map<String, CounterSet> sets) {
        for (CounterConsumption consumption : device.consumesCounters()) {
            CounterSet set = sets.get(consumption.counterSet());
            if (set == null) {
                return "counter set " + consumption.counterSet() + " not found";
            }
            for (String counter : consumption.counters().keySet()) {
                if (!set.counters().containsKey(counter)) {
                    return "counter " + counter + " not found in counter set " + set.name();
                }
            }
        }
        return null;
    }

    /** Visits its devices in the newest generation, each with its slice. */
    public void forEachDevice(BiConsumer<Slice, Device> visitor) {
        slices.forEach(slice -> slice.devices().forEach(device -> visitor.accept(slice, device)));
    }

    /** Its devices in the newest generation. */
    public List<Device> devices() {
        return slices.stream().flatMap(slice -> slice.devices().stream()).toList();
    }
}
