package dev.drawbridge.live.why;

import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FittingNodes;
import dev.drawbridge.fit.NodeAnswer;
import dev.drawbridge.fit.Obstacle;
import dev.drawbridge.fit.Plural;
import dev.drawbridge.fit.Shortfall;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.live.SnapshotKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Checks for devices that the pod's claims do not find: the devices left after each condition, and the effect of a
 * single change. Of several changes that would each help, the one that helps on more nodes comes first.
 */
final class DeviceCheck implements PodCheck {

    @Override
    public List<SnapshotKind> needs() {
        return PodCheck.kinds(SnapshotKind.DEVICE_CLASS, SnapshotKind.RESOURCE_SLICE, SnapshotKind.RESOURCE_CLAIM);
    }

    @Override
    public List<WhyFinding> find(PendingPod pod) {
        FitResult fit = pod.fit();
        List<WhyFinding> findings = new ArrayList<>(obstacles(pod));
        boolean isExplained = !findings.isEmpty();
        switch (fit.answer()) {
            case ERROR -> findings.addAll(error(pod));
            case NEVER, UNKNOWN -> {
                if (pod.nodesWithoutClaims() == 0) {
                    findings.add(noNode(fit));
                } else if (fit.nodes() > 0) {
                    // If a class is missing, nothing fits together anyway.
                    ordered(shortfalls(pod)).stream()
                            .filter(finding -> !isExplained || finding.cause() != Cause.NO_COMBINATION)
                            .forEach(findings::add);
                }
            }
            case FITS_WHEN_FREED -> findings.addAll(ordered(taken(pod)));
            case BLOCKED -> {
                if (pod.nodesWithoutClaims() == 0) {
                    findings.add(noNode(fit));
                }
            }
            case FITS, INVALID -> {}
        }
        return findings;
    }

    private static List<WhyFinding> ordered(List<WhyFinding> findings) {
        List<WhyFinding> sorted = new ArrayList<>(findings);
        sorted.sort(Comparator.comparing(WhyFinding::helps).reversed());
        return sorted;
    }

    private static WhyFinding noNode(FitResult fit) {
        List<String> lines = new ArrayList<>();
        fit.reasons().stream()
                .filter(reason -> reason.subject().startsWith("nodes"))
                .forEach(reason -> lines.addAll(reason.lines()));
        return WhyFinding.of(Cause.NOT_DRA, "the pod may run on none of the nodes")
                .with(lines);
    }

    /** Missing classes and resources, and disabled gates: known before any node is checked. */
    private static List<WhyFinding> obstacles(PendingPod pod) {
        Set<Obstacle> obstacles = new LinkedHashSet<>();
        Obstacle ofAll = pod.scheduling().obstacle();
        if (ofAll != null) {
            obstacles.add(ofAll);
        }
        List<NodeAnswer> nodes = List.copyOf(pod.scheduling().nodes().values());
        nodes.stream()
                .map(NodeAnswer::obstacles)
                .flatMap(List::stream)
                .filter(obstacle ->
                        nodes.stream().allMatch(node -> node.obstacles().contains(obstacle)))
                .forEach(obstacles::add);
        List<WhyFinding> findings = new ArrayList<>();
        for (Obstacle obstacle : obstacles) {
            switch (obstacle.kind()) {
                case CLASS_MISSING -> findings.add(Classes.missing(pod, obstacle));
                case ALTERNATIVES_DISABLED ->
                    findings.add(WhyFinding.of(Cause.ALTERNATIVES_DISABLED, obstacle.toString()));
                case NO_PROVIDER -> findings.add(WhyFinding.of(Cause.RESOURCE_NOT_PROVIDED, obstacle.toString()));
                case BINDING_FAILED, BINDING_TIMED_OUT ->
                    findings.add(WhyFinding.of(Cause.BINDING_CONDITIONS, obstacle.toString()));
                default -> {}
            }
        }
        return findings;
    }

    private static List<WhyFinding> error(PendingPod pod) {
        List<WhyFinding> findings = new ArrayList<>();
        for (FitResult.Reason reason : pod.fit().reasons()) {
            boolean isAboutExpression = reason.lines().stream().anyMatch(line -> line.startsWith("expression: "));
            if (isAboutExpression) {
                findings.add(WhyFinding.of(Cause.EXPRESSION_FAILS, reason.subject())
                        .with(reason.lines())
                        .then(FitAnswers.alone(pod.fit())));
            }
        }
        boolean isAboutPools = findings.isEmpty() && pod.scheduling().obstacle() == null;
        if (isAboutPools) {
            List<WhyFinding> pools =
                    UnusedPools.incomplete(pod, pod.cluster().now().shortfalls(pod.workload()));
            findings.addAll(pools);
            if (pools.isEmpty()) {
                pod.fit()
                        .reasons()
                        .forEach(reason -> findings.add(WhyFinding.of(Cause.EXPRESSION_FAILS, reason.subject())
                                .with(reason.lines())));
            }
        }
        return findings;
    }

