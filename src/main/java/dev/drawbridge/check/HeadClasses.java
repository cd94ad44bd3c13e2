package dev.drawbridge.check;

import dev.drawbridge.driver.ClassDrivers;
import dev.drawbridge.driver.DriverRegistry;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.ResourceApi;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The drivers of the classes in the head of a change, and of the catalogue for others. Thread-safe. */
final class HeadClasses implements ClassDrivers {

    private final Head head;
    private final DriverRegistry registry;
    private final Map<String, Set<String>> known = new HashMap<>();

    HeadClasses(Head head, DriverRegistry registry) {
        this.head = head;
        this.registry = registry;
    }

    @Override
    public synchronized Set<String> of(String className) {
        return known.computeIfAbsent(className, this::find);
    }

    private Set<String> find(String className) {
        List<Manifest> classes = head.having(new Identity(ResourceApi.GROUP, "DeviceClass", "", className));
        if (classes.isEmpty()) {
            return registry.classes().of(className);
        }
        Set<String> drivers = new LinkedHashSet<>();
        classes.forEach(one -> drivers.addAll(registry.driversOf(one.object())));
        return drivers;
    }

    /** A lookup that does not read the head for classes in the catalogue. */
    ClassDrivers ofCatalogueFirst() {
        return name -> {
            Set<String> drivers = registry.classes().of(name);
            return drivers.isEmpty() ? of(name) : drivers;
        };
    }
}
