package dev.drawbridge.fit;

import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.CounterConsumption;
import dev.drawbridge.fleet.DeviceCapacity;
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
 * @param attributes those that somebody reads, by their full names
 * @param isReadable whether the release can read them all, the others included: else every expression fails on the
 *     device
 * @param counters the counter sets that it takes counters of, in the order of {@code consumesCounters}
 * @param isOnNode whether the node can use it
 * @param skipsNodeOperations whether its driver leaves out operations that nodes may need
 * @param isAllocated whether another claim has it for itself
 * @param isShared whether other claims have shares of it
 * @param sharedCapacity what these take; null if none of them says
 */
record DeviceLook(
        String driver,
        Map<String, Attribute> attributes,
        boolean isReadable,
        Map<String, DeviceCapacity> capacity,
        boolean allowMultipleAllocations,
        List<CounterSetId> counters,
        List<CounterConsumption> consumesCounters,
        List<Taint> taints,
        boolean hasBindingConditions,
        boolean isOnNode,
        boolean skipsNodeOperations,
        boolean isAllocated,
        boolean isShared,
        @Nullable Map<String, Quantity> sharedCapacity) {}
