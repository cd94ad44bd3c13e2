package dev.drawbridge.conformance;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.plugin.NodeAnswer;
import dev.drawbridge.fit.plugin.PluginAnswer;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * A recorded scheduling of a pod: a fleet, the pod, and the decisions of some releases' schedulers for each node.
 *
 * @param usesNodeAllocatable whether devices provide CPU or memory of their nodes, which Drawbridge ignores
 */
record PodFitCase(String id, Fleet fleet, Pod pod, boolean usesNodeAllocatable, List<PodVerdict> verdicts) {

    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String GROUP = "pods-fit";
    private static final List<String> KINDS = List.of(
            "nodes", "deviceClasses", "resourceSlices", "resourceClaims", "resourceClaimTemplates", "deviceTaintRules");

    /**
     * The decisions of some releases.
     *
     * @param outcomes by node: {@code fits}, {@code no}, {@code error}; any of them is right
     */
    record PodVerdict(List<String> releases, Map<String, Set<String>> outcomes) {}

    /** Whether the line is about a whole pod. */
    static boolean isOne(ObjectValue fields) {
        return fields.has("nodes") && fields.has("pod");
    }

    /** The case of a line. */
    static PodFitCase read(ObjectValue fields) {
        FleetBuilder fleet = new FleetBuilder("default");
        for (String kind : KINDS) {
            for (ObjectValue object : fields.list(kind).objects()) {
                fleet.add(object.string("apiVersion"), object.string("kind"), object);
            }
        }
        ObjectValue pod = fields.object("pod");
        return new PodFitCase(
                fields.string("id"),
                fleet.build(),
                Pod.of(pod, pod.object("metadata").string("namespace")),
                fields.list("features").texts().contains(FeatureGate.DRA_NODE_ALLOCATABLE_RESOURCES.toString()),
                fields.list("verdicts").objects().stream()
                        .map(PodFitCase::verdict)
                        .toList());
    }

    private static PodVerdict verdict(ObjectValue verdict) {
        Map<String, Set<String>> outcomes = new LinkedHashMap<>();
        ObjectValue nodes = verdict.object("nodes");
        for (int i = 0; i < nodes.size(); i++) {
            ObjectValue node = nodes.object(nodes.key(i));
            Set<String> known = new HashSet<>(
                    node.list(node.has("both") ? "both" : "outcomes").texts());
            if (verdict.has("full")) {
                // The API server refuses the reservation.
                known.add("no");
            }
            outcomes.put(nodes.key(i), known);
        }
        return new PodVerdict(verdict.list("releases").texts(), outcomes);
    }

    /** Adds every decision to the result. */
    void compare(Set<KubernetesRelease> releases, ConformanceResult result) {
        for (PodVerdict theirs : verdicts) {
            for (String name : theirs.releases()) {
                RecordedRelease release = RecordedRelease.parse(name);
                if (releases.isEmpty() || releases.contains(release.release())) {
                    compare(theirs, release, result);
                }
            }
        }
    }

    private void compare(PodVerdict theirs, RecordedRelease release, ConformanceResult result) {
        Map<String, NodeAnswer> ours = PluginAnswer.of(
                        fleet, release.release(), release.gates().in(release.release()), pod, Instant.now(), LIMIT)
                .nodes();
        theirs.outcomes().forEach((node, outcomes) -> {
            NodeAnswer answer = Objects.requireNonNull(ours.get(node), node);
            if (outcomes.contains(outcome(answer))) {
                result.same(release, GROUP);
            } else if (usesNodeAllocatable) {
                result.deviation(release, GROUP, KnownDeviation.NODE_ALLOCATABLE);
            } else {
                result.different(release, GROUP, id + " " + node + ": scheduler " + outcomes + ", ours " + answer);
            }
        });
    }

    private static String outcome(NodeAnswer answer) {
        if (answer.failsPod()) {
            return "error";
        }
        return answer.obstacles().isEmpty() ? FitCase.outcome(answer.decision()) : "no";
    }
}
