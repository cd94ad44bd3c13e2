package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One alternative of a request: ExactDeviceRequest or DeviceSubRequest of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param name its own name, or that of the exact request
 * @param amount the number of devices
 * @param adminAccess null if unset
 * @param capacity the amounts to consume of a shared device; null if unset
 * @param derivedAttributes expressions by the attribute they compute
 */
public record Alternative(
        String name,
        String deviceClassName,
        DeviceCount amount,
        @Nullable Boolean adminAccess,
        List<String> selectors,
        List<Toleration> tolerations,
        @Nullable Map<String, Quantity> capacity,
        Map<String, String> derivedAttributes) {

    /** Whether it requests all matching devices. */
    public boolean isAll() {
        return allocationMode().equals("All");
    }

    /** Whether it has access to devices that are in use. */
    public boolean hasAdminAccess() {
        return Boolean.TRUE.equals(adminAccess);
    }

    /** {@code ExactCount} or {@code All}. */
    public String allocationMode() {
        return amount.allocationMode();
    }

    /** The number of devices; 0 for all. */
    public long count() {
        return amount.count();
    }

    /** A copy with another count. */
    public Alternative withCount(long other) {
        return with(new DeviceCount(allocationMode(), other), selectors);
    }

    /** A copy without a selector. */
    public Alternative withoutSelector(int index) {
        List<String> others = new ArrayList<>(selectors);
        others.remove(index);
        return with(amount, others);
    }

    private Alternative with(DeviceCount otherAmount, List<String> others) {
        return new Alternative(
                name, deviceClassName, otherAmount, adminAccess, others, tolerations, capacity, derivedAttributes);
    }
}
