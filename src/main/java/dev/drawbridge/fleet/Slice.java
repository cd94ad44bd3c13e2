package dev.drawbridge.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceSlice.
 *
 * @param ofPool the pool that its devices belong to
 * @param nodes where its devices can be used
 * @param perDevice whether each device says where it can be used; null if the field is not set
 * @param skipsNodeOperations whether its driver leaves out operations on the node
 * @param providesNodeResources whether a device of it stands for CPU or memory of its node
 */
public record Slice(
        String name,
        PoolGeneration ofPool,
        NodeChoice nodes,
        @Nullable Boolean perDevice,
        List<CounterSet> sharedCounters,
        List<Device> devices,
        boolean skipsNodeOperations,
        boolean providesNodeResources) {

    /** The count of a slice whose pool is left out: as many as there are. */
    static final long UNCOUNTED = -1;

    /** Its pool. */
    public PoolId pool() {
        return ofPool.pool();
    }

    /** The generation of its pool. */
    public long generation() {
        return ofPool.number();
    }

    /** How many slices its pool has in this generation. */
    public long sliceCount() {
        return ofPool.sliceCount();
    }

    /** The same in a pool of so many slices. */
    public Slice withCount(long count) {
        return with(new PoolGeneration(pool(), generation(), count), devices);
    }

    /** The same with other devices. */
    public Slice withDevices(List<Device> others) {
        return with(ofPool, others);
    }

    private Slice with(PoolGeneration otherPool, List<Device> others) {
        return new Slice(
                name, otherPool, nodes, perDevice, sharedCounters, others, skipsNodeOperations, providesNodeResources);
    }

    /** Whether its devices say where they can be used. */
    public boolean leavesNodesToDevices() {
        return Boolean.TRUE.equals(perDevice);
    }

    /** Whether a device of it has the field of binding conditions. */
    public boolean hasBindingConditions() {
        return devices.stream().anyMatch(device -> device.bindingConditions() != null);
    }

    /** Whether a device of it has compatibility groups. */
    public boolean hasCompatibilityGroups() {
        return devices.stream()
                .flatMap(device -> device.consumesCounters().stream())
                .anyMatch(consumption -> !consumption.compatibilityGroups().isEmpty());
    }
}
