package dev.drawbridge.fleet;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ObjectValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node.
 *
 * @param taints its taints, including that of an unschedulable node
 * @param pluginResources the amount of each extended resource that its device plugins offer, by name
 * @param pods the pods on it that request such resources
 * @param knowsResources whether these are known to be all its resources
 * @param isKnown whether there is a Node object; for a node known only from slices, only the host name label is known
 */
public record Node(
        String name,
        Map<String, String> labels,
        List<Taint> taints,
        List<String> declaredFeatures,
        Map<String, Long> pluginResources,
        List<Pod> pods,
        boolean knowsResources,
        boolean isKnown) {

    public static Node of(ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        ObjectValue spec = object.object("spec");
        ObjectValue status = object.object("status");
        List<Taint> taints = new ArrayList<>(Fields.objects(spec.list("taints"), Taint::of));
        if (spec.isTrue("unschedulable")) {
            taints.add(new Taint("node.kubernetes.io/unschedulable", "", "NoSchedule"));
        }
        return new Node(
                metadata.string("name"),
                metadata.object("labels").texts(),
                taints,
                status.list("declaredFeatures").texts(),
                pluginResources(status.object("allocatable")),
                List.of(),
                status.has("allocatable"),
                true);
    }

    private static Map<String, Long> pluginResources(ObjectValue allocatable) {
        Map<String, Long> offered = new LinkedHashMap<>();
        Fields.amounts(allocatable).forEach((name, amount) -> {
            if (ResourceName.isScalar(name)) {
                offered.put(name, amount.value());
            }
        });
        return Map.copyOf(offered);
    }

    static Node named(String name) {
        return new Node(
                name, Map.of("kubernetes.io/hostname", name), List.of(), List.of(), Map.of(), List.of(), false, false);
    }

    Node with(List<Pod> bound) {
        return new Node(name, labels, taints, declaredFeatures, pluginResources, bound, knowsResources, isKnown);
    }

    /** A copy with another name and other labels, without pods. */
    Node copy(String other, Map<String, String> itsLabels) {
        return new Node(
                other, itsLabels, taints, declaredFeatures, pluginResources, List.of(), knowsResources, isKnown);
    }

    /** Whether the value or absence of a label is known. */
    public boolean knowsLabel(String key) {
        return isKnown || labels.containsKey(key);
    }
}
