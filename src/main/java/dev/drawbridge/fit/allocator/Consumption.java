package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceCapacity;
import dev.drawbridge.port.Quantity;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Computes the capacity that a request consumes of a shared device, and checks that it is left.
 *
 * <p>Source: {@code structured/internal/experimental/consumable_capacity.go}.
 */
public record Consumption(AllocatorVersion version) {

    private static final Quantity MAX_INT64 = Quantity.of(Long.MAX_VALUE);

    /** The consumed amounts, by capacity; an AllocationError if one cannot be computed. */
    Map<String, Quantity> of(@Nullable Map<String, Quantity> requests, Device device) {
        return of(
                version.byCapacity(requests, device.driver()), version.byCapacity(device.capacity(), device.driver()));
    }

    private Map<String, Quantity> of(Map<String, Quantity> requests, Map<String, DeviceCapacity> capacity) {
        Map<String, Quantity> consumed = new HashMap<>();
        capacity.forEach((name, amount) -> {
            Quantity taken = consumed(requests.get(name), amount);
            if (version.has(Quirk.OVERFLOW_IS_ERROR) && taken.sign() < 0) {
                throw new AllocationError("capacity \"" + name + "\": capacity value is negative");
            }
            consumed.put(name, taken);
        });
        return consumed;
    }

    /** Whether the device has all requested capacities, the amounts are allowed, and enough is left. */
    public boolean isPossible(
            @Nullable Map<String, Quantity> requested,
            Device device,
            Map<String, Quantity> taken,
            Map<String, Quantity> takenNow) {
        Map<String, DeviceCapacity> capacity = version.byCapacity(device.capacity(), device.driver());
        Map<String, Quantity> requests = version.byCapacity(requested, device.driver());
        if (!capacity.keySet().containsAll(requests.keySet())) {
            return false;
        }
        if (requested != null && requests.size() < requested.size()) {
            throw new AllocationError("capacity requested both with and without the domain " + device.driver());
        }
        Map<String, Quantity> consumed = of(requests, capacity);
        for (Map.Entry<String, DeviceCapacity> entry : capacity.entrySet()) {
            String name = entry.getKey();
            Quantity sum = consumed.getOrDefault(name, Quantity.ZERO);
            if (violates(sum, entry.getValue().policy())) {
                return false;
            }
            sum = sum.plus(taken.getOrDefault(name, Quantity.ZERO)).plus(takenNow.getOrDefault(name, Quantity.ZERO));
            if (sum.compareTo(entry.getValue().value()) > 0) {
                return false;
            }
        }
        return true;
    }

    /** The capacity of the device that a request names; null if it has none. */
    public @Nullable DeviceCapacity capacity(String name, Device device) {
        String own = version.byCapacity(Map.of(name, name), device.driver())
                .keySet()
                .iterator()
                .next();
        return version.byCapacity(device.capacity(), device.driver()).get(own);
    }

    /** The amount that a request consumes of a capacity. */
    public Quantity consumed(@Nullable Quantity request, DeviceCapacity capacity) {
        DeviceCapacity.Policy policy = capacity.policy();
        if (request == null) {
            return policy == null || policy.standard() == null ? capacity.value() : policy.standard();
        }
        if (version.has(Quirk.NEGATIVE_IS_ERROR) && request.sign() < 0) {
            throw new AllocationError("capacity value is negative: request " + request);
        }
        if (policy == null) {
            return request;
        }
        if (policy.range() != null && policy.range().min() != null) {
            return roundedUp(request, policy.range(), policy.range().min());
        }
        return policy.values().stream()
                .filter(value -> request.compareTo(value) <= 0)
                .findFirst()
                .orElse(request);
    }

    private Quantity roundedUp(Quantity request, DeviceCapacity.Range range, Quantity min) {
        Quantity step = range.step();
        if (request.compareTo(min) < 0) {
            return min;
        }
        if (step == null) {
            return request;
        }
        if (countsThousandths(range)) {
            if (!request.fitsThousandths()) {
                throw new AllocationError(
                        "capacity request cannot be represented in the device's range arithmetic: " + request);
            }
            return Quantity.ofThousandths(roundedUp(request.thousandths(), min.thousandths(), step.thousandths()));
        }
        if (version.has(Quirk.OVERFLOW_IS_ERROR) && request.compareTo(MAX_INT64) > 0) {
            throw new AllocationError(
                    "capacity request cannot be represented in the device's range arithmetic: request " + request
                            + " exceeds MaxInt64");
        }
        return Quantity.of(roundedUp(request.value(), min.value(), step.value()));
    }

    private long roundedUp(long request, long min, long step) {
        long added = request - min;
        refuseZero(step);
        long steps = added / step + (added % step == 0 ? 0 : 1);
        if (version.has(Quirk.OVERFLOW_IS_ERROR) && min >= 0 && steps > (Long.MAX_VALUE - min) / step) {
            throw new AllocationError(
                    "capacity request cannot be represented in the device's range arithmetic: rounding " + request
                            + " up to the next step passes MaxInt64");
        }
        return min + step * steps;
    }

    /** The API server refuses such a step, and the scheduler's allocator crashes. */
    private static void refuseZero(long step) {
        if (step == 0) {
            throw new AllocationError("invalid request policy: the step of a validRange is 0");
        }
    }

    private boolean violates(Quantity amount, DeviceCapacity.@Nullable Policy policy) {
        if (policy == null || amount.equals(policy.standard())) {
            return false;
        }
        DeviceCapacity.Range range = policy.range();
        if (range != null) {
            return violates(amount, range);
        }
        return !policy.values().isEmpty() && policy.values().stream().noneMatch(amount::equals);
    }

    private boolean violates(Quantity amount, DeviceCapacity.Range range) {
        if (range.max() != null && amount.compareTo(range.max()) > 0) {
            return true;
        }
        Quantity step = range.step();
        Quantity min = range.min() == null ? Quantity.ZERO : range.min();
        if (step == null) {
            return false;
        }
        if (step.sign() == 0) {
            refuseZero(0);
        }
        if (countsThousandths(range)) {
            return !amount.fitsThousandths() || (amount.thousandths() - min.thousandths()) % step.thousandths() != 0;
        }
        return (amount.value() - min.value()) % step.value() != 0;
    }

    private boolean countsThousandths(DeviceCapacity.Range range) {
        return version.has(Feature.FRACTIONAL_CAPACITY)
                && (range.min() == null || range.min().fitsThousandths())
                && (range.max() == null || range.max().fitsThousandths())
                && (range.step() == null
                        || range.step().fitsThousandths() && range.step().thousandths() >= 1);
    }
}