    /** The reasons why the claims do not fit even if nothing is taken. */
    private static List<WhyFinding> shortfalls(PendingPod pod) {
        List<Shortfall> all = pod.cluster().now().shortfalls(pod.workload());
        List<WhyFinding> findings = new ArrayList<>(UnusedPools.incomplete(pod, all));
        boolean isEachEnough = true;
        for (List<Shortfall> request : byRequest(all).values()) {
            if (request.stream().allMatch(shortfall -> shortfall.failed() != null)) {
                isEachEnough = false;
                request.forEach(shortfall -> findings.add(finding(pod, shortfall)));
            }
        }
        if (isEachEnough) {
            findings.addAll(combination(pod, all));
        }
        findings.addAll(onOtherNodes(pod));
        return findings.stream().distinct().toList();
    }

    private static Map<String, List<Shortfall>> byRequest(List<Shortfall> all) {
        Map<String, List<Shortfall>> requests = new LinkedHashMap<>();
        all.forEach(shortfall -> requests.computeIfAbsent(
                        shortfall.claim() + " " + shortfall.request(), any -> new ArrayList<>())
                .add(shortfall));
        return requests;
    }

    private static WhyFinding finding(PendingPod pod, Shortfall shortfall) {
        Shortfall.Condition failed = shortfall.failed();
        return switch (failed == null ? Shortfall.Condition.COUNT : failed) {
            case CLASS -> Classes.empty(pod, shortfall);
            case SELECTOR -> selector(pod, shortfall);
            case CAPACITY ->
                WhyFinding.of(Cause.CAPACITY_TOO_SMALL, shortfall.subject()).with(shortfall.lines());
            case TAINT -> tainted(pod, shortfall);
            case COUNT -> count(pod, shortfall);
        };
    }

    private static WhyFinding selector(PendingPod pod, Shortfall shortfall) {
        WhyFinding finding = withOutcome(
                pod,
                shortfall,
                Cause.SELECTOR_MATCHES_NOTHING,
                "without selectors[" + shortfall.selector() + "]",
                claims -> Changed.alternative(
                        claims, shortfall, shortfall.alternative().withoutSelector(shortfall.selector())));
        // Too many are requested if the devices of the class do not suffice, either.
        return finding.helps() == 0 && shortfall.mostOnANode() > 0 ? count(pod, shortfall) : finding;
    }

    private static WhyFinding count(PendingPod pod, Shortfall shortfall) {
        int most = shortfall.mostOnANode();
        return most == 0
                ? WhyFinding.of(Cause.TOO_FEW_DEVICES, shortfall.subject()).with(shortfall.lines())
                : withOutcome(
                        pod,
                        shortfall,
                        Cause.TOO_FEW_DEVICES,
                        "with count " + most,
                        claims -> Changed.alternative(
                                claims, shortfall, shortfall.alternative().withCount(most)));
    }

    private static WhyFinding withOutcome(
            PendingPod pod, Shortfall shortfall, Cause cause, String change, UnaryOperator<List<Claim>> changed) {
        FittingNodes outcome = pod.cluster().now().ifClaims(pod.workload(), changed);
        return WhyFinding.of(cause, shortfall.subject())
                .with(shortfall.lines())
                .then(change + " it fits " + Plural.of(outcome.now(), "node") + " now, " + outcome.freed()
                        + " when other claims free their devices")
                .helping(outcome.freed());
    }

    private static WhyFinding tainted(PendingPod pod, Shortfall shortfall) {
        FitResult without = pod.cluster().withoutTaints().of(pod.workload());
        WhyFinding finding = WhyFinding.of(Cause.DEVICE_TAINTED, shortfall.subject())
                .with(shortfall.lines())
                .then("without the taints it " + FitAnswers.sentence(without))
                .helping(FitAnswers.nodes(without));
        return finding.helps() == 0 && shortfall.mostOnANode() > 0 ? count(pod, shortfall) : finding;
    }

