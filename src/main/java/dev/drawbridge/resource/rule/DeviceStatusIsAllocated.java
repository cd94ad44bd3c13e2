package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.Place;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A device has a status while it is allocated, and one; that of a device that this update deallocates is dropped by the server. Source: validateDeviceStatus, AllocatedDeviceStatus.
 */
public final class DeviceStatusIsAllocated implements ObjectRule {

    /** What tells devices apart; a field that is unset is the empty text. */
    private record DeviceId(String driver, String pool, String device, String shareId) {

        static DeviceId of(Value value) {
            ObjectValue device = value instanceof ObjectValue object ? object : ObjectValue.EMPTY;
            return new DeviceId(
                    device.string("driver"), device.string("pool"), device.string("device"), device.string("shareID"));
        }
    }

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, Place place) {
        ListValue devices = status.list("devices");
        Set<DeviceId> allocated =
                ids(status.object("allocation").object("devices").list("results"));
        Set<DeviceId> deallocated = old == null
                ? Set.of()
                : ids(old.object("allocation").object("devices").list("results"));
        Set<DeviceId> seen = new HashSet<>();
        place.enter("devices");
        for (int i = 0; i < devices.size(); i++) {
            DeviceId id = DeviceId.of(devices.get(i));
            place.enter(i);
            if (!allocated.contains(id) && !deallocated.contains(id)) {
                place.report(ErrorType.INVALID, null, "must be a device of status.allocation", "deviceNotAllocated");
            }
            if (!seen.add(id)) {
                place.report(ErrorType.DUPLICATE, null, "must be unique by driver, pool, device and shareID", "unique");
            }
            place.leave();
        }
        place.leave();
    }

    private static Set<DeviceId> ids(ListValue results) {
        Set<DeviceId> ids = new HashSet<>();
        for (int i = 0; i < results.size(); i++) {
            ids.add(DeviceId.of(results.get(i)));
        }
        return ids;
    }
}
