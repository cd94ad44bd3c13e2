package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.Decision;
import dev.drawbridge.fit.allocator.DecisionCache;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The answer of the scheduler's plugin for a pod of the cluster: PreFilter, then Filter for each node.
 *
 * @param obstacle an obstacle found before any node is checked; null if there is none
 * @param nodes by node name
 */
public record PluginAnswer(@Nullable FitCause obstacle, Map<String, NodeAnswer> nodes) {

    /** The answer at this time, found in no more than this time for each decision. */
    public static PluginAnswer of(
            Fleet all, KubernetesRelease release, FeatureGates gates, Pod pod, Instant time, Duration limit) {
        Fleet fleet = TaintRules.applied(all, release, gates);
        DynamicResources plugin = new DynamicResources(fleet, release, gates, time);
        StoredClaims found = plugin.claims(pod);
        List<Claim> stored = found.entries().stream()
                .flatMap(entry -> Stream.ofNullable(entry.claim()))
                .toList();
        FitCause obstacle = found.obstacle() != null
                ? found.obstacle()
                : plugin.refusal(stored).orElse(null);
        if (obstacle != null) {
            Map<String, NodeAnswer> kept = new LinkedHashMap<>();
            fleet.nodes().stream()
                    .map(Node::name)
                    .forEach(
                            name -> kept.put(name, new NodeAnswer(new Decision.DoesNotFit(), List.of(obstacle), null)));
            return new PluginAnswer(obstacle, kept);
        }
        Allocator allocator = new Allocator(fleet, release, gates);
        DecisionCache decisions = new DecisionCache(limit);
        PluginUse others = new PluginUse(other -> !other.toString().equals(pod.toString()));
        PodFilter filter = new PodFilter(plugin, pod, stored, plugin.leftBehind(pod), others);
        return new PluginAnswer(
                null, filter.schedule(fleet.nodes(), (some, claims) -> decisions.decide(allocator, some, claims)));
    }
}
