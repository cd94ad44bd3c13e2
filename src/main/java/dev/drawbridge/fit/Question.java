package dev.drawbridge.fit;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.NodeSelector;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.resource.ClaimLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A workload, and what is decided about it. */
final class Question {

    private final Fit fit;
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
    private @Nullable NodeDecisions asThingsAre;
    private @Nullable NodeDecisions whenFreed;
    private FitResult.@Nullable Answer answer;

    Question(Fit fit, Workload workload) {
        this.fit = fit;
        this.fleet = fit.fleet();
        this.workload = workload;
        pod = PodClaims.of(workload, fleet);
        allocated = pod.all().stream().filter(PodClaim::isAllocated).toList();
        open = pod.all().stream().filter(claim -> !claim.isAllocated()).toList();
        openClaims = open.stream().map(PodClaim::claim).toList();
        ObjectValue spec = workload.pod();
        where = spec == null ? PodNodes.ALL : PodNodes.of(spec);
        nodes = reachable(fit.nodes(where), false);
        possibleNodes = reachable(fit.possibleNodes(where), true);
        free = fit.freed(allocated.stream().map(PodClaim::claim).toList());
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
            made = fit.decide(fit.now(), nodes, openClaims);
            if (made.fitting().isEmpty()) {
                Set<Claim> own = RunningPods.own(fit.runningPods().of(workload), pod);
                made = own.isEmpty() ? made : fit.decide(fit.now().with(without(own)), nodes, openClaims);
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
            made = fit.decide(free, nodes, openClaims);
            whenFreed = made;
        }
        return made;
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
        FitResult.Answer alone = nodes.isEmpty() ? FitResult.Answer.NEVER : now().answer(this::freed);
        return switch (alone) {
            case FITS, FITS_WHEN_FREED ->
                !pod.missing().isEmpty()
                        ? FitResult.Answer.UNKNOWN
                        : full().isEmpty() ? alone : FitResult.Answer.BLOCKED;
            case NEVER -> mayFit() ? FitResult.Answer.UNKNOWN : alone;
            case ERROR -> failsOnUnusablePools() ? FitResult.Answer.UNKNOWN : alone;
            default -> alone;
        };
    }

    /** Whether what is not known of the fleet could be what is needed. */
    private boolean mayFit() {
        if (namesUnknownNode()) {
            return true;
        }
        List<Claim> certain = fit.gaps().withoutOpen(openClaims);
        boolean isAllKnown = possibleNodes.size() == nodes.size() && certain.equals(openClaims);
        return !isAllKnown
                && !possibleNodes.isEmpty()
                && fit.decide(free, possibleNodes, certain).answer(() -> new NodeDecisions(Map.of()))
                        != FitResult.Answer.NEVER;
    }

    /** Whether the error is that all devices of pools are requested that cannot be used as they are. */
    private boolean failsOnUnusablePools() {
        List<Claim> others = Gaps.without(openClaims, alternative -> alternative.isAll());
        return !fit.gaps().isEmpty()
                && !others.equals(openClaims)
                && fit.decide(fit.now(), nodes, others).answer(this::freed) != FitResult.Answer.ERROR;
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

    /** The allocated claims that have no room for another pod. */
    private List<Claim> full() {
        String consumer = workload.kind().equals("Pod") ? "pods/" + workload.name() : "";
        if (workload.pod() == null) {
            return List.of();
        }
        return allocated.stream()
                .map(PodClaim::claim)
                .filter(claim -> claim.consumers().size() >= ClaimLimits.CONSUMERS
                        && !claim.consumers().contains(consumer))
                .toList();
    }

    /** Why claims are invalid. */
    List<FitResult.Reason> invalid() {
        return pod.refusals().stream().map(Gaps::reason).toList();
    }

    /** Which claims have no room. */
    List<FitResult.Reason> blocked() {
        return full().stream()
                .map(claim -> new FitResult.Reason(
                        "claim " + claim,
                        List.of("status.reservedFor is full: " + ClaimLimits.CONSUMERS
                                + " pods use it; there is room when one of them ends")))
                .toList();
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
        reasons.addAll(
                failsOnUnusablePools() ? fit.gaps().reasons() : fit.gaps().reasons(openClaims));
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
                            + Explanation.plural(
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
        List<Object> classes = pod.claims().stream()
                .flatMap(claim -> claim.requests().stream())
                .flatMap(request -> request.alternatives().stream())
                .<Object>map(alternative -> Stream.ofNullable(fleet.classes().get(alternative.deviceClassName()))
                        .toList())
                .toList();
        List<String> refusals = pod.refusals().stream()
                .flatMap(refusal -> refusal.mistakes().stream())
                .map(mistake -> mistake.path() + mistake.message())
                .toList();
        return List.of(pod.claims(), pod.missing(), refusals, classes, where, workload.replicas());
    }
}
