package dev.drawbridge.fit;

import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceState;
import dev.drawbridge.fleet.DeviceStates;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.PoolState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The devices of a DeviceClass.
 *
 * @param all those that its selectors match
 * @param free those that are free now
 * @param left those that are free after others are taken
 */
public record ClassDevices(String deviceClass, int all, int free, int left) {

    /** The classes of a fleet, by name. */
    static List<ClassDevices> of(Fleet fleet, FleetClasses classes, Set<DeviceId> taken) {
        DeviceStates states = new DeviceStates(fleet);
        Map<String, ClassDevices> counts = new TreeMap<>();
        classes.names().forEach(name -> counts.put(name, new ClassDevices(name, 0, 0, 0)));
        for (PoolState pool : PoolState.of(fleet)) {
            for (Device device : pool.devices()) {
                int free = states.of(device.id()) == DeviceState.FREE ? 1 : 0;
                int left = taken.contains(device.id()) ? 0 : free;
                classes.of(device)
                        .forEach(name -> counts.computeIfPresent(
                                name,
                                (same, count) ->
                                        new ClassDevices(name, count.all + 1, count.free + free, count.left + left)));
            }
        }
        return new ArrayList<>(counts.values());
    }
}
