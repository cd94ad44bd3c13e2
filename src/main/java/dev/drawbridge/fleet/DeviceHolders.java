package dev.drawbridge.fleet;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The claims that hold devices of a fleet, grouped. Admin access does not count as holding. */
public final class DeviceHolders {

    static final String UNKNOWN = "unknown";
    private static final String SEVERAL_NODES = "several nodes";
    private static final int MAX_NAMES = 3;

    private final List<Held> held = new ArrayList<>();

    public enum Group {
        NAMESPACE,
        /** The workload at the end of the claim's owners. */
        WORKLOAD,
        CLASS,
        NODE,
        CLAIM;

        /** The name of the table, such as {@code byNamespace}. */
        String tableName() {
            return "by" + name().charAt(0) + toString().substring(1);
        }

        /** The name of the column. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private record Held(DeviceId device, Claim claim, String workload, String deviceClass, String node) {

        String by(Group group) {
            return switch (group) {
                case NAMESPACE -> claim.namespace();
                case WORKLOAD -> workload;
                case CLASS -> deviceClass;
                case NODE -> node;
                case CLAIM -> claim.toString();
            };
        }
    }

    /** The holders of a fleet, and the workloads that their claims belong to. */
    public DeviceHolders(Fleet fleet, WorkloadOwners owners) {
        Map<DeviceId, String> nodes = new HashMap<>();
        fleet.slices()
                .forEach(slice ->
                        slice.devices().forEach(device -> nodes.put(device.id(), nodeName(slice.nodesOf(device)))));
        for (Claim claim : fleet.holders()) {
            Map<String, String> classes = classes(claim);
            String workload = owners.of(claim);
            for (AllocatedDevice device : claim.held()) {
                String ofClass = classes.getOrDefault(device.request(), UNKNOWN);
                held.add(new Held(device.id(), claim, workload, ofClass, nodes.getOrDefault(device.id(), UNKNOWN)));
            }
        }
    }

    private static String nodeName(NodeChoice choice) {
        return choice.nodeName().isEmpty() ? SEVERAL_NODES : choice.nodeName();
    }

    /** The class of each request of a claim, by the name that results of an allocation have. */
    private static Map<String, String> classes(Claim claim) {
        Map<String, String> classes = new HashMap<>();
        for (Request request : claim.requests()) {
            for (Alternative alternative : request.alternatives()) {
                classes.put(request.fullName(alternative), alternative.deviceClassName());
            }
        }
        return classes;
    }

    /**
     * A row for each group that holds devices: claims, devices, and since when the first of them is held. A device that
     * several claims share counts once in a group.
     *
     * @param isWide whether the row also lists what else is known: nodes, classes, workloads, pods
     */
    public PrintedTable table(Group group, boolean isWide) {
        Map<String, Counts> groups = new TreeMap<>();
        held.forEach(each ->
                groups.computeIfAbsent(each.by(group), any -> new Counts()).add(each));
        return PrintedTable.of(
                group.tableName(),
                columns(group, isWide),
                groups.entrySet(),
                each -> each.getValue().row(each.getKey(), group, isWide));
    }

    private static List<String> columns(Group group, boolean isWide) {
        List<String> columns = new ArrayList<>(List.of(group.toString()));
        if (group != Group.CLAIM) {
            columns.add("claims");
        }
        columns.addAll(List.of("devices", "since"));
        if (isWide) {
            others(group).forEach(other -> columns.add(other == Group.CLASS ? "classes" : other + "s"));
            columns.add("pods");
        }
        return columns;
    }

    /** The columns that only a wide row has. */
    private static List<Group> others(Group group) {
        return List.of(Group.CLASS, Group.NODE, Group.WORKLOAD).stream()
                .filter(other -> other != group)
                .toList();
    }

    private static String some(Set<String> names) {
        return Printable.first(MAX_NAMES, List.copyOf(names));
    }

    private static final class Counts {

        private final Set<String> claims = new HashSet<>();
        private final Set<DeviceId> devices = new HashSet<>();
        private final Map<Group, Set<String>> names = new TreeMap<>();
        private final Set<String> pods = new LinkedHashSet<>();
        private @Nullable Instant since;

        void add(Held each) {
            Claim claim = each.claim();
            if (claims.add(claim.toString())) {
                claim.pods().forEach(pod -> pods.add(claim.namespace() + "/" + pod));
                Instant time = claim.stored().allocatedAt();
                since = since == null || time != null && time.isBefore(since) ? time : since;
            }
            devices.add(each.device());
            for (Group group : Group.values()) {
                names.computeIfAbsent(group, any -> new TreeSet<>()).add(each.by(group));
            }
        }

        List<Object> row(String name, Group group, boolean isWide) {
            List<Object> row = new ArrayList<>(List.of(name));
            if (group != Group.CLAIM) {
                row.add(claims.size());
            }
            row.add(devices.size());
            row.add(since == null ? UNKNOWN : since.toString());
            if (isWide) {
                others(group).forEach(other -> row.add(some(names.getOrDefault(other, Set.of()))));
                row.add(some(pods));
            }
            return row;
        }
    }
}
