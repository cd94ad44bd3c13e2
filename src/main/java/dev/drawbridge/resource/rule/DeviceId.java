package dev.drawbridge.resource.rule;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.HashSet;
import java.util.Set;

/**
 * What tells the devices of a claim's status apart; a field that is unset is the empty text. Source:
 * {@code k8s.io/dynamic-resource-allocation/structured}, SharedDeviceID.
 */
record DeviceId(String driver, String pool, String device, String shareId) {

    /** The device that an allocation result, or a device's status, is about. */
    static DeviceId of(Value value) {
        ObjectValue device = value instanceof ObjectValue object ? object : ObjectValue.EMPTY;
        return new DeviceId(
                device.string("driver"), device.string("pool"), device.string("device"), device.string("shareID"));
    }

    /** The devices that a status allocates. */
    static Set<DeviceId> allocated(ObjectValue status) {
        ListValue results = status.object("allocation").object("devices").list("results");
        Set<DeviceId> ids = new HashSet<>();
        for (int i = 0; i < results.size(); i++) {
            ids.add(of(results.get(i)));
        }
        return ids;
    }
}
