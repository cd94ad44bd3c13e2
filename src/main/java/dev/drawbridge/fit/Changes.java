package dev.drawbridge.fit;

import dev.drawbridge.fit.cause.ClaimConstraint;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.plugin.PodNodes;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Node;
import java.util.ArrayList;
import java.util.List;

/** Tries changes of a workload or of its fleet, each alone. */
final class Changes {

    private final ScheduledFleet scheduled;
    private final Question question;
    private final List<Node> nodes;
    private final List<Claim> claims;

    Changes(ScheduledFleet scheduled, Question question) {
        this.scheduled = scheduled;
        this.question = question;
        this.nodes = question.nodes();
        this.claims = question.openClaims();
    }

    FitChange without(ClaimConstraint constraint) {
        Claim changed = constraint.claim().withoutConstraint(constraint.index());
        return with(FitChange.Kind.CONSTRAINT, List.of(constraint.inClaim()), constraint.claim(), changed);
    }

    /** What would give a request enough devices: without the selector that leaves too few, and with a lower count. */
    List<FitChange> of(RequestedDevices requested, Funnel funnel) {
        List<FitChange> changes = new ArrayList<>();
        Alternative alternative = requested.alternative();
        Alternative relaxed = funnel.relaxed();
        if (relaxed != null && funnel.failed() == FitCause.Kind.SELECTOR) {
            changes.add(with(List.of(part(requested, funnel)), requested, relaxed));
        }
        if (!alternative.isAll() && funnel.most() > 0 && funnel.most() < alternative.count()) {
            changes.add(with(List.of(count(requested, funnel)), requested, alternative.withCount(funnel.most())));
        }
        return changes;
    }

    /** The change by which the first condition that leaves too few devices is left out, without its nodes. */
    static FitChange part(RequestedDevices requested, Funnel funnel) {
        return switch (funnel.failed()) {
            case SELECTOR ->
                FitChange.Kind.SELECTOR.of(List.of(requested.path(), funnel.failedSelector()), List.of(), List.of());
            case CAPACITY -> FitChange.Kind.CAPACITY.of(List.of(requested.path()), List.of(), List.of());
            case TAINT -> FitChange.Kind.TAINTS.of(List.of(), List.of(), List.of());
            default -> count(requested, funnel);
        };
    }

    private static FitChange count(RequestedDevices requested, Funnel funnel) {
        ContainerResource resource = requested.resource();
        return resource == null
                ? FitChange.Kind.COUNT.of(List.of(requested.path(), funnel.most()), List.of(), List.of())
                : FitChange.Kind.AMOUNT.of(List.of(resource, funnel.most()), List.of(), List.of());
    }

    /** These parts together, by which the request has another alternative. */
    FitChange with(List<FitChange> parts, RequestedDevices requested, Alternative other) {
        FitChange first = parts.get(0);
        return parts.size() == 1
                ? with(first.kind(), first.values(), requested.claim(), requested.with(other))
                : with(FitChange.Kind.SEVERAL, parts, requested.claim(), requested.with(other));
    }

    private FitChange with(FitChange.Kind kind, List<?> values, Claim claim, Claim changed) {
        List<Claim> others =
                claims.stream().map(each -> each == claim ? changed : each).toList();
        List<String> freed = scheduled.decide(question.free(), nodes, others).fitting();
        List<String> now = freed.isEmpty()
                ? List.of()
                : scheduled.decide(scheduled.now(), nodes, others).fitting();
        return kind.of(values, now, freed);
    }

    FitChange withoutTaints() {
        return of(FitChange.Kind.TAINTS, new Question(scheduled.withoutTaints(), question.workload()));
    }

    FitChange withPoolsComplete() {
        return of(FitChange.Kind.POOLS, new Question(scheduled.withPoolsComplete(), question.workload()));
    }

    FitChange onAnyNode() {
        return of(FitChange.Kind.NODES, new Question(scheduled, question.workload(), PodNodes.ALL));
    }

    private static FitChange of(FitChange.Kind kind, Question changed) {
        return switch (new Outcome(changed).answer()) {
            case FITS, FITS_WHEN_FREED, BLOCKED ->
                kind.of(List.of(), changed.now().fitting(), changed.freed().fitting());
            case UNKNOWN, NEVER, ERROR, INVALID -> kind.of(List.of(), List.of(), List.of());
        };
    }
}
