package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fleet.PodGroups;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.schema.FeatureGate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks for a PodGroup whose pods must be scheduled at the same time.
 *
 * <p>Source: PodGroup of {@code k8s.io/api/scheduling}: {@code spec.schedulingPolicy.gang.minCount}, the condition
 * PodGroupInitiallyScheduled; PodSpec, {@code schedulingGroup}; since 1.36.
 */
final class PodGroupCheck {

    /** Words of the scheduler about a pod group that it waits for. */
    private static final Pattern OF_GROUP = Pattern.compile("(?i)pod ?group|minCount");

    private static final int MAX_PODS = 3;

    /** The findings by group: a search for all of its pods is the same for each of them. */
    private final Map<String, List<ClusterFinding>> known = new HashMap<>();

    List<ClusterFinding> find(PendingPod pod) {
        String name = PodGroups.name(pod.spec());
        ClusterSnapshot snapshot = pod.snapshot();
        Map<String, Boolean> gates = snapshot.fleet().info().featureGates();
        // A group that was stored before the gate was turned off counts no longer.
        if (name.isEmpty() || Boolean.FALSE.equals(gates.get(FeatureGate.GENERIC_WORKLOAD.toString()))) {
            return List.of();
        }
        String namespace = pod.object().namespace();
        if (!snapshot.sees(SnapshotKind.POD_GROUP) || !snapshot.sees(SnapshotKind.POD)) {
            return List.of(Cause.UNKNOWN.found(
                    "not known without PodGroup " + namespace + "/" + name + " and its pods, which could not be seen"));
        }
        StoredObject group = snapshot.find(SnapshotKind.POD_GROUP, namespace, name);
        String message = Objects.requireNonNullElse(pod.schedulerMessage(), "");
        boolean isOfGroup = OF_GROUP.matcher(message).find();
        // The claims of a pod are created once its group is known.
        boolean isNamed = isOfGroup && message.contains("\"" + name + "\"")
                || message.isEmpty()
                        && waiting(pod).stream().anyMatch(finding -> finding.rule() == Cause.CLAIM_NOT_CREATED);
        if (group == null && (isNamed || !snapshot.all(SnapshotKind.POD_GROUP).isEmpty())) {
            return List.of(Cause.POD_GROUP
                    .found("PodGroup " + namespace + "/" + name + " does not exist")
                    .advising("create the PodGroup; the scheduler then tries its pods"));
        }
        // The pod's own cause comes first, and explains why the group waits.
        boolean hasCause =
                !waiting(pod).isEmpty() || pod.needsDevices() && pod.fit().answer() != FitResult.Answer.FITS;
        if (hasCause) {
            return List.of();
        }
        return group != null
                ? known.computeIfAbsent(group.key(), any -> ofGroup(pod, group))
                : List.of((isOfGroup ? Cause.POD_GROUP : Cause.UNKNOWN)
                        .found("unknown whether the scheduler waits for PodGroup " + namespace + "/" + name
                                + ", which was not found"));
    }

    private static List<ClusterFinding> ofGroup(PendingPod pod, StoredObject group) {
        ClusterSnapshot snapshot = pod.snapshot();
        long needed = PodGroups.needed(group.object());
        List<StoredObject> pods = pods(snapshot, group);
        long bound = pods.stream().filter(each -> !each.node().isEmpty()).count();
        if (needed <= bound) {
            return List.of();
        }
        String subject = subject(group);
        if (pods.size() < needed) {
            return List.of(tooFew(group, pods.size()));
        }
        List<PendingPod> open = pods.stream()
                .filter(each -> each.node().isEmpty())
                .map(each -> PendingPod.of(snapshot, pod.decider(), each))
                .toList();
        List<String> waiting = open.stream()
                .flatMap(each -> waiting(each).stream()
                        .limit(1)
                        .map(finding -> each.object().key() + ": " + finding.summary()))
                .toList();
        if (pods.size() - waiting.size() < needed) {
            return List.of(Cause.POD_GROUP
                    .found(subject + ", and the scheduler cannot try " + waiting.size() + " of " + pods.size() + " yet")
                    .noting(waiting.stream().limit(MAX_PODS).toList())
                    .advising("let the scheduler try these pods, or lower minCount: why explains each of them"));
        }
        List<String> lines = new ArrayList<>();
        ObjectValue condition = group.condition("PodGroupInitiallyScheduled");
        boolean isRefused = condition.string("status").equals("False");
        if (isRefused) {
            lines.add(condition.string("reason") + ": " + condition.string("message"));
        }
        FitTogether together =
                pod.decider().together(open.stream().map(PendingPod::workload).toList());
        if (together.pods() - together.leftPods() >= needed - bound) {
            open.stream()
                    .filter(each -> !SchedulerCheck.besideDevices(each).isEmpty())
                    .limit(MAX_PODS)
                    .map(each -> each.object().key() + ": " + String.join(", ", SchedulerCheck.besideDevices(each)))
                    .forEach(lines::add);
            return isRefused
                    ? List.of(Cause.POD_GROUP
                            .found(subject + ", and not all of them find a node, though the devices suffice")
                            .noting(lines)
                            .advising("make room on the nodes with devices, or lower minCount"))
                    : List.of();
        }
        if (!together.headline().isEmpty()) {
            lines.add(0, together.headline());
        }
        List<PendingPod> never = open.stream()
                .filter(each -> each.needsDevices() && !each.fit().answer().isNoWorseThan(FitResult.Answer.UNKNOWN))
                .toList();
        never.stream()
                .limit(MAX_PODS)
                .map(each -> each.object().key() + ": " + each.fit().headline("cluster"))
                .forEach(lines::add);
        lines.addAll(DeviceCheck.holders(open));
        return List.of(Cause.POD_GROUP
                .found(subject + ", and the devices do not suffice for all of them now")
                .noting(lines)
                .advising(
                        never.isEmpty()
                                ? "free devices, add nodes, or lower minCount: that one pod would fit does not help"
                                : "see drawbridge why pod/"
                                        + never.get(0).object().name() + " -n " + group.namespace()
                                        + ", or lower minCount"));
    }

    private static String subject(StoredObject group) {
        return PodGroups.needs(group.key(), PodGroups.needed(group.object()));
    }

    static ClusterFinding tooFew(StoredObject group, long pods) {
        return Cause.POD_GROUP
                .found(subject(group) + ", and " + pods + " exist" + (pods == 1 ? "s" : ""))
                .advising("create the other pods, or lower minCount: see the controller of the pods");
    }

    /** The pods that name the group: it owns none. */
    static List<StoredObject> pods(ClusterSnapshot snapshot, StoredObject group) {
        return snapshot.all(SnapshotKind.POD).stream()
                .filter(each -> each.namespace().equals(group.namespace())
                        && PodGroups.name(each.spec()).equals(group.name())
                        && !each.isBeingDeleted())
                .toList();
    }

    /** Why the scheduler does not try the pod. */
    private static List<ClusterFinding> waiting(PendingPod pod) {
        return Stream.concat(GateCheck.find(pod).stream(), ClaimCheck.find(pod).stream())
                .toList();
    }
}
