package dev.drawbridge.fit;

import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.cause.Words;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.plugin.ExtendedResourceClaim;
import dev.drawbridge.fit.plugin.PluginUse;
import dev.drawbridge.fit.plugin.PodClaim;
import dev.drawbridge.fit.plugin.PodNodes;
import dev.drawbridge.fit.plugin.RunningPods;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A workload, with the decisions about it. */
final class Question {

    private final ScheduledFleet scheduler;
    private final Fleet fleet;
    private final Workload workload;
    private final PodClaims pod;
    private final PodNodes where;
    private final List<PodClaim> allocated;
    private final List<PodClaim> open;
    private final List<Claim> openClaims;
    private final List<Node> nodes;

    /** The nodes that the pod may run on, including those with unknown labels. */
    private final List<Node> possibleNodes;

    private final Allocator free;
    /** One of the pods; null for a claim without pods. */
    private final @Nullable ScheduledPod scheduled;

    private final Lazy<List<RequestedDevices>> requests =
            new Lazy<>(() -> openClaims().stream().flatMap(this::requests).toList());
    private final Lazy<NodeDecisions> asThingsAre = new Lazy<>(this::asThingsAre);
    private final Lazy<NodeDecisions> whenFreed = new Lazy<>(() -> decide(free(), true));

    Question(ScheduledFleet scheduler, Workload workload) {
        this(scheduler, workload, PodNodes.of(workload));
    }

    Question(ScheduledFleet scheduler, Workload workload, PodNodes where) {
        this.scheduler = scheduler;
        this.fleet = scheduler.fleet();
        this.workload = workload;
        Pod ofWorkload = workload.asPod();
        pod = PodClaims.of(workload, scheduler);
        allocated = pod.all().stream().filter(PodClaim::isAllocated).toList();
        this.where = where;
        scheduled = ofWorkload == null
                ? null
                : new ScheduledPod(
                        scheduler,
                        ofWorkload,
                        pod.all(),
                        scheduler.nodes(where),
                        new PluginUse(RunningPods.areOf(workload).negate()));
        open = openClaims(pod, scheduled);
        openClaims = open.stream().map(PodClaim::claim).toList();
        nodes = reachable(scheduler.nodes(where), false);
        possibleNodes = reachable(scheduler.possibleNodes(where), true);
        free = scheduler.freed(allocated.stream().map(PodClaim::claim).toList());
    }

    /** The unallocated claims, and the claim that the scheduler creates for extended resources. */
    private static List<PodClaim> openClaims(PodClaims pod, @Nullable ScheduledPod scheduled) {
        List<PodClaim> claims = new ArrayList<>();
        pod.all().stream().filter(claim -> !claim.isAllocated()).forEach(claims::add);
        Claim extended = scheduled == null ? null : scheduled.extendedClaim();
        if (extended != null) {
            claims.add(PodClaim.ofOne(extended, null));
        }
        return claims;
    }

    private List<Node> reachable(List<Node> of, boolean ifUnknown) {
        return allocated.isEmpty()
                ? of
                : of.stream()
                        .filter(node ->
                                allocated.stream().allMatch(claim -> isReachable(claim.claim(), node, ifUnknown)))
                        .toList();
    }

    private static boolean isReachable(Claim claim, Node node, boolean ifUnknown) {
        NodeSelector selector = claim.nodes();
        return selector == null || selector.matches(node, ifUnknown);
    }

    Workload workload() {
        return workload;
    }

    ScheduledFleet scheduler() {
        return scheduler;
    }

    /** One of the pods; null for a claim without pods. */
    @Nullable
    ScheduledPod scheduled() {
        return scheduled;
    }

    List<Claim> openClaims() {
        return openClaims;
    }

    /** The nodes that the pod may run on, including those with unknown labels. */
    List<Node> possibleNodes() {
        return possibleNodes;
    }

    PodClaims pod() {
        return pod;
    }

    PodNodes where() {
        return where;
    }

    /** The claims of the pod, and the one that the scheduler creates for its extended resources. */
    List<PodClaim> claims() {
        return Stream.concat(allocated.stream(), open.stream()).toList();
    }

    @Nullable
    ContainerResource extendedResource(Claim claim, String request) {
        return scheduled == null || !claim.name().equals(ExtendedResourceClaim.NAME)
                ? null
                : scheduled.extendedResource(request);
    }

