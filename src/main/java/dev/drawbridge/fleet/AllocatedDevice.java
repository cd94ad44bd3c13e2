package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device allocated to a claim.
 *
 * @param request the request, or {@code request/alternative}
 * @param isShared whether it is a share, so that other claims may have shares of the device
 * @param consumedCapacity the consumed capacity; null if unset
 * @param skipsNodeOperations whether the driver skips operations, so that the node must be able to do without them
 * @param binding the conditions for binding a pod
 * @param isUnhealthy whether its driver reports the condition {@code Ready: False}
 */
public record AllocatedDevice(
        String request,
        DeviceId id,
        boolean adminAccess,
        boolean isShared,
        @Nullable Map<String, Quantity> consumedCapacity,
        boolean skipsNodeOperations,
        DeviceBinding binding,
        boolean isUnhealthy) {

    /** Creates a device of which the driver has reported nothing. */
    public AllocatedDevice(
            String request,
            DeviceId id,
            boolean adminAccess,
            boolean isShared,
            @Nullable Map<String, Quantity> consumedCapacity) {
        this(request, id, adminAccess, isShared, consumedCapacity, false, DeviceBinding.NONE, false);
    }
}
