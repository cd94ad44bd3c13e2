package dev.drawbridge.fleet;

import dev.drawbridge.field.Spelling;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The states of the devices of a fleet whose DeviceTaintRules are applied. */
public final class DeviceStates {

    private final Fleet fleet;
    private final Set<String> nodes;
    private final Map<NodeChoice, Boolean> reachable = new HashMap<>();
    private final Map<String, Map<String, List<Node>>> labelled = new HashMap<>();
    private final Map<DeviceId, DeviceState> states = new HashMap<>();
    private final Map<DeviceId, List<SharedCounters.Use>> lacking = new HashMap<>();

    /** By driver: the nodes that none of its slices names, by the digits in their names. */
    private final Map<String, Map<String, Set<String>>> idle = new HashMap<>();

    /** The states of the devices in the newest generation of each pool. */
    public DeviceStates(Fleet fleet) {
        this.fleet = fleet;
        this.nodes = fleet.nodes().stream().map(Node::name).collect(Collectors.toSet());
        Set<DeviceId> taken = fleet.takenDevices();
        Set<DeviceId> unhealthy = new HashSet<>();
        fleet.holders().forEach(claim -> claim.unhealthy().forEach(device -> unhealthy.add(device.id())));
        for (PoolState pool : PoolState.of(fleet)) {
            boolean isUsable = pool.isUsable();
            SharedCounters counters = new SharedCounters(pool, taken);
            pool.forEachDevice((slice, device) -> {
                DeviceId id = device.id();
                DeviceState held = unhealthy.contains(id) ? DeviceState.UNHEALTHY : DeviceState.TAKEN;
                states.put(id, taken.contains(id) ? held : notHeld(device, slice, isUsable, counters));
            });
        }
    }

    private DeviceState notHeld(Device device, Slice slice, boolean isUsable, SharedCounters counters) {
        List<SharedCounters.Use> uses = counters.lacking(slice, device);
        if (!uses.isEmpty()) {
            lacking.put(device.id(), uses);
        }
        if (!isUsable) {
            return DeviceState.INCOMPLETE;
        }
        if (!isReachable(slice, device)) {
            return DeviceState.UNREACHABLE;
        }
        if (!uses.isEmpty()) {
            return DeviceState.BLOCKED;
        }
        return device.taints().stream().anyMatch(Taint::keepsAway) ? DeviceState.TAINTED : DeviceState.FREE;
    }

    /** Whether an existing node can use the device; assumed if not all nodes are known. */
    public boolean isReachable(Slice slice, Device device) {
        return reachable.computeIfAbsent(slice.nodesOf(device), this::isReachable);
    }

    private boolean isReachable(NodeChoice choice) {
        return !fleet.knowsNodes()
                || (choice.nodeName().isEmpty()
                        ? candidates(choice).stream().anyMatch(choice::includes)
                        : nodes.contains(choice.nodeName()));
    }

    /** The missing node of a slice, with an idle one of a similar name, or of another domain: their digits agree. */
    public String missingNode(Slice slice, Device device) {
        String missing = slice.nodesOf(device).nodeName();
        String driver = slice.pool().driver();
        Map<String, Set<String>> byDigits = idle.computeIfAbsent(driver, any -> {
            Set<String> unnamed = new TreeSet<>(nodes);
            fleet.slices().stream()
                    .filter(each -> each.pool().driver().equals(driver))
                    .flatMap(Slice::nodeChoices)
                    .forEach(choice -> unnamed.remove(choice.nodeName()));
            return unnamed.stream().collect(Collectors.groupingBy(DeviceStates::digits, Collectors.toSet()));
        });
        Set<String> alike = byDigits.getOrDefault(digits(missing), Set.of());
        String meant = alike.stream()
                .filter(node -> host(node).equals(host(missing)))
                .findFirst()
                .orElseGet(() -> Spelling.nearest(missing, alike));
        return meant == null ? missing : missing + " (did you mean " + meant + "?)";
    }

    private static String digits(String name) {
        return host(name).replaceAll("[^0-9]", "");
    }

    /** A name without its domain; an address as it is. */
    private static String host(String name) {
        return name.matches("[0-9.]+") ? name : name.replaceFirst("[.].*", "");
    }

    /** The nodes that a selector for one value of a label may match; all for another choice. */
    private List<Node> candidates(NodeChoice choice) {
        NodeSelector.Requirement one = choice.ofOneValue();
        return one == null
                ? fleet.nodes()
                : labelled.computeIfAbsent(
                                one.key(),
                                key -> fleet.nodes().stream()
                                        .filter(node -> node.labels().containsKey(key))
                                        .collect(Collectors.groupingBy(
                                                node -> node.labels().get(key))))
                        .getOrDefault(one.values().get(0), List.of());
    }

    /** The state of a device; that of one in no pool is unreachable. */
    public DeviceState of(DeviceId device) {
        return states.getOrDefault(device, DeviceState.UNREACHABLE);
    }

    public List<DeviceId> free(List<DeviceId> devices) {
        return devices.stream().filter(id -> of(id) == DeviceState.FREE).toList();
    }

    /** The counters that leave too little for a device that no claim holds; empty if it could be allocated. */
    public List<SharedCounters.Use> lackingCounters(DeviceId device) {
        return lacking.getOrDefault(device, List.of());
    }
}
