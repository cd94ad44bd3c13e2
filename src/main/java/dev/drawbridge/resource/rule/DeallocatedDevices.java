package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.EntryRemoval;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The status of a device that the same update deallocates is dropped. Source:
 * {@code pkg/registry/resource/resourceclaim/strategy.go}, dropDeallocatedStatusDevices.
 */
public final class DeallocatedDevices implements EntryRemoval {

    @Override
    public Predicate<Value> removed(ObjectValue status, ObjectValue old) {
        Set<List<String>> deallocated = DeviceIds.allocated(old);
        deallocated.removeAll(DeviceIds.allocated(status));
        return device -> deallocated.contains(DeviceIds.of(device));
    }
}
