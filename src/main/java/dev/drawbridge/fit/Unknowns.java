package dev.drawbridge.fit;

import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.FitResult.Answer;
import dev.drawbridge.fit.allocator.Allocator;
import dev.drawbridge.fit.allocator.NodeDecisions;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitFact;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.schema.FeatureGate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Missing or invalid objects that could change the answer for a workload. */
final class Unknowns {

    /** The kinds that may give a workload a place. */
    private static final Set<String> PLACES = Set.of("nodes", "deviceclasses", "resourceslices");

    /** The kinds that may take it away. */
    private static final Set<String> HOLDERS = Set.of("nodes", "resourceclaims", "devicetaintrules");

    private final Question question;
    private final ScheduledFleet scheduler;
    private final Fleet fleet;
    private final List<Claim> open;
    /** One of the pods; null for a claim without pods. */
    private final @Nullable ScheduledPod pod;

    Unknowns(Question question) {
        this.question = question;
        this.scheduler = question.scheduler();
        this.fleet = scheduler.fleet();
        this.open = question.openClaims();
        this.pod = question.scheduled();
    }

    /** Whether a search would be meaningless. */
    boolean leaveNothingToDecide() {
        PodClaims claims = question.pod();
        boolean areClaimsMissing = claims.all().isEmpty() && claims.lacksOne();
        return areClaimsMissing || lacksNodes() || !refusedClasses().isEmpty();
    }

    /** Whether the fleet has no nodes, and is not that of a cluster whose nodes were listed. */
    private boolean lacksNodes() {
        boolean isListed =
                !fleet.info().kubernetes().isEmpty() && !fleet.info().unseen().containsKey("nodes");
        return fleet.nodes().isEmpty() && !isListed;
    }

    /** Whether a fitting workload might not fit. */
    boolean mayPrevent() {
        return fleet.info().unseen().keySet().stream().anyMatch(HOLDERS::contains)
                || !uncertain().isEmpty();
    }

    /** The taints, and the names of classes, that are uncertain. */
    private List<FitCause> uncertain() {
        List<FitCause> causes = new ArrayList<>();
        if (TaintRules.count(scheduler.release(), scheduler.gates())) {
            // Whatever its taint is meant to be, a request does not tolerate it.
            fleet.sources().refused().stream()
                    .filter(rule -> rule.object().kind().equals("DeviceTaintRule")
                            && alternatives().anyMatch(each -> !TaintRules.isTolerated(rule, each)))
                    .forEach(rule -> causes.add(Gaps.cause(rule)));
        }
        TaintRules.undecided(fleet, scheduler.release(), scheduler.gates()).stream()
                .filter(rule ->
                        rule.taint().keepsAway() && alternatives().anyMatch(each -> !each.tolerates(rule.taint())))
                .forEach(rule -> causes.add(FitCause.Kind.TAINT_RULE_BY_PATCH.cause(rule.name())));
        if (mayBeTainted()) {
            List<FeatureGate> needed = fleet.taintRules().isEmpty()
                    ? List.of(FeatureGate.DRA_DEVICE_TAINTS)
                    : TaintRules.gates(scheduler.release());
            causes.add(FitCause.Kind.TAINTS_BY_GATES.cause(
                    needed.stream().map(gate -> gate + "=true").collect(Collectors.joining(","))));
        }
        if (pod != null) {
            causes.addAll(pod.doubts());
        }
        return causes;
    }

    /** Whether a workload that fits nowhere might fit. */
    boolean mayHelp() {
        if (!missingNode().isEmpty()
                || fleet.info().unseen().keySet().stream().anyMatch(PLACES::contains)
                || pod != null
                        && (pod.mayHaveOtherClass() || !pod.unknownResources().isEmpty())) {
            return true;
        }
        List<Node> possible = question.possibleNodes();
        List<Claim> certain = scheduler.gaps().withoutOpen(open, possible);
        boolean isAllKnown = possible.size() == question.nodes().size() && certain.equals(open);
        return !isAllKnown
                && !possible.isEmpty()
                && Answer.of(scheduler.decide(question.free(), possible, certain), () -> new NodeDecisions(Map.of()))
                        != Answer.NEVER;
    }

    /** Whether the error may come from a request for all devices: of unusable pools of the nodes, of any driver. */
    boolean explainError() {
        List<Claim> others = Gaps.without(open, Alternative::isAll);
        return !scheduler.gaps().on(question.nodes()).isEmpty()
                && !others.equals(open)
                && Answer.of(scheduler.decide(scheduler.now(), question.nodes(), others), question::freed)
                        != Answer.ERROR;
    }

    /** The node that the pod names, if the fleet has no such node. */
    List<FitCause> missingNode() {
        String name = question.where().nodeName();
        List<String> names = fleet.nodes().stream().map(Node::name).toList();
        return name.isEmpty() || names.contains(name)
                ? List.of()
                : List.of(FitCause.Kind.NODE_MISSING.cause(name, Spelling.hint(name, names)));
    }

    private Stream<Alternative> alternatives() {
        return open.stream().flatMap(Claim::alternatives);
    }

    private List<Refusal> refusedClasses() {
        return alternatives()
                .flatMap(alternative ->
                        Stream.ofNullable(fleet.sources().refusal("DeviceClass", alternative.deviceClassName())))
                .distinct()
                .toList();
    }

    /** Whether taints, whose gates may be on, would prevent it. */
    private boolean mayBeTainted() {
        return scheduler
                .withTaints()
                .filter(tainted -> !answer(tainted).isNoWorseThan(Answer.of(question.now(), question::freed)))
                .isPresent();
    }

    private Answer answer(Allocator other) {
        List<Claim> kept = question.pod().claims().stream()
                .filter(claim -> claim.allocation() != null)
                .toList();
        return Answer.of(
                scheduler.decide(other, question.nodes(), open),
                () -> scheduler.decide(other.with(kept), question.nodes(), open));
    }

    List<FitCause> causes() {
        List<FitCause> causes = new ArrayList<>();
        fleet.info().unseen().forEach((kind, reason) -> {
            if (PLACES.contains(kind) || HOLDERS.contains(kind)) {
                causes.add(FitCause.Kind.NOT_LISTED.cause(kind).with(FitFact.message(reason)));
            }
        });
        refusedClasses().forEach(refusal -> causes.add(Gaps.cause(refusal)));
        causes.addAll(uncertain());
        if (fleet.nodes().isEmpty()) {
            causes.add(FitCause.Kind.NO_NODES.cause());
        } else if (!missingNode().isEmpty()) {
            causes.addAll(missingNode());
        } else if (question.possibleNodes().size() > question.nodes().size()) {
            List<Node> unknown = fleet.nodes().stream()
                    .filter(node -> !node.isKnown())
                    .filter(question.possibleNodes()::contains)
                    .toList();
            causes.add(
                    FitCause.Kind.NODES_UNKNOWN.cause().with(question.where().exclusions(unknown, fleet, List.of())));
        }
        if (pod != null && !pod.unknownResources().isEmpty()) {
            causes.addAll(pod.obstacles());
            causes.addAll(pod.unknownResources());
        }
        causes.addAll(
                explainError()
                        ? scheduler.gaps().on(question.nodes())
                        : scheduler.gaps().causes(open, question.possibleNodes()));
        return causes;
    }
}
