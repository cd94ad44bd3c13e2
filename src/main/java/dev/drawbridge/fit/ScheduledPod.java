package dev.drawbridge.fit;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.ResourceName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pod of a workload, with its claims, as the scheduler's plugin has it: what becomes of it, beyond the search for
 * devices.
 */
final class ScheduledPod {

    private static final int MAX_NAMES = 3;

    private final ScheduledFleet scheduled;
    private final Pod pod;
    private final List<PodClaim> claims;

    /** The nodes that it may run on, whether its claims are there or not. */
    private final List<Node> nodes;

    /** What others take of device plugins. */
    private final PluginUse taken;

    private @Nullable PodScheduling found;
    private @Nullable ReleasedClaims released;

    ScheduledPod(ScheduledFleet scheduled, Pod pod, List<PodClaim> claims, List<Node> nodes, PluginUse taken) {
        this.scheduled = scheduled;
        this.pod = pod;
        this.claims = claims;
        this.nodes = nodes;
        this.taken = taken;
    }

    private List<Claim> stored() {
        return claims.stream().map(PodClaim::claim).toList();
    }

    /** How much it requests of each resource that is only counted. */
    Map<String, Long> requested() {
        return pod.requested();
    }

    /**
     * The claim that the scheduler makes of its extended resources, on a node without device plugins; null if it has
     * none.
     */
    @Nullable
    Claim extendedClaim() {
        Set<String> provided = scheduled.plugin().provided(pod);
        return provided.isEmpty() ? null : scheduled.plugin().extendedClaim(pod, provided);
    }

    /** What the request of this name in that claim is for; null where the pod has no such request. */
    @Nullable
    ContainerResource extendedResource(String request) {
        return ExtendedResourceClaim.resource(pod, request);
    }

    /** What is decided for each node if the allocator is this one. */
    NodeDecisions decide(Allocator allocator) {
        return decide(allocator, taken);
    }

    /** The same, as if no other pod used a device plugin. */
    NodeDecisions decideFreed(Allocator allocator) {
        return decide(allocator, PluginUse.none());
    }

    private NodeDecisions decide(Allocator allocator, PluginUse use) {
        return schedule(allocator, stored(), scheduled.plugin().leftBehind(pod), use)
                .decisions();
    }

    /**
     * What keeps it from nodes whatever its claims are, and what it needs on them, if others take this of device
     * plugins.
     */
    PodFilter filter(PluginUse use) {
        return new PodFilter(scheduled.plugin(), pod, List.of(), null, use);
    }

    private PodScheduling schedule(Allocator allocator, List<Claim> with, @Nullable Claim stale, PluginUse use) {
        return new PodFilter(scheduled.plugin(), pod, with, stale, use)
                .schedule(nodes, (some, open) -> scheduled.decide(allocator, some, open));
    }

    /** What the scheduler finds about each node as things are. */
    private Map<String, NodeAnswer> found() {
        PodScheduling known = found;
        if (known == null) {
            known = schedule(scheduled.now(), stored(), scheduled.plugin().leftBehind(pod), taken);
            found = known;
        }
        return known.nodes();
    }

    /** What makes the pod wait before any node is looked at, and ends; null if nothing does. */
    @Nullable
    Obstacle waitsFor() {
        Obstacle obstacle = scheduled.plugin().claims(pod).obstacle();
        return obstacle != null && obstacle.kind().end() != null ? obstacle : null;
    }

    /** Why the pod never runs, other than devices that it does not get; empty if that is nothing. */
    List<FitResult.Reason> never() {
        Obstacle missing = scheduled.plugin().missingClass(stored()).orElse(null);
        if (missing != null) {
            return List.of(new FitResult.Reason(missing.toString(), List.of()));
        }
        return reservations().doubled();
    }

    /** What the API server refuses when the pod is bound. */
    Reservations reservations() {
        return Reservations.of(pod, claims, scheduled.gates());
    }

