package dev.drawbridge.fleet;

import dev.drawbridge.constraint.content.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A device that a claim has.
 *
 * @param request the request, or {@code request/alternative}
 * @param isShared whether other claims may have shares of it
 * @param consumedCapacity what it takes of it; null where that is not said
 */
public record AllocatedDevice(
        String request,
        DeviceId id,
        boolean adminAccess,
        boolean isShared,
        @Nullable Map<String, Quantity> consumedCapacity) {}
