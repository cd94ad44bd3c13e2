package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device that a claim has.
 *
 * @param request the request, or {@code request/alternative}
 * @param isShared whether other claims may have shares of it
 * @param consumedCapacity what it takes of it; null if that is not said
 * @param skipsNodeOperations whether its node must be able to do without operations of the driver
 * @param binding what must be true before a pod is bound
 */
public record AllocatedDevice(
        String request,
        DeviceId id,
        boolean adminAccess,
        boolean isShared,
        @Nullable Map<String, Quantity> consumedCapacity,
        boolean skipsNodeOperations,
        DeviceBinding binding) {

    /** A device that is ready at once. */
    public AllocatedDevice(
            String request,
            DeviceId id,
            boolean adminAccess,
            boolean isShared,
            @Nullable Map<String, Quantity> consumedCapacity) {
        this(request, id, adminAccess, isShared, consumedCapacity, false, DeviceBinding.NONE);
    }
}
