package dev.drawbridge.fleet;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A capacity of a device. Source: DeviceCapacity of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param policy the amounts that a claim may consume of a shared device; null if unrestricted
 */
public record DeviceCapacity(Quantity value, @Nullable Policy policy) {

    public DeviceCapacity {
        value = value.stored();
    }

    /** Reads an amount with its policy; v1alpha3 has only the amount. */
    static @Nullable DeviceCapacity of(Value value) {
        Quantity amount = Numbers.amount(value instanceof ObjectValue capacity ? capacity.get("value") : value);
        if (amount == null || !(value instanceof ObjectValue capacity) || !capacity.has("requestPolicy")) {
            return amount == null ? null : new DeviceCapacity(amount, null);
        }
        ObjectValue policy = capacity.object("requestPolicy");
        ObjectValue range = policy.object("validRange");
        List<Quantity> values = policy.list("validValues").items().stream()
                .flatMap(one -> Stream.ofNullable(Numbers.amount(one)))
                .toList();
        Range valid = policy.has("validRange")
                ? new Range(
                        Numbers.amount(range.get("min")),
                        Numbers.amount(range.get("max")),
                        Numbers.amount(range.get("step")))
                : null;
        return new DeviceCapacity(amount, new Policy(Numbers.amount(policy.get("default")), values, valid));
    }

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
            @Nullable Range range) {

        /** The largest valid amount; null for no bound. */
        public @Nullable Quantity max() {
            return range != null ? range.max() : values.isEmpty() ? null : values.get(values.size() - 1);
        }
    }

    /** The amounts from {@code min} to {@code max} in steps; null for no bound. */
    public record Range(
            @Nullable Quantity min,
            @Nullable Quantity max,
            @Nullable Quantity step) {}
}
