package dev.drawbridge.live.why;

import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.Shortfall;
import dev.drawbridge.fleet.PoolState;
import java.util.ArrayList;
import java.util.List;

/** Findings for pools that the scheduler does not use, but whose devices a pod might need. */
final class UnusedPools {

    private static final int MAX_SHOWN = 5;

    private UnusedPools() {}

    /** The finding for them; empty if they are irrelevant to the pod. */
    static List<WhyFinding> incomplete(PendingPod pod, List<Shortfall> shortfalls) {
        WhatIf cluster = pod.cluster();
        boolean mayMatter = !cluster.unusablePools().isEmpty()
                && shortfalls.stream()
                        .anyMatch(shortfall -> cluster.now().mayBeInUnusablePool(shortfall.alternative()));
        if (!mayMatter) {
            return List.of();
        }
        FitResult complete = cluster.withPoolsComplete().of(pod.workload());
        boolean waits = pod.fit().answer() == FitResult.Answer.FITS_WHEN_FREED;
        boolean helps = complete.answer() == FitResult.Answer.FITS
                || !waits && FitAnswers.nodes(complete) > FitAnswers.nodes(pod.fit());
        boolean isOpen =
                pod.fit().answer() == FitResult.Answer.UNKNOWN || pod.fit().answer() == FitResult.Answer.ERROR;
        if (!helps && !isOpen) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        cluster.unusablePools().values().stream()
                .limit(MAX_SHOWN)
                .forEach(pool -> lines.add("pool " + pool.id() + ": " + problem(pool)));
        int more = cluster.unusablePools().size() - MAX_SHOWN;
        if (more > 0) {
            lines.add("and " + more + " more: drawbridge doctor lists them");
        }
        return List.of(WhyFinding.of(
                        Cause.POOL_INCOMPLETE,
                        cluster.unusablePools().size() == 1
                                ? "a pool is incomplete, and the scheduler does not use it"
                                : cluster.unusablePools().size()
                                        + " pools are incomplete, and the scheduler does not use them")
                .with(lines)
                .then(
                        helps
                                ? "with its existing slices it " + FitAnswers.sentence(complete)
                                : "the existing slices would not be enough; with the missing ones it may fit")
                .helping(!helps ? 0 : waits ? complete.now().size() : FitAnswers.nodes(complete)));
    }

    private static String problem(PoolState pool) {
        return String.valueOf(pool.problem());
    }
}
