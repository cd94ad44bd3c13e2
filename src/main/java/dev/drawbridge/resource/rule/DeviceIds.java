package dev.drawbridge.resource.rule;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The identity of a device in a claim's status: driver, pool, device and share; unset parts are empty. Source: {@code
 * k8s.io/dynamic-resource-allocation/structured}, SharedDeviceID.
 */
final class DeviceIds {

    private DeviceIds() {}

    static List<String> of(Value value) {
        ObjectValue device = ObjectValue.orEmpty(value);
        return List.of(
                device.string("driver"), device.string("pool"), device.string("device"), device.string("shareID"));
    }

    static Set<List<String>> allocated(ObjectValue status) {
        return status.object("allocation").object("devices").list("results").items().stream()
                .map(DeviceIds::of)
                .collect(Collectors.toSet());
    }
}
