package dev.drawbridge.fit;

import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceCount;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceState;
import dev.drawbridge.fleet.DeviceStates;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A DeviceClass as a provider of extended resources.
 *
 * @param deviceClass the name of the class
 * @param names the resources it provides; a name shared by two classes belongs only to the one that provides it
 * @param devices the number of devices of the class that nodes can use
 * @param free the number of these devices that are free
 * @param pluginNodes nodes on which a device plugin offers one of the resources, so that the scheduler does not use the
 *     class
 */
public record ExtendedResource(
        String deviceClass, List<String> names, long devices, long free, List<String> pluginNodes) {

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
        DeviceStates states = scheduled.states();
        Set<DeviceId> devices = new HashSet<>();
        if (!names.isEmpty()) {
            scheduled.funnel(fleet.nodes(), any).devices().forEach(device -> devices.add(device.id()));
        }
        return new ExtendedResource(
                deviceClass.name(),
                names,
                devices.size(),
                devices.stream().filter(id -> states.of(id) == DeviceState.FREE).count(),
                fleet.nodes().stream()
                        .filter(node -> names.stream()
                                .anyMatch(name -> node.pluginResources().getOrDefault(name, 0L) > 0))
                        .map(Node::name)
                        .toList());
    }
}
