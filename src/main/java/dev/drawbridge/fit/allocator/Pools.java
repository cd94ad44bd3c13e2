package dev.drawbridge.fit.allocator;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.CounterSet;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeChoice;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Slice;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The pools that a node can use: the newest generation of each, whether it is complete, and whether it is valid.
 *
 * <p>Source: {@code structured/internal/<channel>/pools_<channel>.go}, GatherPools.
 */
final class Pools {

    private final AllocatorVersion version;
    private final Map<String, List<Slice>> ofNodes = new HashMap<>();
    private final List<Slice> all;

    /** The places in {@code all} of slices for nodes with a value of a label, and of others for several nodes. */
    private final Map<Map.Entry<String, String>, List<Integer>> ofLabels = new HashMap<>();

    private final Set<String> labels = new HashSet<>();
    private final List<Integer> ofSeveralNodes = new ArrayList<>();
    private final Map<PoolId, List<Slice>> ofPools = new HashMap<>();

    Pools(AllocatorVersion version, List<Slice> slices) {
        this.version = version;
        this.all = slices;
        for (int i = 0; i < slices.size(); i++) {
            Slice slice = slices.get(i);
            ofPools.computeIfAbsent(slice.pool(), id -> new ArrayList<>()).add(slice);
            String node = slice.nodes().nodeName();
            if (node.isEmpty() || isForAll(slice)) {
                ofSeveralNodes(slice).add(i);
            } else {
                ofNodes.computeIfAbsent(node, name -> new ArrayList<>()).add(slice);
            }
        }
    }

    private List<Integer> ofSeveralNodes(Slice slice) {
        NodeSelector.Requirement one = isForAll(slice) ? null : slice.nodes().ofOneValue();
        if (one == null) {
            return ofSeveralNodes;
        }
        labels.add(one.key());
        return ofLabels.computeIfAbsent(Map.entry(one.key(), one.values().get(0)), any -> new ArrayList<>());
    }

    /** Slices that the node may be able to use, its own first. */
    private List<Slice> candidates(Node node) {
        List<Slice> candidates = new ArrayList<>(ofNodes.getOrDefault(node.name(), List.of()));
        List<Integer> places = new ArrayList<>(ofSeveralNodes);
        for (String label : labels) {
            String value = node.labels().get(label);
            places.addAll(value == null ? List.of() : ofLabels.getOrDefault(Map.entry(label, value), List.of()));
        }
        places.stream().sorted().map(all::get).forEach(candidates::add);
        return candidates;
    }

    /**
     * Whether the node can use the slice, or its device if each has its own nodes; an AllocationError if the scheduler
     * cannot read the selector. Where Go prints all of a device, this is its name.
     */
    static boolean includes(Slice slice, @Nullable Device device, Node node) {
        NodeChoice nodes = device == null ? slice.nodes() : device.nodes();
        if (nodes.unreadable() != null) {
            throw new AllocationError(
                    FitCause.Kind.NODE_SELECTOR_UNREADABLE,
                    "failed to perform node selection for "
                            + (device == null ? "" : "device " + device.id().device() + " in ") + "slice "
                            + slice.name() + ": failed to parse node selector: " + nodes.unreadable());
        }
        return nodes.includes(node);
    }

    /** Counter sets of some releases are read whatever their nodes. */
    private boolean isForAll(Slice slice) {
        return version.has(Quirk.COUNTERS_EVERYWHERE) && !slice.sharedCounters().isEmpty();
    }

    /** The pools in the order of the search; an AllocationError if the scheduler cannot find them. */
    List<Pool> of(Node node) {
        List<Slice> relevant = new ArrayList<>();
        List<Slice> last = new ArrayList<>();
        for (Slice slice : candidates(node)) {
            if (version.ignores(slice) == null && isRelevant(slice, node)) {
                boolean isLast = version.has(Quirk.BINDING_SLICES_LAST)
                        && slice.hasBindingConditions()
                        && (!version.has(Quirk.POOL_COUNTERS)
                                || slice.sharedCounters().isEmpty());
                (isLast ? last : relevant).add(slice);
            }
        }
        relevant.addAll(last);
        Map<PoolId, List<Slice>> newest = new LinkedHashMap<>();
        relevant.forEach(slice -> PoolState.keepNewest(slice, newest));
        List<Pool> pools = new ArrayList<>();
        List<Pool> withConditions = new ArrayList<>();
        newest.forEach((id, found) -> {
            Pool pool = pool(id, found);
            if (pool != null) {
                boolean isLast = version.has(Quirk.BINDING_LAST)
                        && pool.slices().stream().anyMatch(Slice::hasBindingConditions);
                (isLast ? withConditions : pools).add(pool);
            }
        });
        if (version.has(Quirk.POOLS_SORTED)) {
            pools.sort(Comparator.comparing(Pool::id));
            withConditions.sort(Comparator.comparing(Pool::id));
        }
        pools.addAll(withConditions);
        return pools;
    }

