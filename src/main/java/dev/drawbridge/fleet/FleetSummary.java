package dev.drawbridge.fleet;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a fleet has, as tables.
 *
 * @param tables drivers, and attributes with their values
 */
public record FleetSummary(List<Table> tables) {

    private static final int MAX_VALUES = 8;

    /** A table, with its columns and rows. */
    public record Table(String name, List<String> columns, List<List<String>> rows) {}

    /** Counts what is in the fleet. */
    public static FleetSummary of(Fleet fleet) {
        Set<DeviceId> taken = new HashSet<>();
        for (Claim claim : fleet.claims()) {
            List<AllocatedDevice> allocation = claim.allocation();
            if (allocation != null) {
                allocation.stream().filter(device -> !device.adminAccess()).forEach(device -> taken.add(device.id()));
            }
        }
        return new FleetSummary(List.of(drivers(fleet, taken), classes(fleet), attributes(fleet, taken)));
    }

    private static Table drivers(Fleet fleet, Set<DeviceId> taken) {
        Map<String, Counts> byDriver = new TreeMap<>();
        for (Slice slice : fleet.slices()) {
            Counts counts = byDriver.computeIfAbsent(slice.pool().driver(), driver -> new Counts());
            counts.pools.add(slice.pool());
            counts.nodes.add(slice.nodes().nodeName());
            slice.devices().forEach(device -> counts.add(device, taken));
        }
        List<List<String>> rows = new ArrayList<>();
        byDriver.forEach((driver, counts) -> rows.add(List.of(
                driver,
                String.valueOf(counts.pools.size()),
                String.valueOf(counts.nodes.size()),
                String.valueOf(counts.devices),
                String.valueOf(counts.taken),
                String.valueOf(counts.devices - counts.taken),
                String.valueOf(counts.tainted))));
        return new Table("drivers", List.of("driver", "pools", "nodes", "devices", "taken", "free", "tainted"), rows);
    }

    private static Table classes(Fleet fleet) {
        List<List<String>> rows = new ArrayList<>();
        fleet.classes().values().forEach(each -> rows.add(List.of(each.name(), String.join("; ", each.selectors()))));
        return new Table("classes", List.of("class", "selectors"), rows);
    }

    private static Table attributes(Fleet fleet, Set<DeviceId> taken) {
        Map<String, Map<String, Counts>> byAttribute = new TreeMap<>();
        for (Slice slice : fleet.slices()) {
            for (Device device : slice.devices()) {
                device.attributesByDomain()
                        .forEach((domain, values) -> values.forEach((name, value) -> byAttribute
                                .computeIfAbsent(domain + "/" + name, any -> new TreeMap<>())
                                .computeIfAbsent(String.valueOf(value), any -> new Counts())
                                .add(device, taken)));
                device.capacityByDomain()
                        .forEach((domain, values) -> values.forEach((name, value) -> byAttribute
                                .computeIfAbsent(domain + "/" + name, any -> new TreeMap<>())
                                .computeIfAbsent(String.valueOf(value), any -> new Counts())
                                .add(device, taken)));
            }
        }
        List<List<String>> rows = new ArrayList<>();
        byAttribute.forEach((attribute, values) -> {
            if (values.size() > MAX_VALUES) {
                int devices = values.values().stream()
                        .mapToInt(counts -> counts.devices)
                        .sum();
                int held = values.values().stream()
                        .mapToInt(counts -> counts.taken)
                        .sum();
                rows.add(row(attribute, values.size() + " values", devices, held));
            } else {
                values.forEach((value, counts) -> rows.add(row(attribute, value, counts.devices, counts.taken)));
            }
        });
        return new Table("attributes", List.of("attribute", "value", "devices", "taken", "free"), rows);
    }

    private static List<String> row(String attribute, String value, int devices, int taken) {
        return List.of(
                attribute, value, String.valueOf(devices), String.valueOf(taken), String.valueOf(devices - taken));
    }

    private static final class Counts {

        private final Set<PoolId> pools = new LinkedHashSet<>();
        private final Set<String> nodes = new LinkedHashSet<>();
        private int devices;
        private int taken;
        private int tainted;

        void add(Device device, Set<DeviceId> all) {
            devices++;
            taken += all.contains(device.id()) ? 1 : 0;
            tainted += device.taints().isEmpty() ? 0 : 1;
        }
    }
}
