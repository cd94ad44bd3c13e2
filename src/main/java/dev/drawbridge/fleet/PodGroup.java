package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What pods share that are scheduled together: a PodGroup, or the one that a Job creates.
 *
 * <p>Source: PodGroup of {@code k8s.io/api/scheduling}, since 1.36; Job, {@code spec.scheduling}, since 1.37.
 *
 * @param claims its {@code resourceClaims}: a pod of it with an equal entry uses the group's claim
 * @param generated the claims created from its templates, by entry name
 */
public record PodGroup(String name, List<Pod.ClaimSource> claims, Map<String, Optional<String>> generated) {

    static PodGroup of(String name, ObjectValue scheduling, ObjectValue status) {
        return new PodGroup(
                name, Fields.objects(scheduling.list("resourceClaims"), Pod.ClaimSource::of), Pod.generated(status));
    }

    /** The name of the group that the Job creates for its pods. */
    public static String ofJob(String name) {
        return "Job/" + name;
    }
}
