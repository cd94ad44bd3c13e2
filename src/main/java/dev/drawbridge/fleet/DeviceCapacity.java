package dev.drawbridge.fleet;

import dev.drawbridge.port.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much a device has of something. Source: DeviceCapacity of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param policy how much a claim may take of a device that several share; null if any amount may be taken
 */
public record DeviceCapacity(Quantity value, @Nullable Policy policy) {

    /**
     * What a claim may take.
     *
     * @param standard what one takes that does not say how much; null if that is all
     * @param values the amounts to choose from; empty if there are none
     * @param range the range to choose from; null if there is none
     */
    public record Policy(
            @Nullable Quantity standard,
            List<Quantity> values,
            @Nullable Range range) {}

    /** From {@code min}, in steps, to {@code max}; null if there is no bound. */
    public record Range(
            @Nullable Quantity min,
            @Nullable Quantity max,
            @Nullable Quantity step) {}
}
