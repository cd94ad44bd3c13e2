package dev.drawbridge.check;

import dev.drawbridge.driver.ClassDrivers;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.ResourceApi;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The drivers of the classes in the head of a change; of others those of the fleet and the catalogue. Thread-safe. */
final class HeadClasses implements ClassDrivers {

    private final Head head;
    private final DriverRegistry registry;
    private final FleetNames fleet;
    private final Map<String, Set<String>> known = new HashMap<>();

    /** The classes of a head; the fleet is read before the first class is looked up. */
    HeadClasses(Head head, DriverRegistry registry, FleetNames fleet) {
        this.head = head;
        this.registry = registry;
        this.fleet = fleet;
    }

    @Override
    public synchronized Set<String> of(String className) {
        return known.computeIfAbsent(className, this::find);
    }

    private Set<String> find(String className) {
        List<Manifest> classes = head.having(new Identity(ResourceApi.GROUP, "DeviceClass", "", className));
        if (classes.isEmpty()) {
            return fleet.classes(registry).of(className);
        }
        Set<String> drivers = new LinkedHashSet<>();
        classes.forEach(one -> drivers.addAll(registry.driversOf(one.object())));
        return drivers;
    }

    ShownDevices shown() {
        return fleet.shown();
    }

    /** A lookup that does not read the head for classes in the catalogue. */
    ClassDrivers ofCatalogueFirst() {
        return name -> {
            Set<String> drivers = registry.classes().of(name);
            return drivers.isEmpty() ? of(name) : drivers;
        };
    }
}
