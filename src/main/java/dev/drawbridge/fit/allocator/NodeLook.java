package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.CounterSet;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.Slice;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Everything that an allocator sees of a node, except names: its pools in the order of the search, and their devices.
 * Nodes that look the same get the same decision.
 *
 * @param features the features that its kubelet declares
 */
record NodeLook(List<String> features, List<PoolLook> pools) {

    /**
     * The look of a pool.
     *
     * @param shared the pool itself if other nodes see it, too, or it is incomplete or invalid, since such a pool
     *     equals only itself; otherwise null
     */
    private record PoolLook(@Nullable Pool shared, Map<String, CounterSet> counterSets, List<SliceLook> slices) {}

    private record SliceLook(List<CounterSet> sharedCounters, List<DeviceLook> devices) {}

    static NodeLook of(AllocatorInputs inputs, Node node, List<Pool> pools) {
        Owners owners = new Owners(inputs.version());
        return new NodeLook(
                node.declaredFeatures(),
                pools.stream()
                        .map(pool -> new PoolLook(
                                isOfNodeAlone(pool, node) ? null : pool,
                                pool.counterSets(),
                                pool.slices().stream()
                                        .map(slice -> look(inputs, node, pool, slice, owners))
                                        .toList()))
                        .toList());
    }

    private static boolean isOfNodeAlone(Pool pool, Node node) {
        return !pool.isIncomplete()
                && !pool.isInvalid()
                && pool.otherSlices().isEmpty()
                && pool.slices().stream()
                        .allMatch(slice -> slice.nodes().nodeName().equals(node.name()));
    }

    private static SliceLook look(AllocatorInputs inputs, Node node, Pool pool, Slice slice, Owners owners) {
        return new SliceLook(
                slice.sharedCounters(),
                slice.devices().stream()
                        .map(device -> DeviceLook.of(
                                device,
                                device.attributes(),
                                true,
                                owners.sets(pool, slice, device),
                                slice,
                                slice.isFor(device, node),
                                inputs.allocated().use(device.id())))
                        .toList());
    }

    /** Numbers the owners of counter sets: pools of two drivers with the same name may own their sets together. */
    private static final class Owners {

        private final AllocatorVersion version;
        private final Map<PoolId, PoolId> numbered = new HashMap<>();

        Owners(AllocatorVersion version) {
            this.version = version;
        }

        List<CounterSetId> sets(Pool pool, Slice slice, Device device) {
            return device.consumesCounters().stream()
                    .map(CounterConsumption::counterSet)
                    .map(set -> Counters.set(version, pool.id(), slice, set))
                    .map(set -> new CounterSetId(
                            numbered.computeIfAbsent(
                                    set.owner(), owner -> new PoolId("", String.valueOf(numbered.size()))),
                            set.name()))
                    .toList();
        }
    }
}
