package dev.drawbridge.live.doctor;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.live.ClusterFinding;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Checks for nodes whose devices are also offered by a device plugin: an extended resource such as {@code
 * nvidia.com/gpu} or {@code gpu.intel.com/i915}, and slices of driver {@code gpu.nvidia.com} or {@code gpu.intel.com},
 * or devices of a class with this {@code extendedResourceName}.
 */
final class NodeCheck {

    static List<ClusterFinding> find(Patient patient) {
        Map<String, Set<String>> drivers = new HashMap<>();
        for (Slice slice : patient.fleet().slices()) {
            if (!slice.nodes().nodeName().isEmpty() && !slice.devices().isEmpty()) {
                drivers.computeIfAbsent(slice.nodes().nodeName(), any -> new HashSet<>())
                        .add(slice.pool().driver());
            }
        }
        Set<List<String>> ofClasses = new HashSet<>();
        for (DeviceClass each : patient.fleet().classes().values()) {
            String name = each.extendedResourceName();
            (name.isEmpty() ? List.<Slice>of() : patient.fit().match(each).slices())
                    .forEach(slice -> ofClasses.add(
                            List.of(name, slice.nodes().nodeName(), slice.pool().driver())));
        }
        Map<String, List<String>> nodes = new TreeMap<>();
        for (Node node : patient.fleet().nodes()) {
            node.pluginResources().forEach((resource, amount) -> {
                int slash = resource.indexOf('/');
                String domain = resource.substring(0, Math.max(0, slash));
                String named = resource.substring(slash + 1) + "." + domain;
                for (String driver : drivers.getOrDefault(node.name(), Set.of())) {
                    boolean isSame = driver.equals(domain)
                            || driver.equals(named)
                            || ofClasses.contains(List.of(resource, node.name(), driver));
                    if (amount > 0 && isSame) {
                        nodes.computeIfAbsent(resource + " and driver " + driver, any -> new ArrayList<>())
                                .add(node.name());
                    }
                }
            });
        }
        List<ClusterFinding> findings = new ArrayList<>();
        nodes.forEach((what, names) -> findings.add(DoctorRule.DEVICE_PLUGIN_TOO.about(
                "Node " + names.get(0),
                (names.size() > 1 ? "and " + Printable.count(names.size() - 1L, "other") + ": " : "")
                        + "a device plugin offers " + what + " has slices")));
        return findings;
    }
}
