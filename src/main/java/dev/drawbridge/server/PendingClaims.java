package dev.drawbridge.server;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.why.Cause;
import dev.drawbridge.live.why.Why;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of claims without devices, by the first cause that {@code drawbridge why} gives for a pod of them. Claims with
 * equal requests have one cause; claims not decided in time count as unknown, so that reviews are not slowed down.
 */
final class PendingClaims {

    /** The label of claims that can be allocated. */
    private static final String FITS = "fits";

    /** Time limit of one count: at most a thirtieth of one core. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private static final Duration ONE = Duration.ofMillis(100);

    static Map<String, Integer> byCause(Fleet fleet, KubernetesRelease release, FeatureGates gates, Instant time) {
        List<Claim> waiting = fleet.claimsByName().values().stream()
                .filter(claim -> claim.allocation() == null)
                .toList();
        Why why = new Why(ClusterSnapshot.of(fleet, time), new Fit(fleet, release, gates, ONE));
        long end = System.nanoTime() + LIMIT.toNanos();
        Map<Object, String> known = new HashMap<>();
        Map<String, Integer> counts = new TreeMap<>(Map.of(FITS, 0, Cause.UNKNOWN.toString(), 0));
        for (Claim claim : waiting) {
            Object requested = List.of(claim.requests(), claim.constraints());
            String cause = known.get(requested);
            if (cause == null) {
                Cause found = System.nanoTime() - end < 0 ? why.ofDevices(claim) : Cause.UNKNOWN;
                cause = found == null ? FITS : found.toString();
                known.put(requested, cause);
            }
            counts.merge(cause, 1, Integer::sum);
        }
        return counts;
    }
}
