package dev.drawbridge.fit;

import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The DeviceClasses of a fleet whose selectors match a device. Not safe for use by several threads. */
public final class FleetClasses {

    private final Allocator allocator;
    private final List<DeviceClass> classes;
    private final Fleet fleet;

    /** The classes as the scheduler of a release evaluates them. */
    public FleetClasses(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        this.fleet = fleet;
        allocator = new Allocator(fleet, release, gates);
        classes = List.copyOf(new TreeMap<>(fleet.classes()).values());
    }

    /** The names of all classes. */
    public List<String> names() {
        return classes.stream().map(DeviceClass::name).toList();
    }

    /** The names of the classes that match the device; one whose selector fails does not match. */
    public List<String> of(Device device) {
        List<String> matching = new ArrayList<>();
        for (DeviceClass each : classes) {
            if (Boolean.TRUE.equals(ClassMatch.evaluate(allocator, each.selectors(), device))) {
                matching.add(each.name());
            }
        }
        return matching;
    }

    /** The devices of each class, by its name. */
    public Map<String, List<Device>> devices() {
        Map<String, List<Device>> devices = new TreeMap<>();
        classes.forEach(each -> devices.put(each.name(), new ArrayList<>()));
        for (PoolState pool : PoolState.of(fleet)) {
            for (Device device : pool.devices()) {
                of(device)
                        .forEach(name -> devices.computeIfAbsent(name, any -> new ArrayList<>())
                                .add(device));
            }
        }
        return devices;
    }
}
