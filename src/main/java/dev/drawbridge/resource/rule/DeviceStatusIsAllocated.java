package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.EntryRemoval;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A device has a status while it is allocated, and one. Source: validateDeviceStatus, AllocatedDeviceStatus.
 */
public final class DeviceStatusIsAllocated implements ObjectRule {

    private static final Demand ALLOCATED = new Demand(
                    Origin.DEVICE_NOT_ALLOCATED, "devices", "must be an allocated device (see status.allocation)")
            .dependingOn("allocation.devices.results")
            .example(devices("gpu-0"), devices("gpu-1"));

    private static final Demand UNIQUE = new Demand(
                    Origin.UNIQUE, "devices", "must be unique by driver, pool, device and shareID")
            .example(devices("gpu-0"), devices("gpu-0", "gpu-0"));

    @Override
    public List<Demand> demands() {
        return List.of(ALLOCATED, UNIQUE);
    }

    private static String devices(String... names) {
        List<String> devices = Stream.of(names)
                .map(name -> "{driver: gpu.example.com, pool: node-1, device: " + name + "}")
                .toList();
        return "{allocation: {devices: {results: [{driver: gpu.example.com, pool: node-1, device: gpu-0}]}}, devices: "
                + devices + "}";
    }

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, ValidationContext context) {
        ListValue devices = status.list("devices");
        Set<List<String>> allocated = allocated(status);
        Set<List<String>> seen = new HashSet<>();
        for (int i = 0; i < devices.size(); i++) {
            List<String> id = id(devices.get(i));
            ValidationContext at = context.at("devices").at(i);
            if (!allocated.contains(id)) {
                at.report(ErrorType.INVALID, null, ALLOCATED);
            }
            if (!seen.add(id)) {
                at.report(ErrorType.DUPLICATE, null, UNIQUE);
            }
        }
    }

    /** The identity of a device; unset parts are empty. Source: {@code structured.SharedDeviceID}. */
    private static List<String> id(Value value) {
        ObjectValue device = ObjectValue.orEmpty(value);
        return List.of(
                device.string("driver"), device.string("pool"), device.string("device"), device.string("shareID"));
    }

    private static Set<List<String>> allocated(ObjectValue status) {
        return status.object("allocation").object("devices").list("results").items().stream()
                .map(DeviceStatusIsAllocated::id)
                .collect(Collectors.toSet());
    }

    /**
     * The status of a device that the same update deallocates is dropped. Source:
     * {@code pkg/registry/resource/resourceclaim/strategy.go}, dropDeallocatedStatusDevices.
     */
    public static final class DeallocatedDevices implements EntryRemoval {

        @Override
        public Predicate<Value> removed(ObjectValue status, ObjectValue old) {
            Set<List<String>> deallocated = allocated(old);
            deallocated.removeAll(allocated(status));
            return device -> deallocated.contains(id(device));
        }
    }
}
