package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A workload, and what is decided about it. */
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

    /** The nodes that the pod may run on, and those of which that is not known. */
    private final List<Node> possibleNodes;

    private final Allocator free;

    /** One of the pods; null of a bare claim. */
    private final @Nullable ScheduledPod scheduled;

    private @Nullable NodeDecisions asThingsAre;
    private @Nullable NodeDecisions whenFreed;

    Question(ScheduledFleet scheduler, Workload workload) {
        this.scheduler = scheduler;
        this.fleet = scheduler.fleet();
        this.workload = workload;
        pod = PodClaims.of(workload, fleet);
        allocated = pod.all().stream().filter(PodClaim::isAllocated).toList();
        ObjectValue spec = workload.pod();
        where = spec == null ? PodNodes.ALL : PodNodes.of(spec);
        Pod ofWorkload = workload.asPod();
        scheduled = ofWorkload == null
                ? null
                : new ScheduledPod(
                        scheduler, ofWorkload, pod.all(), scheduler.nodes(where), PluginUse.ofOthers(workload));
        open = openClaims(pod, scheduled);
        openClaims = open.stream().map(PodClaim::claim).toList();
        nodes = reachable(scheduler.nodes(where), false);
        possibleNodes = reachable(scheduler.possibleNodes(where), true);
        free = scheduler.freed(allocated.stream().map(PodClaim::claim).toList());
    }

    /** The claims that have no devices yet, and the one that the scheduler makes of extended resources. */
    private static List<PodClaim> openClaims(PodClaims pod, @Nullable ScheduledPod scheduled) {
        List<PodClaim> claims = new ArrayList<>();
        pod.all().stream().filter(claim -> !claim.isAllocated()).forEach(claims::add);
        Claim extended = scheduled == null ? null : scheduled.extendedClaim();
        if (extended != null) {
            claims.add(new PodClaim(extended, null, false));
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

    /** One of the pods; null of a bare claim. */
    @Nullable
    ScheduledPod scheduled() {
        return scheduled;
    }

    List<Claim> openClaims() {
        return openClaims;
    }

    /** The nodes that the pod may run on, and those of which that is not known. */
    List<Node> possibleNodes() {
        return possibleNodes;
    }

    PodClaims pod() {
        return pod;
    }

    PodNodes where() {
        return where;
    }

    /** The claims of the pod, and the one that the scheduler makes of its extended resources. */
    List<PodClaim> claims() {
        return Stream.concat(allocated.stream(), open.stream()).toList();
    }

    /** What a request of the claim for extended resources is for; null of any other request. */
    @Nullable
    ContainerResource extendedResource(Claim claim, String request) {
        return scheduled == null || !claim.name().equals(ExtendedResourceClaim.NAME)
                ? null
                : scheduled.extendedResource(request);
    }

    /** Whether the pod may get an extended resource from a device plugin, which counts no devices. */
    boolean mayUseDevicePlugin() {
        return scheduled != null
                && nodes.stream()
                        .anyMatch(node -> scheduled.requested().keySet().stream()
                                .anyMatch(resource -> node.pluginResources().getOrDefault(resource, 0L) > 0));
    }

    /** The claims that are not allocated. */
    List<PodClaim> open() {
        return open;
    }

    /** Whether the pod may run on a node, if its claims are somewhere. */
    boolean isAnywhere() {
        return !scheduler.nodes(where).isEmpty();
    }

    List<Node> nodes() {
        return nodes;
    }

    /** An allocator for which no other claim has a device. */
    Allocator free() {
        return free;
    }

    /** The decisions as things are. Devices of its own pods are not in a workload's way. */
    NodeDecisions now() {
        NodeDecisions made = asThingsAre;
        if (made == null) {
            made = decide(scheduler.now());
            if (made.fitting().isEmpty()) {
                Set<Claim> own = RunningPods.own(scheduler.runningPods().of(workload), pod);
                made = own.isEmpty() ? made : decide(scheduler.now().with(without(own)));
            }
            asThingsAre = made;
        }
        return made;
    }

    private List<Claim> without(Set<Claim> gone) {
        return fleet.claims().stream().filter(claim -> !gone.contains(claim)).toList();
    }

    NodeDecisions freed() {
        NodeDecisions made = whenFreed;
        if (made == null) {
            made = scheduled == null ? scheduler.decide(free, nodes, openClaims) : scheduled.decideFreed(free);
            whenFreed = made;
        }
        return made;
    }

    private NodeDecisions decide(Allocator allocator) {
        return scheduled == null ? scheduler.decide(allocator, nodes, openClaims) : scheduled.decide(allocator);
    }

    /** What keeps the pod from the nodes. */
    List<String> exclusions() {
        List<Node> reachable = reachable(fleet.nodes(), false);
        List<String> causes = new ArrayList<>(where.exclusions(fleet.nodes()));
        if (reachable.size() < fleet.nodes().size()) {
            allocated.stream()
                    .filter(claim -> fleet.nodes().stream().anyMatch(node -> !isReachable(claim.claim(), node, false)))
                    .map(claim -> "claim " + claim.claim() + " is allocated, and not on "
                            + Plural.of(
                                    fleet.nodes().stream()
                                            .filter(node -> !isReachable(claim.claim(), node, false))
                                            .count(),
                                    "node"))
                    .forEach(causes::add);
        }
        return causes;
    }

    /** All that decides about the workload, but for the nodes, the slices, and what other claims have. */
    Object inputs() {
        List<Claim> claims = new ArrayList<>(pod.claims());
        open.stream().map(PodClaim::claim).forEach(claims::add);
        List<Object> classes = claims.stream()
                .flatMap(claim -> claim.requests().stream())
                .flatMap(request -> request.alternatives().stream())
                .<Object>map(alternative -> Stream.ofNullable(fleet.classes().get(alternative.deviceClassName()))
                        .toList())
                .toList();
        List<String> refusals = pod.refusals().stream()
                .flatMap(refusal -> refusal.mistakes().stream())
                .map(mistake -> mistake.path() + mistake.message())
                .toList();
        List<String> references =
                pod.findings().stream().map(ReferenceFinding::message).toList();
        return List.of(
                claims,
                pod.missing(),
                refusals,
                references,
                classes,
                where,
                workload.replicas(),
                scheduled == null ? Map.of() : scheduled.requested());
    }
}
