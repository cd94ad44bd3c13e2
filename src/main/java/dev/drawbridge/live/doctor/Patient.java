package dev.drawbridge.live.doctor;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cluster under examination.
 *
 * @param gates the feature gates of its API server, from its metrics; empty if unknown
 * @param schedulerGates the feature gates of its scheduler, from its metrics; empty if unknown
 */
public record Patient(
        ClusterSnapshot snapshot,
        Fit fit,
        KubernetesRelease release,
        Map<String, Boolean> gates,
        Map<String, Boolean> schedulerGates) {

    /** The age from which a temporary condition is reported. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    Fleet fleet() {
        return snapshot.fleet();
    }

    /** Whether this time is long ago; true if it is unknown. */
    boolean isLongAgo(@Nullable Instant time) {
        return time == null || time.plus(PATIENCE).isBefore(snapshot.time());
    }

    boolean isOld(StoredObject object) {
        return isLongAgo(object.created());
    }
}