    /** The claims whose devices must be taken away before the pod fits; empty if that would not help. */
    ReleasedClaims released() {
        ReleasedClaims known = released;
        if (known == null) {
            ReleasedClaims candidates =
                    ReleasedClaims.of(pod, stored(), scheduled.plugin().leftBehind(pod), found().values());
            known = candidates.isEmpty() ? candidates : helpful(candidates);
            released = known;
        }
        return known;
    }

    private ReleasedClaims helpful(ReleasedClaims candidates) {
        List<Claim> byScheduler = ReleasedClaims.without(stored(), candidates.byScheduler());
        if (fits(byScheduler, candidates.holders(scheduled.fleet()))) {
            return new ReleasedClaims(candidates.byScheduler(), List.of(), candidates.stale());
        }
        List<Claim> all = ReleasedClaims.without(byScheduler, candidates.byPods());
        List<Claim> kept =
                all.stream().filter(claim -> claim.allocation() != null).toList();
        return fits(all, kept) ? candidates : ReleasedClaims.NONE;
    }

    private boolean fits(List<Claim> with, List<Claim> holders) {
        return !schedule(scheduled.freed(holders), with, null, taken)
                .decisions()
                .fitting()
                .isEmpty();
    }

    /** Whether a device plugin might provide what is missing: the kubelet registers none with a name of Kubernetes. */
    private static boolean isForDevicePlugin(Obstacle obstacle) {
        return obstacle.kind() == Obstacle.Kind.NO_PROVIDER && ResourceName.isExtended(obstacle.subject());
    }

    /** The resources that it may not get as it seems, and why. */
    List<FitResult.Reason> doubts() {
        List<FitResult.Reason> doubts = new ArrayList<>();
        for (String resource : requested().keySet()) {
            String doubt = scheduled.plugin().doubt(resource);
            if (doubt != null) {
                doubts.add(new FitResult.Reason(resource, List.of(doubt)));
            }
        }
        return doubts;
    }

    /** Whether another class than the one that was asked may provide one of its resources. */
    boolean mayHaveOtherClass() {
        return requested().keySet().stream().anyMatch(scheduled.plugin()::isOrderUnknown);
    }

    /** What is not known of nodes; empty if that could not change the answer. */
    List<FitResult.Reason> unknownResources() {
        Map<String, NodeAnswer> answers = found();
        List<String> names = nodes.stream()
                .filter(node -> !node.knowsResources())
                .map(Node::name)
                .filter(name -> answers.containsKey(name)
                        && answers.get(name).obstacles().stream().anyMatch(ScheduledPod::isForDevicePlugin))
                .toList();
        return names.isEmpty()
                ? List.of()
                : List.of(new FitResult.Reason(
                        "status.allocatable of Node objects is not in the fleet; add it", List.of(on(names))));
    }

    /** What keeps the pod from nodes, other than devices that are taken, with the nodes. */
    List<FitResult.Reason> obstacles() {
        Map<Obstacle, List<String>> nodesOf = new LinkedHashMap<>();
        found().forEach((node, answer) -> answer.obstacles()
                .forEach(obstacle -> nodesOf.computeIfAbsent(obstacle, any -> new ArrayList<>())
                        .add(node)));
        List<FitResult.Reason> reasons = new ArrayList<>();
        nodesOf.forEach((obstacle, names) -> {
            List<String> lines = new ArrayList<>(scheduled.plugin().hints(obstacle));
            List<String> holders = obstacle.kind() == Obstacle.Kind.INSUFFICIENT ? holders(names) : List.of();
            if (!holders.isEmpty()) {
                lines.add("requested by " + some(holders));
            }
            lines.add(on(names));
            reasons.add(new FitResult.Reason(obstacle.toString(), lines));
        });
        return reasons;
    }

    /** The pods that have what the device plugins of these nodes offer of its resources. */
    private List<String> holders(List<String> names) {
        return taken.holders(
                nodes.stream().filter(node -> names.contains(node.name())).toList(),
                requested().keySet());
    }

    private static String on(List<String> names) {
        return "on " + Plural.of(names.size(), "node") + ": " + some(names);
    }

    private static String some(List<String> names) {
        return String.join(", ", names.subList(0, Math.min(names.size(), MAX_NAMES)))
                + (names.size() > MAX_NAMES ? ", …" : "");
    }
}