    private static List<WhyFinding> combination(PendingPod pod, List<Shortfall> all) {
        List<WhyFinding> findings = new ArrayList<>();
        List<Claim> claims = all.stream().map(Shortfall::claim).distinct().toList();
        for (Claim claim : claims) {
            for (int i = 0; i < claim.constraints().size(); i++) {
                int index = i;
                FittingNodes outcome = pod.cluster()
                        .now()
                        .ifClaims(pod.workload(), open -> Changed.claim(open, claim, claim.withoutConstraint(index)));
                if (outcome.freed() > 0) {
                    findings.add(WhyFinding.of(
                                    Cause.CONSTRAINT,
                                    "claim " + claim + ": spec.devices.constraints[" + i + "] ("
                                            + Changed.constraint(claim, i) + ")")
                            .then("without it, it fits " + Plural.of(outcome.now(), "node") + " now, " + outcome.freed()
                                    + " when other claims free their devices")
                            .helping(outcome.freed()));
                }
            }
        }
        if (findings.isEmpty() && !claims.isEmpty()) {
            List<String> lines = new ArrayList<>();
            pod.fit().reasons().forEach(reason -> {
                lines.add(reason.subject());
                reason.lines().forEach(line -> lines.add("  " + line));
            });
            findings.add(WhyFinding.of(Cause.NO_COMBINATION, "no node has devices for all requests of the pod")
                    .with(lines));
        }
        return findings;
    }

    /** A finding if nodes that the pod may not run on would fit. */
    private static List<WhyFinding> onOtherNodes(PendingPod pod) {
        FitResult fit = pod.fit();
        if (fit.nodes() == pod.snapshot().fleet().nodes().size()) {
            return List.of();
        }
        FitResult anywhere = pod.cluster().now().of(PodObjects.onAnyNode(pod.object()));
        int nodes = FitAnswers.nodes(anywhere);
        if (nodes <= FitAnswers.nodes(fit)) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        fit.reasons().stream()
                .filter(reason -> reason.subject().startsWith("nodes"))
                .forEach(reason -> lines.addAll(reason.lines()));
        return List.of(WhyFinding.of(
                        Cause.NOT_DRA, "nodeSelector, affinity or taints keep the pod from nodes that have the devices")
                .with(lines)
                .then("on any node it " + FitAnswers.sentence(anywhere))
                .helping(nodes));
    }

    /** The reasons why the claims do not fit now, though they would if nothing were taken. */
    private static List<WhyFinding> taken(PendingPod pod) {
        List<Shortfall> all = pod.cluster().now().shortfalls(pod.workload());
        List<WhyFinding> findings = new ArrayList<>(UnusedPools.incomplete(pod, all));
        boolean isTainted = pod.snapshot().fleet().slices().stream()
                        .flatMap(slice -> slice.devices().stream())
                        .anyMatch(device -> !device.taints().isEmpty())
                || !pod.snapshot().fleet().taintRules().isEmpty();
        if (isTainted) {
            FitResult without = pod.cluster().withoutTaints().of(pod.workload());
            if (without.answer() == FitResult.Answer.FITS) {
                List<String> lines = all.stream()
                        .flatMap(shortfall -> shortfall.lines().stream())
                        .filter(line -> line.contains("tainted"))
                        .distinct()
                        .toList();
                findings.add(WhyFinding.of(Cause.DEVICE_TAINTED, "devices that match are tainted")
                        .with(lines)
                        .then("without the taints it " + FitAnswers.sentence(without))
                        .helping(without.now().size()));
            }
        }
        FitResult fit = pod.fit();
        Holders holders = new Holders(all, pod);
        findings.add(WhyFinding.of(Cause.DEVICES_TAKEN, holders.summary())
                .with(holders.lines())
                .then("fits " + Plural.of(fit.freed().size(), "node") + " when other claims free their devices: "
                        + SchedulerCheck.names(fit.freed()))
                .helping(fit.freed().size()));
        findings.addAll(onOtherNodesNow(pod));
        return findings;
    }

    private static List<WhyFinding> onOtherNodesNow(PendingPod pod) {
        if (pod.fit().nodes() == pod.snapshot().fleet().nodes().size()) {
            return List.of();
        }
        FitResult anywhere = pod.cluster().now().of(PodObjects.onAnyNode(pod.object()));
        return anywhere.answer() != FitResult.Answer.FITS
                ? List.of()
                : List.of(WhyFinding.of(
                                Cause.NOT_DRA,
                                "nodeSelector, affinity or taints keep the pod from nodes that have free devices")
                        .then("on any node it " + FitAnswers.sentence(anywhere)));
    }
}
