package dev.drawbridge.fit;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceCount;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A DeviceClass as containers ask for it.
 *
 * @param deviceClass its name
 * @param names the resources that it provides; of two classes with one name only that which provides it has it
 * @param devices how many devices of the class nodes can use
 * @param free how many of them no claim has
 * @param pluginNodes the nodes on which a device plugin offers one of the resources, so that the class is not asked
 *     there
 */
public record ExtendedResource(
        String deviceClass, List<String> names, long devices, long free, List<String> pluginNodes) {

    /** The classes that provide resources, by name. */
    static List<ExtendedResource> of(ScheduledFleet scheduled) {
        return new TreeMap<>(scheduled.fleet().classes())
                .values().stream()
                        .map(deviceClass -> of(scheduled, deviceClass))
                        .filter(each -> !each.names().isEmpty())
                        .toList();
    }

    private static ExtendedResource of(ScheduledFleet scheduled, DeviceClass deviceClass) {
        Fleet fleet = scheduled.fleet();
        List<String> names = scheduled.plugin().resources(deviceClass);
        Alternative any = new Alternative(
                "", deviceClass.name(), DeviceCount.exactly(1), null, List.of(), List.of(), null, Map.of());
        Set<DeviceId> devices = new HashSet<>();
        if (!names.isEmpty()) {
            scheduled.funnel(fleet.nodes(), any).devices().forEach(device -> devices.add(device.id()));
        }
        return new ExtendedResource(
                deviceClass.name(),
                names,
                devices.size(),
                devices.stream()
                        .filter(id -> !scheduled.now().allocated().isAllocated(id))
                        .count(),
                fleet.nodes().stream()
                        .filter(node -> names.stream()
                                .anyMatch(name -> node.pluginResources().getOrDefault(name, 0L) > 0))
                        .map(Node::name)
                        .toList());
    }
}
