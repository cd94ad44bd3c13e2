package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.fleet.FleetReader;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.Toleration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * On which nodes a pod may run: nodeName, nodeSelector, required node affinity, and taints. What else decides is left out.
 *
 * @param nodeName the node that it names; empty where it names none
 * @param labels the labels that it selects
 * @param affinity what its node affinity requires; null where that is nothing
 */
record PodNodes(
        String nodeName,
        Map<String, String> labels,
        @Nullable NodeSelector affinity,
        List<Toleration> tolerations) {

    /** Everywhere. */
    static final PodNodes ALL = new PodNodes("", Map.of(), null, List.of(new Toleration("", "Exists", "", "")));

    static PodNodes of(ObjectValue pod) {
        Map<String, String> labels = new HashMap<>();
        ObjectValue selector = pod.object("nodeSelector");
        for (int i = 0; i < selector.size(); i++) {
            if (selector.value(i) instanceof StringValue value) {
                labels.put(selector.key(i), value.value());
            }
        }
        List<Toleration> tolerations = new ArrayList<>();
        for (Value toleration : Workloads.items(pod.list("tolerations"))) {
            if (toleration instanceof ObjectValue object) {
                tolerations.add(FleetReader.toleration(object));
            }
        }
        ObjectValue affinity = pod.object("affinity").object("nodeAffinity");
        return new PodNodes(
                pod.string("nodeName"),
                labels,
                FleetReader.nodeSelector(affinity.get("requiredDuringSchedulingIgnoredDuringExecution")),
                tolerations);
    }

    /** Whether the pod may run on the node. */
    boolean includes(Node node) {
        return (nodeName.isEmpty() || nodeName.equals(node.name()))
                && labels.entrySet().stream()
                        .allMatch(label -> label.getValue().equals(node.labels().get(label.getKey())))
                && (affinity == null || affinity.matches(node))
                && (!nodeName.isEmpty() || isTolerated(node));
    }

    private boolean isTolerated(Node node) {
        return node.taints().stream()
                .filter(taint ->
                        taint.effect().equals("NoSchedule") || taint.effect().equals("NoExecute"))
                .allMatch(taint -> tolerations.stream().anyMatch(each -> each.tolerates(taint)));
    }
}
