package dev.drawbridge.live.why;

import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.live.ClusterFinding;
import java.util.ArrayList;
import java.util.List;

/** Findings for pools that the scheduler does not use, but whose devices a pod might need. */
final class UnusedPools {

    private static final int MAX_SHOWN = 5;

    /** The finding for them; empty if they are irrelevant to the pod. */
    static List<ClusterFinding> incomplete(PendingPod pod) {
        List<PoolState> pools = pod.decider().unusablePools(pod.workload());
        if (pools.isEmpty()) {
            return List.of();
        }
        FitResult fit = pod.fit();
        FitChange complete = pod.decider().withPoolsComplete(pod.workload());
        boolean waits = fit.answer() == FitResult.Answer.FITS_WHEN_FREED;
        boolean helps = !complete.now().isEmpty() || !waits && complete.nodes() > fit.most();
        boolean isOpen = fit.answer() == FitResult.Answer.UNKNOWN || fit.answer() == FitResult.Answer.ERROR;
        if (!helps && !isOpen) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        pools.stream().limit(MAX_SHOWN).forEach(pool -> lines.add("pool " + pool.id() + ": " + pool.problem()));
        int more = pools.size() - MAX_SHOWN;
        if (more > 0) {
            lines.add("and " + more + " more: drawbridge doctor -o json lists them");
        }
        long invalid = pools.stream().filter(pool -> pool.invalid() != null).count();
        String problem = invalid == 0 ? "incomplete" : invalid == pools.size() ? "invalid" : "incomplete or invalid";
        String subject = pools.size() == 1 ? "a pool is " : pools.size() + " pools are ";
        ClusterFinding finding = Cause.POOL_INCOMPLETE
                .found(subject + problem + ", and the scheduler does not use " + (pools.size() == 1 ? "it" : "them"))
                .noting(lines);
        String perhaps = "the existing slices would not be enough; with the missing ones it may fit";
        return List.of(helps ? finding.then(List.of(complete)) : finding.then(invalid > 0 ? null : perhaps));
    }
}
