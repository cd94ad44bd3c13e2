package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one way of satisfying a request asks for: ExactDeviceRequest or DeviceSubRequest of {@code
 * k8s.io/api/resource/v1/types.go}.
 *
 * @param name its own name, or that of the exact request
 * @param allocationMode {@code ExactCount} or {@code All}
 * @param adminAccess null if it is not set
 * @param capacity the amounts to take of a device that several share; null if the field is not set
 * @param derivedAttributes expressions by the attribute that they give
 */
public record Alternative(
        String name,
        String deviceClassName,
        String allocationMode,
        long count,
        @Nullable Boolean adminAccess,
        List<String> selectors,
        List<Toleration> tolerations,
        @Nullable Map<String, Quantity> capacity,
        Map<String, String> derivedAttributes) {

    /** Whether it asks for all matching devices. */
    public boolean isAll() {
        return allocationMode.equals("All");
    }

    /** Whether it has access to devices that are in use. */
    public boolean hasAdminAccess() {
        return Boolean.TRUE.equals(adminAccess);
    }

    /** The same with another count. */
    public Alternative withCount(long other) {
        return new Alternative(
                name,
                deviceClassName,
                allocationMode,
                other,
                adminAccess,
                selectors,
                tolerations,
                capacity,
                derivedAttributes);
    }

    /** The same without a selector. */
    public Alternative withoutSelector(int index) {
        List<String> others = new ArrayList<>(selectors);
        others.remove(index);
        return new Alternative(
                name,
                deviceClassName,
                allocationMode,
                count,
                adminAccess,
                others,
                tolerations,
                capacity,
                derivedAttributes);
    }
}
