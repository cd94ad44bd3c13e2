package dev.drawbridge.fit.input;

import dev.drawbridge.driver.ClassDrivers;
import dev.drawbridge.driver.DeviceName;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.fleet.Slice;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The classes of a fleet, and the attributes and capacities of its devices. Thread-safe. */
public final class FleetNames {

    private @Nullable Fleet fleet;
    private @Nullable ShownDevices shown;

    public synchronized void read(Fleet read) {
        fleet = read;
        shown = null;
    }

    /** The drivers that the classes of the fleet require, or the catalogue's drivers for other classes. */
    public synchronized ClassDrivers classes(DriverRegistry registry) {
        Map<String, DeviceClass> classes = classes();
        ClassDrivers catalogue = registry.classes();
        return name -> {
            DeviceClass one = classes.get(name);
            return one == null ? catalogue.of(name) : registry.driversOf(one.selectors());
        };
    }

    public synchronized Map<String, DeviceClass> classes() {
        return fleet == null ? Map.of() : fleet.classes();
    }

    /** What else the fleet says about new pods; nothing before it is read. */
    public synchronized FleetSources sources() {
        return fleet == null ? FleetSources.NONE : fleet.sources();
    }

    /** Whether a class of the fleet has this {@code extendedResourceName}. */
    public synchronized boolean provides(String resource) {
        return fleet != null
                && fleet.classes().values().stream()
                        .anyMatch(one -> one.extendedResourceName().equals(resource));
    }

    /** The attributes and capacities of the fleet's devices. */
    public synchronized ShownDevices shown() {
        ShownDevices known = shown;
        if (known == null) {
            known = fleet == null ? ShownDevices.NONE : shown(fleet);
            shown = known;
        }
        return known;
    }

    /** The attributes and capacities of a fleet's devices. */
    public static ShownDevices shown(Fleet fleet) {
        Map<String, Set<DeviceName>> names = new HashMap<>();
        for (Slice slice : fleet.slices()) {
            Set<DeviceName> ofDriver = names.computeIfAbsent(slice.pool().driver(), none -> new HashSet<>());
            for (Device device : slice.devices()) {
                add(false, device.attributesByDomain(), ofDriver);
                add(true, device.capacityByDomain(), ofDriver);
            }
        }
        names.values().removeIf(Set::isEmpty);
        return new ShownDevices(names);
    }

    private static void add(boolean isCapacity, Map<String, ? extends Map<String, ?>> names, Set<DeviceName> all) {
        names.forEach(
                (domain, values) -> values.keySet().forEach(name -> all.add(new DeviceName(isCapacity, domain, name))));
    }
}
