package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.fleet.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
    private FitResult.@Nullable Answer answer;

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

    /** Of a request that stands for an extended resource the container and the resource; null of any other. */
    @Nullable
    String extendedResource(Claim claim, Request request) {
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

    FitResult.Answer answer() {
        FitResult.Answer known = answer;
        if (known == null) {
            known = decided();
            answer = known;
        }
        return known;
    }

    private FitResult.Answer decided() {
        if (!pod.refusals().isEmpty()) {
            return FitResult.Answer.INVALID;
        }
        boolean isOpen = pod.all().isEmpty() && !pod.missing().isEmpty();
        if (isOpen || fleet.nodes().isEmpty() || !refusedClasses().isEmpty()) {
            return FitResult.Answer.UNKNOWN;
        }
        if (scheduled != null && scheduled.waitsFor() != null) {
            return FitResult.Answer.BLOCKED;
        }
        if (scheduled != null && !scheduled.never().isEmpty() && pod.missing().isEmpty()) {
            return FitResult.Answer.NEVER;
        }
        FitResult.Answer alone = scheduler.nodes(where).isEmpty() ? FitResult.Answer.NEVER : now().answer(this::freed);
        return switch (alone) {
            case FITS, FITS_WHEN_FREED -> pod.missing().isEmpty() ? bound(alone) : FitResult.Answer.UNKNOWN;
            case NEVER -> never();
            case ERROR -> failsOnUnusablePools() ? FitResult.Answer.UNKNOWN : alone;
            default -> alone;
        };
    }

    /** The answer where the claims can be allocated. */
    private FitResult.Answer bound(FitResult.Answer allocated) {
        if (scheduled != null && !scheduled.reservations().never().isEmpty()) {
            return FitResult.Answer.NEVER;
        }
        return refusedReservations().isEmpty() ? allocated : FitResult.Answer.BLOCKED;
    }

    /** The answer where the claims can be allocated on no node, if those that have devices keep them. */
    private FitResult.Answer never() {
        if (scheduled != null && !scheduled.released().isEmpty()) {
            return FitResult.Answer.BLOCKED;
        }
        return mayFit() ? FitResult.Answer.UNKNOWN : FitResult.Answer.NEVER;
    }

    /** Whether what is not known of the fleet could be what is needed. */
    private boolean mayFit() {
        if (namesUnknownNode() || scheduled != null && scheduled.mayBeOffered()) {
            return true;
        }
        List<Claim> certain = scheduler.gaps().withoutOpen(openClaims);
        boolean isAllKnown = possibleNodes.size() == nodes.size() && certain.equals(openClaims);
        return !isAllKnown
                && !possibleNodes.isEmpty()
                && scheduler.decide(free, possibleNodes, certain).answer(() -> new NodeDecisions(Map.of()))
                        != FitResult.Answer.NEVER;
    }

    /** Whether the error is that all devices of pools are requested that cannot be used as they are. */
    private boolean failsOnUnusablePools() {
        List<Claim> others = Gaps.without(openClaims, alternative -> alternative.isAll());
        return !scheduler.gaps().isEmpty()
                && !others.equals(openClaims)
                && scheduler.decide(scheduler.now(), nodes, others).answer(this::freed) != FitResult.Answer.ERROR;
    }

    private boolean namesUnknownNode() {
        return !where.nodeName().isEmpty()
                && fleet.nodes().stream().noneMatch(node -> node.name().equals(where.nodeName()));
    }

    private List<Refusal> refusedClasses() {
        return openClaims.stream()
                .flatMap(claim -> claim.requests().stream())
                .flatMap(request -> request.alternatives().stream())
                .map(alternative -> fleet.sources().refusal("DeviceClass", alternative.deviceClassName()))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
    }

    /** Why claims are invalid. */
    List<FitResult.Reason> invalid() {
        return pod.refusals().stream().map(Gaps::reason).toList();
    }

    /** What the pod waits for. */
    List<FitResult.Reason> blocked() {
        Obstacle waits = scheduled == null ? null : scheduled.waitsFor();
        if (waits != null) {
            return List.of(new FitResult.Reason(
                    waits.toString(), List.of(String.valueOf(waits.kind().end()))));
        }
        return freed().fitting().isEmpty() && scheduled != null
                ? scheduled.released().reasons()
                : refusedReservations();
    }

    /** What the API server refuses until other pods end. */
    private List<FitResult.Reason> refusedReservations() {
        return scheduled == null ? List.of() : scheduled.reservations().blocked();
    }

    /** Why the pod never runs, other than devices that it does not get; empty where that is nothing. */
    List<FitResult.Reason> impossible() {
        if (scheduled == null || !scheduled.never().isEmpty()) {
            return scheduled == null ? List.of() : scheduled.never();
        }
        boolean isRefused =
                answer() == FitResult.Answer.NEVER && !freed().fitting().isEmpty();
        return isRefused ? scheduled.reservations().never() : List.of();
    }

    /** What keeps the pod from nodes, other than devices that are taken. */
    List<FitResult.Reason> obstacles() {
        return scheduled == null ? List.of() : scheduled.obstacles();
    }

    /** What is missing. */
    List<FitResult.Reason> unknown() {
        List<FitResult.Reason> reasons = new ArrayList<>();
        pod.missing()
                .forEach(name -> reasons.add(new FitResult.Reason(name, List.of("not in the input or the fleet"))));
        refusedClasses().forEach(refusal -> reasons.add(Gaps.reason(refusal)));
        if (fleet.nodes().isEmpty()) {
            reasons.add(new FitResult.Reason("nodes", List.of("the fleet has no nodes; add its Node objects")));
        } else if (namesUnknownNode()) {
            reasons.add(new FitResult.Reason("node " + where.nodeName(), List.of("not in the fleet")));
        } else if (possibleNodes.size() > nodes.size()) {
            List<Node> unknown = fleet.nodes().stream()
                    .filter(node -> !node.isKnown())
                    .filter(possibleNodes::contains)
                    .toList();
            reasons.add(new FitResult.Reason("Node objects are not in the fleet; add them", where.exclusions(unknown)));
        }
        if (scheduled != null && scheduled.mayBeOffered()) {
            reasons.addAll(scheduled.obstacles());
        }
        reasons.addAll(
                failsOnUnusablePools()
                        ? scheduler.gaps().reasons()
                        : scheduler.gaps().reasons(openClaims));
        return reasons;
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
