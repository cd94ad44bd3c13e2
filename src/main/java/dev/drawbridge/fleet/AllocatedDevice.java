package dev.drawbridge.fleet;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A device allocated to a claim.
 *
 * @param request the request, or {@code request/alternative}
 * @param isShared whether it is a share, so that other claims may have shares of the device
 * @param consumedCapacity the consumed capacity; null if unset
 * @param skipsNodeOperations whether the driver skips operations, so that the node must be able to do without them
 * @param tolerations the taints that do not end the pods of the claim
 * @param binding the conditions for binding a pod, and of its health
 */
public record AllocatedDevice(
        String request,
        DeviceId id,
        boolean adminAccess,
        boolean isShared,
        @Nullable Map<String, Quantity> consumedCapacity,
        boolean skipsNodeOperations,
        List<Toleration> tolerations,
        DeviceBinding binding) {

    /** Reads an allocation result, with what the driver reported of it in {@code status.devices}. */
    static AllocatedDevice of(ObjectValue result, ListValue reported) {
        DeviceId id = DeviceId.of(result);
        List<List<ObjectValue>> conditions = reported.objects().stream()
                .filter(device -> DeviceId.of(device).equals(id))
                .map(device -> device.list("conditions").objects())
                .toList();
        return new AllocatedDevice(
                result.string("request"),
                id,
                result.isTrue("adminAccess"),
                result.get("shareID") instanceof StringValue,
                result.has("consumedCapacity") ? Fields.amounts(result.object("consumedCapacity")) : null,
                result.list("skipNodeOperations").size() > 0,
                Fields.objects(result.list("tolerations"), Toleration::of),
                new DeviceBinding(
                        result.list("bindingConditions").texts(),
                        result.list("bindingFailureConditions").texts(),
                        conditions.isEmpty() ? null : types(conditions.get(0), "True"),
                        conditions.stream()
                                .anyMatch(each -> types(each, "False").contains("Ready"))));
    }

    private static Set<String> types(List<ObjectValue> conditions, String status) {
        return conditions.stream()
                .filter(condition -> condition.string("status").equals(status))
                .map(condition -> condition.string("type"))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Creates a device of which the driver has reported nothing. */
    public AllocatedDevice(
            String request,
            DeviceId id,
            boolean adminAccess,
            boolean isShared,
            @Nullable Map<String, Quantity> consumedCapacity) {
        this(request, id, adminAccess, isShared, consumedCapacity, false, List.of(), DeviceBinding.NONE);
    }
}
