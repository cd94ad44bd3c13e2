package dev.drawbridge.fit.plugin;

import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceBinding;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Checks whether the devices of an allocated claim are ready for binding a pod.
 *
 * <p>Source: {@code dynamicresources.go}, isClaimReadyForBinding and isClaimTimeout.
 */
final class BindingConditions {

    static final Duration TIMEOUT = Duration.ofMinutes(10);

    enum State {
        READY,
        PENDING,
        FAILED,
        TIMED_OUT
    }

    private final boolean count;
    private final Instant now;

    BindingConditions(FeatureGates gates, Instant now) {
        this.count = gates.has(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS)
                && gates.has(FeatureGate.DRA_RESOURCE_CLAIM_DEVICE_STATUS);
        this.now = now;
    }

    /** The state of a claim; a claim without devices is ready. */
    State of(Claim claim) {
        List<AllocatedDevice> devices = claim.allocation();
        if (!count || devices == null) {
            return State.READY;
        }
        for (AllocatedDevice device : devices) {
            DeviceBinding binding = device.binding();
            if (!binding.conditions().isEmpty()) {
                Set<String> met = binding.met();
                if (met != null && binding.failureConditions().stream().anyMatch(met::contains)) {
                    return State.FAILED;
                }
                if (met == null || !met.containsAll(binding.conditions())) {
                    Instant since = claim.stored().allocatedAt();
                    return since != null && since.plus(TIMEOUT).isBefore(now) ? State.TIMED_OUT : State.PENDING;
                }
            }
        }
        return State.READY;
    }
}
