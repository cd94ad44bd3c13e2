package dev.drawbridge.fleet;

import java.util.HashSet;
import java.util.Set;

/** The states of the devices of a fleet whose DeviceTaintRules are applied. */
public final class DeviceStates {

    private final Set<DeviceId> taken = new HashSet<>();
    private final Set<DeviceId> unhealthy = new HashSet<>();

    /** The states that the claims of the fleet cause. */
    public DeviceStates(Fleet fleet) {
        for (Claim claim : fleet.holders()) {
            claim.held().forEach(device -> taken.add(device.id()));
            claim.unhealthy().forEach(device -> unhealthy.add(device.id()));
        }
    }

    /**
     * The state of a device.
     *
     * @param isUsable whether the scheduler can use its pool
     */
    public DeviceState of(Device device, boolean isUsable) {
        if (taken.contains(device.id())) {
            return unhealthy.contains(device.id()) ? DeviceState.UNHEALTHY : DeviceState.TAKEN;
        }
        if (!isUsable) {
            return DeviceState.INCOMPLETE;
        }
        return device.taints().stream().anyMatch(Taint::keepsAway) ? DeviceState.TAINTED : DeviceState.FREE;
    }
}
