package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A device has a status while it is allocated, and one. Source: validateDeviceStatus, AllocatedDeviceStatus.
 */
public final class DeviceStatusIsAllocated implements ObjectRule {

    @Override
    public List<Demand> demands() {
        return List.of(
                new Demand(Origin.DEVICE_NOT_ALLOCATED, "an entry of devices must be a device in status.allocation")
                        .example(
                                "{allocation: {devices: {results: [{driver: gpu.example.com, pool: node-1, device:"
                                        + " gpu-0}]}}, devices: [{driver: gpu.example.com, pool: node-1, device:"
                                        + " gpu-0}]}",
                                "{allocation: {devices: {results: [{driver: gpu.example.com, pool: node-1, device:"
                                        + " gpu-0}]}}, devices: [{driver: gpu.example.com, pool: node-1, device:"
                                        + " gpu-1}]}"),
                new Demand(Origin.UNIQUE, "an entry of devices must be unique by driver, pool, device and shareID")
                        .example(
                                "{devices: [{driver: gpu.example.com, pool: node-1, device: gpu-0}, {driver:"
                                        + " gpu.example.com, pool: node-1, device: gpu-1}]}",
                                "{devices: [{driver: gpu.example.com, pool: node-1, device: gpu-0}, {driver:"
                                        + " gpu.example.com, pool: node-1, device: gpu-0}]}"));
    }

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, ValidationContext place) {
        ListValue devices = status.list("devices");
        Set<List<String>> allocated = DeviceIds.allocated(status);
        Set<List<String>> seen = new HashSet<>();
        place.enter("devices");
        for (int i = 0; i < devices.size(); i++) {
            List<String> id = DeviceIds.of(devices.get(i));
            place.enter(i);
            if (!allocated.contains(id)) {
                place.report(
                        ErrorType.INVALID,
                        null,
                        "must be an allocated device (see status.allocation)",
                        Origin.DEVICE_NOT_ALLOCATED);
            }
            if (!seen.add(id)) {
                place.report(
                        ErrorType.DUPLICATE, null, "must be unique by driver, pool, device and shareID", Origin.UNIQUE);
            }
            place.leave();
        }
        place.leave();
    }
}
