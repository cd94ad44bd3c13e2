package dev.drawbridge.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A ResourceSlice.
 *
 * @param sliceCount how many slices its pool has in this generation
 * @param nodes where its devices can be used
 * @param skipsNodeOperations whether its driver leaves out operations on the node
 * @param providesNodeResources whether a device of it stands for CPU or memory of its node
 * @param perDevice whether each device says where it can be used; null if the field is not set
 */
public record Slice(
        String name,
        PoolId pool,
        long generation,
        long sliceCount,
        NodeChoice nodes,
        @Nullable Boolean perDevice,
        List<CounterSet> sharedCounters,
        List<Device> devices,
        boolean skipsNodeOperations,
        boolean providesNodeResources) {

    /** A slice whose devices provide no CPU or memory. */
    public Slice(
            String name,
            PoolId pool,
            long generation,
            long sliceCount,
            NodeChoice nodes,
            @Nullable Boolean perDevice,
            List<CounterSet> sharedCounters,
            List<Device> devices,
            boolean skipsNodeOperations) {
        this(name, pool, generation, sliceCount, nodes, perDevice, sharedCounters, devices, skipsNodeOperations, false);
    }

    /** The count of a slice whose pool is left out: as many as there are. */
    static final long UNCOUNTED = -1;

    /** The same in a pool of so many slices. */
    public Slice withCount(long count) {
        return new Slice(
                name,
                pool,
                generation,
                count,
                nodes,
                perDevice,
                sharedCounters,
                devices,
                skipsNodeOperations,
                providesNodeResources);
    }

    /** Whether its devices say where they can be used. */
    public boolean leavesNodesToDevices() {
        return Boolean.TRUE.equals(perDevice);
    }

    /** The same with other devices. */
    public Slice withDevices(List<Device> others) {
        return new Slice(
                name,
                pool,
                generation,
                sliceCount,
                nodes,
                perDevice,
                sharedCounters,
                others,
                skipsNodeOperations,
                providesNodeResources);
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
