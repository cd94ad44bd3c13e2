package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A capacity of a device. Source: DeviceCapacity of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param policy the amounts that a claim may consume of a shared device; null if unrestricted
 */
public record DeviceCapacity(Quantity value, @Nullable Policy policy) {

    /**
     * The amounts that a claim may consume.
     *
     * @param standard the amount consumed by a request without an amount; null for the whole capacity
     * @param values the valid amounts; empty if unset
     * @param range the valid range; null if unset
     */
    public record Policy(
            @Nullable Quantity standard,
            List<Quantity> values,
            @Nullable Range range) {}

    /** The amounts from {@code min} to {@code max} in steps; null for no bound. */
    public record Range(
            @Nullable Quantity min,
            @Nullable Quantity max,
            @Nullable Quantity step) {}
}