    private boolean isRelevant(Slice slice, Node node) {
        if (isForAll(slice)) {
            return true;
        }
        if (slice.nodes().isMade()) {
            return includes(slice, null, node);
        }
        return slice.leavesNodesToDevices()
                && slice.devices().stream().anyMatch(device -> includes(slice, device, node));
    }

    /** The pool of these slices; null if it is skipped because a newer generation is being published. */
    private @Nullable Pool pool(PoolId id, List<Slice> found) {
        long count = found.get(0).sliceCount();
        List<Slice> others = List.of();
        boolean isComplete = found.size() == count;
        if (!isComplete && version.has(Quirk.ALL_SLICES_COUNT)) {
            long generation = found.get(0).generation();
            List<Slice> all = ofPools.getOrDefault(id, List.of());
            if (all.stream().anyMatch(slice -> slice.generation() > generation)) {
                return null;
            }
            List<Slice> same = all.stream()
                    .filter(slice -> slice.generation() == generation && !version.ignoresGroupsOf(slice))
                    .toList();
            isComplete = same.size() == count;
            others = same.stream()
                    .filter(slice ->
                            found.stream().noneMatch(each -> each.name().equals(slice.name())))
                    .toList();
        }
        if (!version.has(Quirk.POOL_COUNTERS)) {
            String invalid = duplicateDevice(found);
            boolean isUsable = isComplete && invalid == null || !version.has(Quirk.UNUSABLE_POOLS_PASSED_OVER);
            return new Pool(id, !isComplete, invalid, isUsable ? found : List.of(), List.of(), Map.of());
        }
        return isComplete ? built(id, found, others) : new Pool(id, true, null, List.of(), List.of(), Map.of());
    }

    private Pool built(PoolId id, List<Slice> found, List<Slice> others) {
        if (version.has(Quirk.POOLS_SORTED)) {
            found.sort(Comparator.comparing(Slice::name));
        }
        boolean hasPartitions = version.has(Feature.PARTITIONABLE_DEVICES);
        List<Slice> devices = new ArrayList<>();
        List<Slice> counters = new ArrayList<>();
        for (Slice slice : found) {
            (hasPartitions && !slice.sharedCounters().isEmpty() ? counters : devices).add(slice);
        }
        List<Slice> otherDevices = new ArrayList<>();
        for (Slice slice : others) {
            boolean isOfCounters = version.has(Quirk.COUNTERS_OF_ALL_SLICES)
                    && hasPartitions
                    && !slice.sharedCounters().isEmpty();
            (isOfCounters ? counters : otherDevices).add(slice);
        }
        String problem = duplicateDevice(devices);
        Map<String, CounterSet> sets = new LinkedHashMap<>();
        if (problem == null && hasPartitions) {
            problem = counterProblem(counters, devices, otherDevices, sets);
        }
        return problem != null
                ? new Pool(id, false, problem, List.of(), List.of(), Map.of())
                : new Pool(id, false, null, devices, hasPartitions ? otherDevices : List.of(), sets);
    }

    private static @Nullable String counterProblem(
            List<Slice> counters, List<Slice> devices, List<Slice> otherDevices, Map<String, CounterSet> sets) {
        for (Slice slice : counters) {
            for (CounterSet set : slice.sharedCounters()) {
                if (sets.put(set.name(), set) != null) {
                    return "duplicate counter set name " + set.name();
                }
            }
        }
        List<Slice> all = new ArrayList<>(devices);
        all.addAll(otherDevices);
        for (Slice slice : all) {
            for (Device device : slice.devices()) {
                String problem = PoolState.counterProblem(device, sets);
                if (problem != null) {
                    return problem;
                }
            }
        }
        return null;
    }

    private static @Nullable String duplicateDevice(List<Slice> slices) {
        Set<String> names = new HashSet<>();
        for (Slice slice : slices) {
            for (Device device : slice.devices()) {
                if (!names.add(device.id().device())) {
                    return "duplicate device name " + device.id().device();
                }
            }
        }
        return null;
    }
}
