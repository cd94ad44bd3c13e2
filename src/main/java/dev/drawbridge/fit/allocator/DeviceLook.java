package dev.drawbridge.fit.allocator;

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
 * Everything that an allocator sees of a device, except its name and its pool's name. A search cannot distinguish
 * devices with equal looks.
 *
 * @param driver the driver, which is the default domain of its attributes
 * @param consumesCounters its consumption of counter sets
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
     * The properties that requests may match.
     *
     * @param attributes the attributes that expressions or constraints read, by full name
     * @param isReadable whether the release can read all attributes, including unread ones; otherwise every expression
     *     fails on the device
     */
    record Offer(
            Map<String, Attribute> attributes,
            boolean isReadable,
            Map<String, DeviceCapacity> capacity,
            boolean allowMultipleAllocations) {}

    /**
     * The properties that may keep requests from the device.
     *
     * @param isOnNode whether the node can use it
     * @param skipsNodeOperations whether its driver skips operations that nodes may need
     */
    record Obstacles(List<Taint> taints, boolean hasBindingConditions, boolean isOnNode, boolean skipsNodeOperations) {}

    static DeviceLook of(
            Device device,
            Map<String, Attribute> attributes,
            boolean isReadable,
            List<CounterSetId> counters,
            Slice slice,
            boolean isOnNode,
            Use use) {
        return new DeviceLook(
                device.id().driver(),
                new Offer(attributes, isReadable, device.capacity(), device.allowMultipleAllocations()),
                device.consumesCounters(),
                counters,
                new Obstacles(device.taints(), device.hasBindingConditions(), isOnNode, slice.skipsNodeOperations()),
                use);
    }

    /** The use of the device by other claims: exclusively, or in shares with a capacity, null if none states it. */
    record Use(
            boolean isAllocated, boolean isShared, @Nullable Map<String, Quantity> sharedCapacity) {

        static final Use NONE = new Use(false, false, null);

        Map<String, Quantity> capacity() {
            return sharedCapacity == null ? Map.of() : sharedCapacity;
        }
    }
}
