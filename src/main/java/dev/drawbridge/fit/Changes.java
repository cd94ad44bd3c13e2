package dev.drawbridge.fit;

import dev.drawbridge.fit.cause.ClaimConstraint;
import dev.drawbridge.fit.cause.ContainerResource;
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
        int selector = funnel.failedSelector();
        if (selector >= 0) {
            changes.add(with(
                    FitChange.Kind.SELECTOR,
                    List.of(requested.path(), selector),
                    requested.claim(),
                    requested.with(alternative.withoutSelector(selector))));
        }
        if (!alternative.isAll() && funnel.most() > 0 && funnel.most() < alternative.count()) {
            ContainerResource resource = requested.resource();
            changes.add(with(
                    resource == null ? FitChange.Kind.COUNT : FitChange.Kind.AMOUNT,
                    List.of(resource == null ? requested.path() : resource, funnel.most()),
                    requested.claim(),
                    requested.with(alternative.withCount(funnel.most()))));
        }
        return changes;
    }

    private FitChange with(FitChange.Kind kind, List<?> values, Claim claim, Claim changed) {
        List<Claim> others =
                claims.stream().map(each -> each == claim ? changed : each).toList();
        List<String> freed = scheduled.decide(question.free(), nodes, others).fitting();
        List<String> now = freed.isEmpty()
                ? List.of()
                : scheduled.decide(scheduled.now(), nodes, others).fitting();
        return new FitChange(kind, values, now, freed);
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
                new FitChange(
                        kind,
                        List.of(),
                        changed.now().fitting(),
                        changed.freed().fitting());
            case UNKNOWN, NEVER, ERROR, INVALID -> new FitChange(kind, List.of(), List.of(), List.of());
        };
    }
}
