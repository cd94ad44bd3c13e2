package dev.drawbridge.fit;

import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fit.plugin.ExtendedResourceClaim;
import dev.drawbridge.fit.plugin.NodeAnswer;
import dev.drawbridge.fit.plugin.PluginUse;
import dev.drawbridge.fit.plugin.PodClaim;
import dev.drawbridge.fit.plugin.PodFilter;
import dev.drawbridge.fit.plugin.ReleasedClaims;
import dev.drawbridge.fit.plugin.Reservations;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A pod of a workload with its claims, as the scheduler's plugin sees it; answers everything except the search. */
final class ScheduledPod {

    private final ScheduledFleet scheduled;
    private final Pod pod;
    private final List<PodClaim> claims;

    /** The nodes that it may run on, ignoring its claims. */
    private final List<Node> nodes;

    private final PluginUse taken;

    private final Lazy<Map<String, NodeAnswer>> scheduling = new Lazy<>(this::scheduling);
    private final Lazy<ReleasedClaims> released = new Lazy<>(this::helpful);

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

    /** The requested amount of each resource that is only counted. */
    Map<String, Long> requested() {
        return pod.requested();
    }

    /** The claim that the scheduler creates for extended resources, without device plugins; null if it has none. */
    @Nullable
    Claim extendedClaim() {
        Set<String> provided = scheduled.plugin().provided(pod);
        return provided.isEmpty() ? null : scheduled.plugin().extendedClaim(pod, provided);
    }

    /** The container and resource of the request with this name in that claim; null if the pod has no such request. */
    @Nullable
    ContainerResource extendedResource(String request) {
        return ExtendedResourceClaim.resource(pod, request);
    }

    /** The decision for each node with this allocator; as if no other pod used a device plugin if all is free. */
    NodeDecisions decide(Allocator allocator, boolean isFree) {
        return decide(
                allocator, stored(), scheduled.plugin().leftBehind(pod), isFree ? new PluginUse(any -> false) : taken);
    }

    PodFilter filter(PluginUse use) {
        return filter(List.of(), null, use);
    }

    private PodFilter filter(List<Claim> with, @Nullable Claim stale, PluginUse use) {
        return new PodFilter(scheduled.plugin(), pod, with, stale, use);
    }

    private NodeDecisions decide(Allocator allocator, List<Claim> with, @Nullable Claim stale, PluginUse use) {
        return filter(with, stale, use).decide(nodes, (some, open) -> scheduled.decide(allocator, some, open));
    }

    private Map<String, NodeAnswer> scheduling() {
        return filter(stored(), scheduled.plugin().leftBehind(pod), taken)
                .schedule(nodes, (some, open) -> scheduled.decide(scheduled.now(), some, open));
    }

    /** A temporary obstacle before any node is checked; null if there is none. */
    @Nullable
    FitCause waitsFor() {
        FitCause obstacle = scheduled.plugin().claims(pod).obstacle();
        return obstacle != null && obstacle.kind().isTemporary() ? obstacle : null;
    }

    /** Reasons other than missing devices why the pod never runs; empty if there are none. */
    List<FitCause> never() {
        FitCause missing = scheduled.plugin().refusal(stored()).orElse(null);
        if (missing != null) {
            return List.of(missing);
        }
        if (pod.isBound() && lacksDevices()) {
            return List.of(FitCause.Kind.NODE_NAME_SET.cause());
        }
        return reservations().doubled();
    }

    private boolean lacksDevices() {
        boolean isNew = pod.uid().isEmpty();
        return claims.stream().anyMatch(claim -> !claim.isAllocated())
                || isNew && nodes.stream().anyMatch(node -> filter(taken).extendedClaim(node) != null);
    }

    /** The API server's refusals when the pod is bound. */
    Reservations reservations() {
        return Reservations.of(pod, claims, scheduled.gates());
    }

    /** The claims to deallocate before the pod fits; empty if that would not help. */
    ReleasedClaims released() {
        return released.get();
    }

    private ReleasedClaims helpful() {
        ReleasedClaims candidates = ReleasedClaims.of(
                pod,
                stored(),
                scheduled.plugin().leftBehind(pod),
                scheduling.get().values());
        if (candidates.isEmpty()) {
            return candidates;
        }
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
        return !decide(scheduled.freed(holders), with, null, taken).fitting().isEmpty();
    }

    /** The resources that the pod may not get although it seems to, with reasons. */
    List<FitCause> doubts() {
        List<FitCause> doubts = new ArrayList<>();
        for (String resource : requested().keySet()) {
            FitFact doubt = scheduled.plugin().doubt(resource);
            if (doubt != null) {
                doubts.add(FitCause.Kind.RESOURCE_UNCERTAIN.cause(resource).with(doubt));
            }
        }
        // The scheduler may choose such a node again and again although others would do.
        obstacles().stream()
                .filter(obstacle -> obstacle.kind() == FitCause.Kind.PLUGIN_BESIDE_CLAIMS)
                .forEach(doubts::add);
        return doubts;
    }

    boolean mayHaveOtherClass() {
        return requested().keySet().stream().anyMatch(scheduled.plugin()::isOrderUnknown);
    }

    /** Unknown resources of nodes; empty if they could not change the answer. */
    List<FitCause> unknownResources() {
        Map<String, NodeAnswer> answers = scheduling.get();
        List<String> names = nodes.stream()
                .filter(node -> !node.knowsResources())
                .map(Node::name)
                .filter(name -> answers.containsKey(name)
                        && answers.get(name).obstacles().stream()
                                .anyMatch(one -> one.kind() == FitCause.Kind.NO_PROVIDER
                                        && ResourceName.isExtended(one.subject())))
                .toList();
        return names.isEmpty()
                ? List.of()
                : List.of(FitCause.Kind.RESOURCES_UNKNOWN.cause().with(on(names)));
    }

    /** Obstacles other than devices in use, with the nodes. */
    List<FitCause> obstacles() {
        Map<FitCause, List<String>> nodesOf = new LinkedHashMap<>();
        scheduling
                .get()
                .forEach((node, answer) -> Stream.concat(
                                answer.obstacles().stream(),
                                Stream.ofNullable(answer.failsBinding() ? answer.unbound() : null))
                        .forEach(obstacle -> nodesOf.computeIfAbsent(obstacle, any -> new ArrayList<>())
                                .add(node)));
        List<FitCause> causes = new ArrayList<>();
        nodesOf.forEach((obstacle, names) -> {
            List<FitFact> facts = new ArrayList<>(scheduled.plugin().hints(obstacle));
            boolean isOfPlugin =
                    obstacle.kind() == FitCause.Kind.INSUFFICIENT || obstacle.kind() == FitCause.Kind.IN_USE;
            List<String> holders = isOfPlugin ? holders(names) : List.of();
            if (!holders.isEmpty()) {
                facts.add(FitFact.Kind.REQUESTED_BY.fact(new Words.Names(holders)));
            }
            facts.add(on(names));
            causes.add(obstacle.with(facts));
        });
        return causes;
    }

    /** The pods that use the pod's resources of device plugins on these nodes. */
    private List<String> holders(List<String> names) {
        return taken.holders(
                nodes.stream().filter(node -> names.contains(node.name())).toList(),
                requested().keySet());
    }

    private static FitFact on(List<String> names) {
        return FitFact.Kind.ON.fact(new Words.Count(names.size(), "node"), new Words.Names(names));
    }
}
