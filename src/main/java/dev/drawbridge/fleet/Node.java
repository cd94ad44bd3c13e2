package dev.drawbridge.fleet;

import java.util.List;
import java.util.Map;

/**
 * A node.
 *
 * @param taints its taints, with that of a node that is unschedulable
 * @param declaredFeatures what its kubelet says that it can do
 * @param pluginResources how much of each extended resource its device plugins offer, by name
 * @param pods the pods on it that request such resources
 * @param knowsResources whether it is known that it offers no other
 * @param isKnown whether there is a Node object; of a node that only slices name, no label but its host name is known
 */
public record Node(
        String name,
        Map<String, String> labels,
        List<Taint> taints,
        List<String> declaredFeatures,
        Map<String, Long> pluginResources,
        List<BoundPod> pods,
        boolean knowsResources,
        boolean isKnown) {

    /** A node without device plugins of which all is known. */
    public Node(String name, Map<String, String> labels, List<Taint> taints, List<String> declaredFeatures) {
        this(name, labels, taints, declaredFeatures, Map.of(), List.of(), true, true);
    }

    /** A node that only slices name. */
    static Node named(String name) {
        return new Node(
                name, Map.of("kubernetes.io/hostname", name), List.of(), List.of(), Map.of(), List.of(), false, false);
    }

    /** The same with these pods. */
    Node with(List<BoundPod> bound) {
        return new Node(name, labels, taints, declaredFeatures, pluginResources, bound, knowsResources, isKnown);
    }

    /** Whether the value of a label is known, or that there is none. */
    public boolean knowsLabel(String key) {
        return isKnown || labels.containsKey(key);
    }
}
