package dev.drawbridge.resource.rule;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What tells the devices of a claim's status apart: driver, pool, device and share; one that is unset is the empty
 * text. Source: {@code k8s.io/dynamic-resource-allocation/structured}, SharedDeviceID.
 */
final class DeviceIds {

    private DeviceIds() {}

    /** Of the device that an allocation result, or a device's status, is about. */
    static List<String> of(Value value) {
        ObjectValue device = value instanceof ObjectValue object ? object : ObjectValue.EMPTY;
        return List.of(
                device.string("driver"), device.string("pool"), device.string("device"), device.string("shareID"));
    }

    /** Of the devices that a status allocates. */
    static Set<List<String>> allocated(ObjectValue status) {
        ListValue results = status.object("allocation").object("devices").list("results");
        Set<List<String>> ids = new HashSet<>();
        for (int i = 0; i < results.size(); i++) {
            ids.add(of(results.get(i)));
        }
        return ids;
    }
}
