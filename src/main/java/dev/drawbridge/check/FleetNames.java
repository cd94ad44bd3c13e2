package dev.drawbridge.check;

import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Slice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of the fleet of a check, and the attributes and capacities that its devices have. */
final class FleetNames {

    private @Nullable Fleet fleet;

    /** Takes the fleet, once it has been read. */
    void read(Fleet read) {
        fleet = read;
    }

    /** The drivers that the classes of the fleet require. */
    Map<String, Set<String>> classes(DriverRegistry registry) {
        Map<String, Set<String>> drivers = new HashMap<>();
        if (fleet != null) {
            for (Map.Entry<String, DeviceClass> one : fleet.classes().entrySet()) {
                drivers.put(one.getKey(), registry.driversOf(one.getValue().selectors()));
            }
        }
        return drivers;
    }

    /** What the devices of the fleet have. */
    ShownDevices shown() {
        if (fleet == null) {
            return ShownDevices.NONE;
        }
        Map<String, Set<String>> names = new HashMap<>();
        for (Slice slice : fleet.slices()) {
            Set<String> ofDriver = names.computeIfAbsent(slice.pool().driver(), none -> new HashSet<>());
            for (Device device : slice.devices()) {
                add(false, device.attributesByDomain(), ofDriver);
                add(true, device.capacityByDomain(), ofDriver);
            }
        }
        return new ShownDevices(names);
    }

    private static void add(boolean isCapacity, Map<String, ? extends Map<String, ?>> names, Set<String> all) {
        names.forEach((domain, values) ->
                values.keySet().forEach(name -> all.add(ShownDevices.key(isCapacity, domain, name))));
    }
}
