package dev.drawbridge.live;

import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.DeviceTaintRule;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a change of rules, slices, classes or nodes does to the claims and pods of a cluster, before it is applied.
 *
 * @param rows a row for each claim: effect, namespace, claim, pods, and what causes it
 * @param evicted the pods that end, {@code NAMESPACE/NAME}
 * @param tainted the number of devices that new pods no longer get because of a taint
 * @param missing the removed objects that are not there
 */
public record WhatIf(List<List<Object>> rows, Set<String> evicted, int tainted, Set<String> missing) {

    /**
     * The effects of a change.
     *
     * @param changed the objects as they would be
     * @param hasNodes whether Nodes are among them: without any, a fleet has those that its slices name
     * @param removed the objects that would no longer be, {@code KIND/NAME} in lower case
     */
    public static WhatIf of(
            ClusterSnapshot snapshot,
            Fleet changed,
            boolean hasNodes,
            Set<String> removed,
            KubernetesRelease release,
            FeatureGates gates) {
        Fleet before = snapshot.fleet();
        Set<String> missing = new TreeSet<>(removed);
        Fleet after = changed(before, changed, hasNodes, missing);
        Map<String, Evictions.Eviction> now = Evictions.of(snapshot, before, release, gates);
        Map<String, Evictions.Eviction> then = Evictions.of(snapshot, after, release, gates);
        List<List<Object>> rows = new ArrayList<>();
        Set<String> evicted = new TreeSet<>();
        then.forEach((key, eviction) -> {
            Evictions.Eviction old = now.get(key);
            if (old == null || !old.effect().equals(eviction.effect())) {
                rows.add(row(eviction.effect(), eviction.claim(), eviction.pods(), eviction.by()));
                if (eviction.endsPods()) {
                    eviction.pods().forEach(pod -> evicted.add(eviction.claim().namespace() + "/" + pod));
                }
            }
        });
        now.forEach((key, eviction) -> {
            if (!then.containsKey(key)) {
                rows.add(row("no longer evicted", eviction.claim(), eviction.pods(), eviction.by()));
            }
        });
        lost(before, after, rows);
        classes(before, after, rows);
        int tainted = Math.max(0, tainted(after, release, gates) - tainted(before, release, gates));
        return new WhatIf(rows, evicted, tainted, missing);
    }

    public PrintedTable table() {
        return new PrintedTable("whatIf", List.of("effect", "namespace", "claim", "pods", "by"), rows);
    }

    private static List<Object> row(String effect, Claim claim, Collection<String> pods, String by) {
        return List.of(effect, claim.namespace(), claim.name(), String.join(", ", pods), by);
    }

    /** Claims that hold devices which the change takes away: their pods run on, and cannot be started again. */
    private static void lost(Fleet before, Fleet after, List<List<Object>> rows) {
        boolean seesNodes = !before.nodes().isEmpty();
        Set<DeviceId> gone = new HashSet<>(devices(before, seesNodes));
        gone.removeAll(devices(after, seesNodes));
        for (Claim claim : before.holders()) {
            for (AllocatedDevice device : claim.held()) {
                if (gone.contains(device.id())) {
                    rows.add(row("loses its device", claim, claim.pods(), "device " + device.id()));
                    break;
                }
            }
        }
    }

    /** Claims without devices whose class changes or goes: they get other devices, or none. */
    private static void classes(Fleet before, Fleet after, List<List<Object>> rows) {
        for (Claim claim : before.claims()) {
            if (claim.allocation() == null) {
                claim.alternatives()
                        .map(alternative -> alternative.deviceClassName())
                        .filter(name -> before.classes().containsKey(name))
                        .filter(name -> !Objects.equals(
                                before.classes().get(name), after.classes().get(name)))
                        .findFirst()
                        .ifPresent(name -> rows.add(row(
                                after.classes().containsKey(name) ? "waits for a changed class" : "waits for no class",
                                claim,
                                claim.pods(),
                                "DeviceClass " + name)));
            }
        }
    }

    private static Set<DeviceId> devices(Fleet fleet, boolean seesNodes) {
        Set<String> nodes = fleet.nodes().stream().map(Node::name).collect(Collectors.toSet());
        return fleet.slices().stream()
                .flatMap(slice -> slice.devices().stream().filter(device -> {
                    String node = slice.nodesOf(device).nodeName();
                    return node.isEmpty() || !seesNodes || nodes.contains(node);
                }))
                .map(Device::id)
                .collect(Collectors.toSet());
    }

    private static int tainted(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        return (int) TaintRules.applied(fleet, release, gates)
                .allDevices()
                .filter(device -> device.taints().stream().anyMatch(Taint::keepsAway))
                .count();
    }

    private static Fleet changed(Fleet before, Fleet other, boolean hasNodes, Set<String> removed) {
        List<Node> nodes = hasNodes ? other.nodes() : List.of();
        List<DeviceClass> classes = replaced(
                before.classes().values(), other.classes().values(), DeviceClass::name, "deviceclass/", removed);
        return new Fleet(
                replaced(before.nodes(), nodes, Node::name, "node/", removed),
                classes.stream().collect(Collectors.toMap(DeviceClass::name, Function.identity())),
                replaced(before.slices(), other.slices(), Slice::name, "resourceslice/", removed),
                replaced(before.taintRules(), other.taintRules(), DeviceTaintRule::name, "devicetaintrule/", removed),
                before.claims(),
                before.claimsByName(),
                before.templates(),
                before.sources());
    }

    /** The objects after the change; those that are found go from the set of the removed ones. */
    private static <T> List<T> replaced(
            Collection<T> before, Collection<T> changed, Function<T, String> name, String kind, Set<String> removed) {
        Map<String, T> all = new LinkedHashMap<>();
        before.forEach(one -> all.put(name.apply(one), one));
        changed.forEach(one -> all.put(name.apply(one), one));
        all.keySet().removeIf(one -> removed.remove(kind + one));
        return List.copyOf(all.values());
    }
}