    /** Each alternative of each request of the unallocated claims, in the order of the claims. */
    List<RequestedDevices> requests() {
        return requests.get();
    }

    private Stream<RequestedDevices> requests(Claim claim) {
        return IntStream.range(0, claim.requests().size()).boxed().flatMap(index -> {
            Request request = claim.requests().get(index);
            ContainerResource resource = extendedResource(claim, request.name());
            return request.alternatives().stream()
                    .map(alternative -> new RequestedDevices(claim, index, alternative, resource));
        });
    }

    /** The devices that an alternative finds on the pod's nodes if nothing is taken. */
    Funnel funnel(Alternative alternative) {
        return scheduler.funnel(nodes, alternative);
    }

    /** The field of an alternative; null if it is not from a file. */
    @Nullable
    ObjectField field(RequestedDevices requested) {
        return open.stream()
                .filter(claim -> claim.claim() == requested.claim())
                .findFirst()
                .map(claim -> claim.alternative(requested.request(), requested.alternative()))
                .orElse(null);
    }

    /** Whether the pod may get an extended resource from a device plugin, which counts no devices. */
    boolean mayUseDevicePlugin() {
        return scheduled != null
                && !scheduled.requested().isEmpty()
                && nodes.stream()
                        .anyMatch(node -> scheduled.requested().keySet().stream()
                                .anyMatch(resource -> node.pluginResources().getOrDefault(resource, 0L) > 0));
    }

    List<PodClaim> open() {
        return open;
    }

    /** The number of nodes that the pod may run on, wherever its claims are. */
    int nodesWithoutClaims() {
        return scheduler.nodes(where).size();
    }

    List<Node> nodes() {
        return nodes;
    }

    /** An allocator in which no other claim holds a device. */
    Allocator free() {
        return free;
    }

    /** The decisions now. Devices of the workload's own pods count as free. */
    NodeDecisions now() {
        return asThingsAre.get();
    }

    private NodeDecisions asThingsAre() {
        NodeDecisions made = decide(scheduler.now(), false);
        if (!made.fitting().isEmpty()) {
            return made;
        }
        Set<Claim> own = RunningPods.own(scheduler.runningPods().of(workload), pod.claims());
        return own.isEmpty() ? made : decide(scheduler.now().with(without(own)), false);
    }

    private List<Claim> without(Set<Claim> gone) {
        return fleet.claims().stream().filter(claim -> !gone.contains(claim)).toList();
    }

    NodeDecisions freed() {
        return whenFreed.get();
    }

    private NodeDecisions decide(Allocator allocator, boolean isFree) {
        return scheduled == null ? scheduler.decide(allocator, nodes, openClaims) : scheduled.decide(allocator, isFree);
    }

    /** What keeps the pod from nodes: first from these, on which it would fit. */
    List<FitFact> exclusions(List<String> fitting) {
        List<FitFact> causes = new ArrayList<>(where.exclusions(fleet.nodes(), fleet, fitting));
        for (PodClaim one : allocated) {
            Claim claim = one.claim();
            long others = fleet.nodes().stream()
                    .filter(node -> !isReachable(claim, node, false))
                    .count();
            if (others > 0) {
                causes.add(FitFact.Kind.ALLOCATED_ELSEWHERE.fact(claim.toString(), new Words.Count(others, "node")));
            }
        }
        return causes;
    }

    /** All inputs of the workload's answer, except nodes, slices and other claims' devices. */
    Object inputs() {
        List<Claim> claims = new ArrayList<>(pod.claims());
        open.stream().map(PodClaim::claim).forEach(claims::add);
        List<Object> classes = claims.stream()
                .flatMap(Claim::alternatives)
                .<Object>map(alternative -> Stream.ofNullable(fleet.classes().get(alternative.deviceClassName()))
                        .toList())
                .toList();
        List<String> refusals = pod.refusals().stream()
                .flatMap(refusal -> refusal.mistakes().stream())
                .map(mistake -> mistake.path() + mistake.message())
                .toList();
        List<String> references = pod.findings().stream().map(FitCause::text).toList();
        return List.of(
                claims,
                refusals,
                references,
                classes,
                where,
                workload.replicas(),
                scheduled == null ? Map.of() : scheduled.requested());
    }
}
