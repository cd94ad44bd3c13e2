package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.stream.Stream;

/**
 * The fields of a device other than its name: in v1alpha3 and v1beta1 they are in {@code basic}, later in the device
 * itself. Source: {@code k8s.io/api/resource/<version>/types.go}, Device, BasicDevice.
 */
final class DeviceBody {

    private static final String BASIC = "basic";

    static ObjectValue of(Value device) {
        ObjectValue object = ObjectValue.orEmpty(device);
        return object.has(BASIC) ? object.object(BASIC) : object;
    }

    static Stream<ObjectValue> all(ListValue devices) {
        return devices.items().stream().map(DeviceBody::of);
    }

    static ValidationContext at(ListValue devices, int entry, ValidationContext context) {
        boolean isNested = devices.get(entry) instanceof ObjectValue device && device.has(BASIC);
        return isNested ? context.at(entry).at(BASIC) : context.at(entry);
    }
}
