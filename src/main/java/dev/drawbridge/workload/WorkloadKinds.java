package dev.drawbridge.workload;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The kinds that create pods: {@code workload/kinds.txt} has a row for each template, with its source. */
public final class WorkloadKinds {

    // @formatter:off
    /** Groups whose controllers copy templates unchanged into pods, jobs or StatefulSets, except for added fields. */
    static final Set<String> COPIED = Set.of(
        "ray.io", "jobset.x-k8s.io", "leaderworkerset.x-k8s.io", "batch.volcano.sh", "kubeflow.org", "apps.kruise.io",
        "argoproj.io", "grove.io", "agents.x-k8s.io", "keda.sh", "orchestration.aibrix.ai");
    // @formatter:on

    /** Groups whose controllers complete templates from other objects, which may declare claims. */
    static final Set<String> COMPLETED = Set.of("serving.kserve.io", "trainer.kubeflow.org", "nvidia.com");

    static final List<WorkloadKind> ROWS = rows(BundledFile.text("/workload/kinds.txt"));

    private static final Map<String, List<WorkloadKind>> BY_KIND = byKind();

    /** The names of kinds in any group, a quick test: most objects are of other kinds. */
    private static final Set<String> NAMES = BY_KIND.keySet().stream()
            .map(key -> key.substring(key.indexOf('/') + 1))
            .collect(Collectors.toSet());

    private WorkloadKinds() {}

    private static List<WorkloadKind> rows(String table) {
        List<WorkloadKind> rows = new ArrayList<>();
        String source = "";
        for (String line : table.split("\n")) {
            if (line.startsWith("# ")) {
                source = line.substring("# ".length());
            } else if (!line.isEmpty() && !line.startsWith("#")) {
                rows.add(WorkloadKind.of(List.of(line.split(" ")), source));
            }
        }
        return List.copyOf(rows);
    }

    private static Map<String, List<WorkloadKind>> byKind() {
        Map<String, List<WorkloadKind>> byKind = new HashMap<>();
        for (WorkloadKind row : ROWS) {
            byKind.computeIfAbsent(row.group() + "/" + row.kind(), none -> new ArrayList<>())
                    .add(row);
        }
        // A cluster runtime differs from a namespaced one only in scope.
        byKind.put("trainer.kubeflow.org/ClusterTrainingRuntime", byKind.get("trainer.kubeflow.org/TrainingRuntime"));
        return byKind;
    }

    /**
     * The group that is meant by another one for a custom kind of the table; empty if none is. Groups of other projects
     * have a dot, and may have a kind of the same name.
     */
    static String meantGroup(String group, String kind) {
        List<String> groups = ROWS.stream()
                .filter(row -> row.kind().equals(kind) && !WorkloadKind.isKubernetesOwn(row.group()))
                .map(WorkloadKind::group)
                .distinct()
                .toList();
        boolean isKnown = groups.isEmpty() || BY_KIND.containsKey(group + "/" + kind);
        String near = isKnown ? "" : Spelling.nearest(group, groups);
        boolean isOther = group.indexOf('.') >= 0 || kind.equals("Service");
        return near != null ? near : isOther ? "" : groups.get(0);
    }

    static List<WorkloadKind> of(String group, String kind) {
        return NAMES.contains(kind) ? BY_KIND.getOrDefault(group + "/" + kind, List.of()) : List.of();
    }
}
