package dev.drawbridge.server;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.ClaimReader;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of claims without devices, by the answer of {@code drawbridge fit}. Claims with equal requests have one
 * answer; claims not decided in time count as unknown, so that reviews are not slowed down.
 */
final class PendingClaims {

    /** Time limit of one count: at most a thirtieth of one core. */
    private static final Duration LIMIT = Duration.ofSeconds(1);

    /** Time limit of one claim. */
    private static final Duration ONE = Duration.ofMillis(100);

    private PendingClaims() {}

    static Map<String, Integer> byAnswer(
            Fleet fleet, List<ObjectValue> claims, KubernetesRelease release, FeatureGates gates) {
        Fit fit = new Fit(fleet, release, gates, ONE);
        long end = System.nanoTime() + LIMIT.toNanos();
        Map<Object, FitResult.Answer> known = new HashMap<>();
        Map<String, Integer> counts = new TreeMap<>();
        for (FitResult.Answer answer : FitResult.Answer.values()) {
            counts.put(answer.toString(), 0);
        }
        for (ObjectValue claim : claims) {
            Manifest manifest = new Manifest("", "", claim, "resource.k8s.io/v1", "ResourceClaim");
            Workload workload =
                    new Workload(manifest, manifest.namespace(""), manifest.name(), null, FieldPath.ROOT, 1);
            Claim read = ClaimReader.claim(claim);
            Object requested = List.of(read.requests(), read.constraints());
            FitResult.Answer answer = known.get(requested);
            if (answer == null) {
                answer = System.nanoTime() - end < 0 ? fit.answer(workload) : FitResult.Answer.UNKNOWN;
                known.put(requested, answer);
            }
            counts.merge(answer.toString(), 1, Integer::sum);
        }
        return counts;
    }
}
