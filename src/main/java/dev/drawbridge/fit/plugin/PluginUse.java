package dev.drawbridge.fit.plugin;

import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * The resources of device plugins used by running and placed pods.
 *
 * <p>Source: {@code noderesources/fit.go}, fitsRequest; {@code framework/types.go}, NodeInfo.Requested.
 */
public final class PluginUse {

    private final Predicate<Pod> counts;

    /** By node and resource. */
    private final Map<String, Map<String, Long>> placed = new HashMap<>();

    /** The use by the running pods that count. */
    public PluginUse(Predicate<Pod> counts) {
        this.counts = counts;
    }

    /** Counts more pods on the node, or fewer. */
    public void place(Node node, Map<String, Long> requested, int pods) {
        Map<String, Long> onNode = placed.computeIfAbsent(node.name(), name -> new HashMap<>());
        requested.forEach((resource, amount) -> onNode.merge(resource, amount * pods, Long::sum));
    }

    long of(String resource, Node node) {
        long sum = placed.getOrDefault(node.name(), Map.of()).getOrDefault(resource, 0L);
        for (Pod pod : node.pods()) {
            Long requested = pod.requested().get(resource);
            sum += requested != null && counts.test(pod) ? requested : 0;
        }
        return sum;
    }

    /** The pods that use these resources on these nodes. */
    public List<String> holders(List<Node> nodes, Collection<String> resources) {
        return nodes.stream()
                .flatMap(node -> node.pods().stream()
                        .filter(counts)
                        .filter(pod -> resources.stream()
                                .anyMatch(resource -> pod.requested().containsKey(resource)
                                        && node.pluginResources().getOrDefault(resource, 0L) > 0)))
                .map(Pod::toString)
                .toList();
    }
}
