package dev.drawbridge.workload;

import java.util.List;

/**
 * A kind of object that creates pods, with the place of one of its templates.
 *
 * @param group its API group; empty for Kubernetes' core
 * @param path the field of the pods' specification: fields separated by dots, {@code []} after a list and {@code {}}
 *     after a map
 * @param claimsField the field of the specification with the claims
 * @param counts the fields whose product is the number of pods; each 1 if unset
 * @param leader the field of the leader's template: if it is set, the last count includes the leader; empty if there is
 *     none
 * @param source the definition of the kind, or an example: repository, file, version
 */
public record WorkloadKind(
        String group, String kind, String path, String claimsField, List<String> counts, String leader, String source) {

    /** Creates a kind with claims like a pod's. */
    WorkloadKind(String group, String kind, String path, String source, String... counts) {
        this(group, kind, path, PodTemplate.CLAIMS, List.of(counts), "", source);
    }

    WorkloadKind claimsIn(String field) {
        return new WorkloadKind(group, kind, path, field, counts, leader, source);
    }

    /** A copy whose last count includes a leader, if that has a template. */
    WorkloadKind besideLeader(String field) {
        return new WorkloadKind(group, kind, path, claimsField, counts, field, source);
    }
}
