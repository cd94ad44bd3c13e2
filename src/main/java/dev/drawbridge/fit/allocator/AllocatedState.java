package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.port.Quantity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The devices, shares and capacity that other claims hold.
 *
 * @param devices devices that a claim holds exclusively
 * @param shared devices with at least one allocated share
 * @param capacity capacity that the shares consume, by device
 */
public record AllocatedState(
        Set<DeviceId> devices, Set<DeviceId> shared, Map<DeviceId, Map<String, Quantity>> capacity) {

    /** The state of these claims; devices with admin access are not held. */
    static AllocatedState of(List<Claim> claims, AllocatorVersion version) {
        AllocatedState state = new AllocatedState(new HashSet<>(), new HashSet<>(), new HashMap<>());
        for (Claim claim : claims) {
            List<AllocatedDevice> allocation = claim.allocation();
            if (allocation != null) {
                state.add(allocation, version);
            }
        }
        return state;
    }

    void add(List<AllocatedDevice> allocation, AllocatorVersion version) {
        allocation.stream().filter(device -> !device.adminAccess()).forEach(device -> add(device, version));
    }

    private void add(AllocatedDevice device, AllocatorVersion version) {
        if (!version.has(Feature.CONSUMABLE_CAPACITY) || !device.isShared()) {
            devices.add(device.id());
            return;
        }
        shared.add(device.id());
        Map<String, Quantity> consumed = device.consumedCapacity();
        if (consumed != null) {
            Map<String, Quantity> sum = capacity.computeIfAbsent(device.id(), id -> new HashMap<>());
            version.byCapacity(consumed, device.id().driver())
                    .forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
        }
    }

    /** Makes a device what it was before claims took it; the capacity of its shares is a copy. */
    private void restore(DeviceId id, DeviceLook.Use before) {
        if (!before.isAllocated()) {
            devices.remove(id);
        }
        if (!before.isShared()) {
            shared.remove(id);
        }
        if (before.sharedCapacity() == null) {
            capacity.remove(id);
        } else {
            capacity.put(id, before.sharedCapacity());
        }
    }

    /** What makes the devices of an allocation what they are now. */
    Runnable restoring(List<AllocatedDevice> allocation) {
        Map<DeviceId, DeviceLook.Use> before = new HashMap<>();
        for (AllocatedDevice device : allocation) {
            DeviceLook.Use use = use(device.id());
            Map<String, Quantity> sum = use.sharedCapacity() == null ? null : new HashMap<>(use.sharedCapacity());
            before.put(device.id(), new DeviceLook.Use(use.isAllocated(), use.isShared(), sum));
        }
        return () -> before.forEach(this::restore);
    }

    DeviceLook.Use use(DeviceId id) {
        return new DeviceLook.Use(devices.contains(id), shared.contains(id), capacity.get(id));
    }

    /** Whether a claim holds the device or a share of it. */
    public boolean isAllocated(DeviceId id) {
        return devices.contains(id) || shared.contains(id) || capacity.containsKey(id);
    }
}
