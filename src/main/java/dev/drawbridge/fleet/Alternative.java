package dev.drawbridge.fleet;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One alternative of a request: ExactDeviceRequest or DeviceSubRequest of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param name its own name, or that of the exact request
 * @param adminAccess null if unset
 * @param capacity the amounts to consume of a shared device; null if unset
 * @param derivedAttributes expressions by the attribute they compute
 */
public record Alternative(
        String name,
        String deviceClassName,
        DeviceCount amount,
        @Nullable Boolean adminAccess,
        List<String> selectors,
        List<Toleration> tolerations,
        @Nullable Map<String, Quantity> capacity,
        Map<String, String> derivedAttributes) {

    static Alternative of(String name, ObjectValue body) {
        String named = body.string("allocationMode");
        String mode = named.isEmpty() ? "ExactCount" : named;
        long count = Fields.integer(body.get("count"), 0);
        ObjectValue capacity = body.object("capacity");
        Map<String, String> derived = new LinkedHashMap<>();
        for (ObjectValue attribute : body.list("derivedAttributes").objects()) {
            derived.put(attribute.string("name"), attribute.string("expression"));
        }
        return new Alternative(
                name,
                body.string("deviceClassName"),
                // A count of 0 is unset.
                new DeviceCount(mode, count == 0 && mode.equals("ExactCount") ? 1 : count),
                body.get("adminAccess") instanceof BooleanValue admin ? admin.value() : null,
                Fields.selectors(body.list("selectors")),
                Fields.objects(body.list("tolerations"), Toleration::of),
                body.has("capacity") ? Fields.amounts(capacity.object("requests")) : null,
                derived);
    }

    /** Whether it requests all matching devices. */
    public boolean isAll() {
        return allocationMode().equals("All");
    }

    /** Whether it has access to devices that are in use. */
    public boolean hasAdminAccess() {
        return Boolean.TRUE.equals(adminAccess);
    }

    public boolean tolerates(Taint taint) {
        return tolerations.stream().anyMatch(each -> each.tolerates(taint));
    }

    /** {@code ExactCount} or {@code All}. */
    public String allocationMode() {
        return amount.allocationMode();
    }

    /** The number of devices; 0 for all. */
    public long count() {
        return amount.count();
    }

    public Alternative withCount(long other) {
        return with(new DeviceCount(allocationMode(), other), selectors, tolerations, capacity);
    }

    /** Without the condition of a selector, whose place in the list stays. */
    public Alternative withoutSelector(int index) {
        List<String> others = new ArrayList<>(selectors);
        others.set(index, "true");
        return with(amount, others, tolerations, capacity);
    }

    public Alternative toleratingAll() {
        return with(amount, selectors, List.of(Toleration.ALL), capacity);
    }

    public Alternative withoutCapacity() {
        return with(amount, selectors, tolerations, null);
    }

    private Alternative with(
            DeviceCount count, List<String> ofDevices, List<Toleration> tolerated, @Nullable Map<String, Quantity> of) {
        return new Alternative(name, deviceClassName, count, adminAccess, ofDevices, tolerated, of, derivedAttributes);
    }
}
