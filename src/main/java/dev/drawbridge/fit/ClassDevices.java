package dev.drawbridge.fit;

import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceState;
import dev.drawbridge.fleet.DeviceStates;
import dev.drawbridge.fleet.Fleet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The devices of a DeviceClass.
 *
 * @param all those that its selectors match
 * @param free those that are free now
 * @param left those that are free after others are taken
 */
public record ClassDevices(String deviceClass, int all, int free, int left) {

    static List<ClassDevices> of(Fleet fleet, FleetClasses classes, Set<DeviceId> taken) {
        DeviceStates states = new DeviceStates(fleet);
        List<ClassDevices> counts = new ArrayList<>();
        classes.devices().forEach((name, devices) -> {
            List<DeviceId> free = devices.stream()
                    .map(Device::id)
                    .filter(id -> states.of(id) == DeviceState.FREE)
                    .toList();
            int left = (int) free.stream().filter(id -> !taken.contains(id)).count();
            counts.add(new ClassDevices(name, devices.size(), free.size(), left));
        });
        return counts;
    }
}
