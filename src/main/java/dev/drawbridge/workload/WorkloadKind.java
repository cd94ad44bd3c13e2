package dev.drawbridge.workload;

import java.util.List;

/**
 * A kind of object that makes pods, and where it keeps one of its templates.
 *
 * @param group its API group; empty for Kubernetes' core
 * @param kind its name
 * @param path where the specification of the pods is: fields with dots between, {@code []} after a list and {@code {}}
 *     after a map
 * @param claimsField the field of the specification that has the claims
 * @param counts where the numbers are whose product is how many pods there are; each 1 if unset
 * @param leader the field beside which the last of those numbers counts one pod more than there are of these; empty if
 *     there is none
 * @param source where the kind is defined, or used so: repository, file, version
 */
public record WorkloadKind(
        String group, String kind, String path, String claimsField, List<String> counts, String leader, String source) {

    /** A kind with claims as a pod has them. */
    WorkloadKind(String group, String kind, String path, String source, String... counts) {
        this(group, kind, path, PodTemplate.CLAIMS, List.of(counts), "", source);
    }

    /** The same, whose claims are in another field. */
    WorkloadKind claimsIn(String field) {
        return new WorkloadKind(group, kind, path, field, counts, leader, source);
    }

    /** The same, of whose last count one pod is another's, if that has a template. */
    WorkloadKind besideLeader(String field) {
        return new WorkloadKind(group, kind, path, claimsField, counts, field, source);
    }
}
