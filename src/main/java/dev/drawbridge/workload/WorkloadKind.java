package dev.drawbridge.workload;

import java.util.ArrayList;
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

    private static final String CLAIMS = "claims=";
    private static final String LEADER = "leader=";

    /** Reads the words {@code GROUP/KIND PATH COUNT… claims=FIELD leader=FIELD}; all after the path may be missing. */
    static WorkloadKind of(List<String> row, String source) {
        String name = row.get(0);
        int slash = name.lastIndexOf('/');
        String claims = PodTemplate.CLAIMS;
        String leader = "";
        List<String> counts = new ArrayList<>();
        for (String word : row.subList(2, row.size())) {
            if (word.startsWith(CLAIMS)) {
                claims = word.substring(CLAIMS.length());
            } else if (word.startsWith(LEADER)) {
                leader = word.substring(LEADER.length());
            } else {
                counts.add(word);
            }
        }
        String group = name.substring(0, slash);
        String kind = name.substring(slash + 1);
        return new WorkloadKind(group, kind, row.get(1), claims, List.copyOf(counts), leader, source);
    }

    /** Kubernetes' own groups, whose kinds with pods are all in the table. */
    static boolean isKubernetesOwn(String group) {
        return group.isEmpty()
                || group.indexOf('.') < 0
                || group.endsWith(".k8s.io") && !group.contains(".x-k8s.io") && !group.startsWith("sparkoperator");
    }
}
