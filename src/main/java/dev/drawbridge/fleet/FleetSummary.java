package dev.drawbridge.fleet;

import dev.drawbridge.field.PrintedTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The contents of a fleet as tables. Devices are those of the newest generation of each pool, as the scheduler sees
 * them; a device that no claim could get, or that is tainted, is not free.
 *
 * @param tables drivers, unusable pools, classes, and attributes with their values
 * @param nodes the number of nodes
 * @param devices the number of devices
 */
public record FleetSummary(List<PrintedTable> tables, int nodes, int devices) {

    private static final int MAX_VALUES = 8;

    /** Counts the objects of the fleet. */
    public static FleetSummary of(Fleet fleet) {
        DeviceStates states = new DeviceStates(fleet);
        List<PoolState> pools = PoolState.of(fleet);
        return new FleetSummary(
                List.of(drivers(fleet, pools, states), unusable(pools), classes(fleet), attributes(pools, states)),
                fleet.nodes().size(),
                pools.stream().mapToInt(pool -> pool.devices().size()).sum());
    }

    /**
     * A row for each node that has devices of its own: devices by state, and who holds them.
     *
     * @param held the holders of each node's devices, a table of {@link DeviceHolders}
     */
    public static PrintedTable nodes(Fleet fleet, PrintedTable held) {
        DeviceStates states = new DeviceStates(fleet);
        Map<String, Counts> byNode = new TreeMap<>();
        PoolState.of(fleet)
                .forEach(pool -> pool.forEachDevice((slice, device) -> {
                    String node = slice.nodesOf(device).nodeName();
                    if (!node.isEmpty()) {
                        byNode.computeIfAbsent(node, any -> new Counts()).add(device, states);
                    }
                }));
        Map<Object, List<Object>> heldByNode = new HashMap<>();
        held.rows().forEach(row -> heldByNode.put(row.get(0), row));
        List<String> columns = Counts.columns("node");
        // Its own number of devices is that of those that are taken.
        List<Integer> more = IntStream.range(1, held.columns().size())
                .filter(i -> !held.columns().get(i).equals("devices"))
                .boxed()
                .toList();
        more.forEach(i -> columns.add(held.columns().get(i)));
        List<List<Object>> rows = new ArrayList<>();
        byNode.forEach((node, counts) -> {
            List<Object> row = counts.row(node);
            List<Object> ofHolders = heldByNode.get(node);
            more.forEach(i -> row.add(
                    ofHolders != null ? ofHolders.get(i) : held.columns().get(i).equals("claims") ? (Object) 0 : ""));
            rows.add(row);
        });
        return new PrintedTable(held.name(), columns, rows);
    }

    private static PrintedTable drivers(Fleet fleet, List<PoolState> pools, DeviceStates states) {
        Set<String> nodes = fleet.nodes().stream().map(Node::name).collect(Collectors.toSet());
        Map<String, Counts> byDriver = new TreeMap<>();
        for (PoolState pool : pools) {
            Counts counts = byDriver.computeIfAbsent(pool.id().driver(), driver -> new Counts());
            counts.pools++;
            pool.slices().forEach(slice -> counts.addNode(slice.nodes()));
            pool.forEachDevice((slice, device) -> {
                counts.addNode(device.nodes());
                counts.add(device, states);
            });
        }
        return PrintedTable.of("drivers", Counts.columns("driver", "pools", "nodes"), byDriver.entrySet(), row -> {
            Counts counts = row.getValue();
            return counts.row(row.getKey(), counts.pools, (int)
                    counts.nodes.stream().filter(nodes::contains).count());
        });
    }

    private static PrintedTable unusable(List<PoolState> pools) {
        return PrintedTable.of(
                "unusablePools",
                List.of("pool", "devices", "problem"),
                pools.stream().filter(pool -> !pool.isUsable()).toList(),
                pool -> List.of(pool.id(), pool.devices().size(), Objects.requireNonNull(pool.problem())));
    }

    private static PrintedTable classes(Fleet fleet) {
        return PrintedTable.of(
                "classes",
                List.of("class", "selectors"),
                new TreeMap<>(fleet.classes()).values(),
                each -> List.of(each.name(), String.join("; ", each.selectors())));
    }

    private static PrintedTable attributes(List<PoolState> pools, DeviceStates states) {
        Map<String, Map<String, Counts>> byAttribute = new TreeMap<>();
        for (PoolState pool : pools) {
            for (Device device : pool.devices()) {
                device.attributesByDomain()
                        .forEach((domain, values) ->
                                values.forEach((name, value) -> counts(byAttribute, domain + "/" + name, value + "")
                                        .add(device, states)));
                device.capacityByDomain()
                        .forEach((domain, values) ->
                                values.forEach((name, value) -> counts(byAttribute, domain + "/" + name, value.text())
                                        .add(device, states)));
            }
        }
        List<List<Object>> rows = new ArrayList<>();
        byAttribute.forEach((attribute, values) -> {
            if (values.size() > MAX_VALUES) {
                Counts sum = new Counts();
                values.values().forEach(sum::add);
                rows.add(row(attribute, values.size() + " values", sum));
            } else {
                values.forEach((value, counts) -> rows.add(row(attribute, value, counts)));
            }
        });
        return new PrintedTable("attributes", List.of("attribute", "value", "devices", "taken", "free"), rows);
    }

    private static Counts counts(Map<String, Map<String, Counts>> all, String attribute, String value) {
        return all.computeIfAbsent(attribute, any -> new TreeMap<>()).computeIfAbsent(value, any -> new Counts());
    }

    private static List<Object> row(String attribute, String value, Counts counts) {
        return List.of(attribute, value, counts.devices, counts.taken, counts.free);
    }

    private static final class Counts {

        private final Set<String> nodes = new LinkedHashSet<>();
        private int pools;
        private int devices;
        private int taken;
        private int free;
        private int unusable;
        private int blocked;
        private int tainted;

        static List<String> columns(String... first) {
            List<String> columns = new ArrayList<>(List.of(first));
            columns.addAll(List.of("devices", "taken", "free", "unusable", "blocked", "tainted"));
            return columns;
        }

        List<Object> row(Object... first) {
            List<Object> row = new ArrayList<>(List.of(first));
            row.addAll(List.of(devices, taken, free, unusable, blocked, tainted));
            return row;
        }

        /** Counts a node; a choice of several nodes does not count. */
        void addNode(NodeChoice choice) {
            if (!choice.nodeName().isEmpty()) {
                nodes.add(choice.nodeName());
            }
        }

        void add(Device device, DeviceStates states) {
            devices++;
            switch (states.of(device.id())) {
                case FREE -> free++;
                case TAKEN, UNHEALTHY -> taken++;
                case INCOMPLETE, UNREACHABLE -> unusable++;
                case BLOCKED -> blocked++;
                case TAINTED -> {}
            }
            tainted += device.taints().stream().anyMatch(Taint::keepsAway) ? 1 : 0;
        }

        void add(Counts other) {
            devices += other.devices;
            taken += other.taken;
            free += other.free;
        }
    }
}
