package dev.drawbridge.fit;

import dev.drawbridge.fleet.BoundPod;
import dev.drawbridge.fleet.Node;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What pods that run take of the resources that device plugins offer.
 *
 * <p>Source: {@code noderesources/fit.go}, fitsRequest; {@code framework/types.go}, NodeInfo.Requested.
 *
 * @param counts the pods that are counted
 */
record PluginUse(Predicate<BoundPod> counts) {

    /** As if no pod ran. */
    static final PluginUse NONE = new PluginUse(pod -> false);

    /** Of all pods but those of a workload. */
    static PluginUse ofOthers(Workload workload) {
        return new PluginUse(RunningPods.areOf(workload).negate());
    }

    /** Of all pods but this. */
    static PluginUse without(String namespace, String name) {
        return new PluginUse(
                pod -> !pod.namespace().equals(namespace) || !pod.name().equals(name));
    }

    /** How much of the resource is taken on the node. */
    long of(String resource, Node node) {
        long sum = 0;
        for (BoundPod pod : node.pods()) {
            Long requested = pod.requested().get(resource);
            sum += requested != null && counts.test(pod) ? requested : 0;
        }
        return sum;
    }

    /** The pods that take what these nodes offer of the resources. */
    List<String> holders(List<Node> nodes, Collection<String> resources) {
        return nodes.stream()
                .flatMap(node ->
                        node.pods().stream().filter(counts).filter(pod -> takesAny(pod.requested(), resources, node)))
                .map(BoundPod::toString)
                .toList();
    }

    private static boolean takesAny(Map<String, Long> requested, Collection<String> resources, Node node) {
        return resources.stream()
                .anyMatch(resource -> requested.containsKey(resource)
                        && node.pluginResources().getOrDefault(resource, 0L) > 0);
    }
}
