package dev.drawbridge.fit;

import dev.drawbridge.fit.cause.ClaimConstraint;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.cause.RequestedDevices;
import dev.drawbridge.fit.plugin.PodNodes;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Tries changes of a workload or of its fleet, each alone. */
record Changes(Question question) {

    FitChange without(ClaimConstraint constraint) {
        Claim changed = constraint.claim().withoutConstraint(constraint.index());
        return tried(FitChange.Kind.CONSTRAINT.of(constraint.inClaim()), constraint.claim(), changed);
    }

    /** An alternative of a request instead of another, and the change that makes it. */
    record Step(FitChange change, Alternative to) {}

    /** What would give a request enough devices: without the selector that leaves too few, and with a lower count. */
    List<FitChange> of(RequestedDevices requested, Funnel funnel) {
        Step selector = funnel.failed() == FitCause.Kind.SELECTOR ? relaxed(requested, funnel) : null;
        return Stream.of(selector, count(requested, funnel))
                .filter(Objects::nonNull)
                .map(step -> tried(step.change(), requested.claim(), requested.with(step.to())))
                .toList();
    }

    /** The step that leaves out the first condition that leaves too few devices; null if none does. */
    static @Nullable Step relaxed(RequestedDevices requested, Funnel funnel) {
        Alternative from = funnel.alternative();
        int selector = funnel.failedSelector();
        return switch (funnel.failed()) {
            case SELECTOR ->
                new Step(FitChange.Kind.SELECTOR.of(requested.path(), selector), from.withoutSelector(selector));
            case CAPACITY -> new Step(FitChange.Kind.CAPACITY.of(requested.path()), from.withoutCapacity());
            case TAINT -> new Step(FitChange.Kind.TAINTS.of(), from.toleratingAll());
            case COUNT -> count(requested, funnel);
            default -> null;
        };
    }

    private static @Nullable Step count(RequestedDevices requested, Funnel funnel) {
        Alternative from = funnel.alternative();
        int most = funnel.most();
        ContainerResource resource = requested.resource();
        FitChange change = resource == null
                ? FitChange.Kind.COUNT.of(requested.path(), most)
                : FitChange.Kind.AMOUNT.of(resource, most);
        return from.isAll() || most == 0 || most >= from.count() ? null : new Step(change, from.withCount(most));
    }

    /** The nodes on which the change helps, by which the claim becomes another one. */
    FitChange tried(FitChange change, Claim claim, Claim changed) {
        ScheduledFleet scheduler = question.scheduler();
        List<Claim> others = question.openClaims().stream()
                .map(each -> each == claim ? changed : each)
                .toList();
        List<String> freed =
                scheduler.decide(question.free(), question.nodes(), others).fitting();
        List<String> now = freed.isEmpty()
                ? List.of()
                : scheduler.decide(scheduler.now(), question.nodes(), others).fitting();
        return change.on(now, freed);
    }

    FitChange withoutTaints() {
        return of(FitChange.Kind.TAINTS, new Question(question.scheduler().withoutTaints(), question.workload()));
    }

    FitChange withPoolsComplete() {
        return of(FitChange.Kind.POOLS, new Question(question.scheduler().withPoolsComplete(), question.workload()));
    }

    FitChange onAnyNode() {
        return of(FitChange.Kind.NODES, new Question(question.scheduler(), question.workload(), PodNodes.ALL));
    }

    private static FitChange of(FitChange.Kind kind, Question changed) {
        return switch (new Outcome(changed).answer()) {
            case FITS, FITS_WHEN_FREED, BLOCKED ->
                kind.of().on(changed.now().fitting(), changed.freed().fitting());
            case UNKNOWN, NEVER, ERROR, INVALID -> kind.of();
        };
    }
}
