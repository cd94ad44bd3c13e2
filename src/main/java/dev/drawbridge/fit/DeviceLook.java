package dev.drawbridge.fit;

import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceCapacity;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that an allocator sees of a device, but for its name and that of its pool. A search cannot tell devices apart
 * that look the same.
 *
 * @param driver the driver, whose domain its attributes have
 * @param consumesCounters what it takes of counter sets
 * @param counters these counter sets, in the same order
 */
record DeviceLook(
        String driver,
        Offer offer,
        List<CounterConsumption> consumesCounters,
        List<CounterSetId> counters,
        Obstacles obstacles,
        Use use) {

    /**
     * What requests may match.
     *
     * @param attributes those that somebody reads, by their full names
     * @param isReadable whether the release can read them all, the others included: else every expression fails on the
     *     device
     */
    record Offer(
            Map<String, Attribute> attributes,
            boolean isReadable,
            Map<String, DeviceCapacity> capacity,
            boolean allowMultipleAllocations) {

        static Offer of(Device device, Map<String, Attribute> read, boolean isReadable) {
            return new Offer(read, isReadable, device.capacity(), device.allowMultipleAllocations());
        }
    }

    /**
     * What may keep requests from it.
     *
     * @param isOnNode whether the node can use it
     * @param skipsNodeOperations whether its driver leaves out operations that nodes may need
     */
    record Obstacles(List<Taint> taints, boolean hasBindingConditions, boolean isOnNode, boolean skipsNodeOperations) {

        static Obstacles of(Device device, Slice slice, boolean isOnNode) {
            return new Obstacles(device.taints(), device.hasBindingConditions(), isOnNode, slice.skipsNodeOperations());
        }
    }

    /**
     * What other claims have of it.
     *
     * @param isAllocated whether one has it for itself
     * @param isShared whether some have shares of it
     * @param sharedCapacity what these take; null if none of them says
     */
    record Use(
            boolean isAllocated, boolean isShared, @Nullable Map<String, Quantity> sharedCapacity) {}
}
