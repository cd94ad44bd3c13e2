package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.port.Quantity;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The devices, shares and capacity that claims hold; a device with admin access is not held. */
public final class AllocatedState {

    private final AllocatorVersion version;
    private final Map<DeviceId, DeviceLook.Use> uses = new HashMap<>();

    AllocatedState(List<Claim> claims, AllocatorVersion version) {
        this.version = version;
        claims.stream().flatMap(claim -> Stream.ofNullable(claim.allocation())).forEach(this::add);
    }

    void add(List<AllocatedDevice> allocation) {
        allocation.stream()
                .filter(device -> !device.adminAccess())
                .forEach(device -> uses.put(device.id(), with(device, use(device.id()))));
    }

    private DeviceLook.Use with(AllocatedDevice device, DeviceLook.Use before) {
        if (!version.has(Feature.CONSUMABLE_CAPACITY) || !device.isShared()) {
            return new DeviceLook.Use(true, before.isShared(), before.sharedCapacity());
        }
        Map<String, Quantity> consumed = device.consumedCapacity();
        if (consumed == null) {
            return new DeviceLook.Use(before.isAllocated(), true, before.sharedCapacity());
        }
        Map<String, Quantity> sum = new HashMap<>(before.capacity());
        version.byCapacity(consumed, device.id().driver())
                .forEach((name, amount) -> sum.merge(name, amount, Quantity::plus));
        return new DeviceLook.Use(before.isAllocated(), true, sum);
    }

    /** What makes the devices of an allocation what they are now. */
    Runnable restoring(List<AllocatedDevice> allocation) {
        Map<DeviceId, DeviceLook.Use> before = new HashMap<>();
        allocation.forEach(device -> before.put(device.id(), use(device.id())));
        return () -> uses.putAll(before);
    }

    DeviceLook.Use use(DeviceId id) {
        return uses.getOrDefault(id, DeviceLook.Use.NONE);
    }

    /** Whether a claim holds the device itself, and not a share of it. */
    public boolean isHeld(DeviceId id) {
        return use(id).isAllocated();
    }

    /** Whether a claim holds the device or a share of it. */
    public boolean isAllocated(DeviceId id) {
        return use(id).isAllocated() || use(id).isShared();
    }
}
