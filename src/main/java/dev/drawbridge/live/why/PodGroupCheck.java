package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks for a PodGroup whose pods must be scheduled at the same time.
 *
 * <p>Source: PodGroup of {@code k8s.io/api/scheduling}: {@code spec.schedulingPolicy.gang.minCount}, the condition
 * PodGroupInitiallyScheduled; PodSpec, {@code schedulingGroup}; since 1.36.
 */
final class PodGroupCheck implements PodCheck {

    @Override
    public List<SnapshotKind> needs() {
        return PodCheck.kinds(SnapshotKind.POD_GROUP, SnapshotKind.POD);
    }

    @Override
    public List<ClusterFinding> find(PendingPod pod) {
        String name = group(pod.spec());
        if (name.isEmpty()) {
            return List.of();
        }
        ClusterSnapshot snapshot = pod.snapshot();
        String namespace = pod.object().namespace();
        StoredObject group = snapshot.find(SnapshotKind.POD_GROUP, namespace, name);
        if (group == null) {
            return snapshot.all(SnapshotKind.POD_GROUP).isEmpty()
                    ? List.of()
                    : List.of(
                            ClusterFinding.of(Cause.POD_GROUP, "PodGroup " + namespace + "/" + name + " does not exist")
                                    .advising("create the PodGroup; the scheduler then tries its pods"));
        }
        Quantity minCount = Fields.amount(
                group.spec().object("schedulingPolicy").object("gang").get("minCount"));
        long needed = minCount == null ? 0 : minCount.value();
        List<StoredObject> pods = snapshot.all(SnapshotKind.POD).stream()
                .filter(each ->
                        each.namespace().equals(namespace) && group(each.spec()).equals(name) && !each.isBeingDeleted())
                .toList();
        long bound = pods.stream()
                .filter(each -> !each.spec().string("nodeName").isEmpty())
                .count();
        if (needed <= bound) {
            return List.of();
        }
        String subject = "PodGroup " + group.key() + " needs " + Printable.count(needed, "pod") + " at the same time";
        if (pods.size() < needed) {
            return List.of(ClusterFinding.of(
                            Cause.POD_GROUP,
                            subject + ", and " + pods.size() + " exist" + (pods.size() == 1 ? "s" : ""))
                    .advising("create the other pods, or lower minCount: see the controller of the pods"));
        }
        FitTogether together = pod.decider()
                .together(pods.stream()
                        .map(each -> new PendingPod(snapshot, pod.decider(), each).workload())
                        .toList());
        if (together.pods() - together.leftPods() >= needed - bound) {
            return List.of();
        }
        List<String> lines = new ArrayList<>(List.of(together.headline()));
        ObjectValue condition = group.condition("PodGroupInitiallyScheduled");
        if (condition.string("status").equals("False")) {
            lines.add(condition.string("reason") + ": " + condition.string("message"));
        }
        return List.of(ClusterFinding.of(
                        Cause.POD_GROUP, subject + ", and the devices do not suffice for all of them now")
                .noting(lines)
                .advising("free devices, add nodes, or lower minCount: that one pod alone would fit does not help"));
    }

    private static String group(ObjectValue spec) {
        return spec.object("schedulingGroup").string("podGroupName");
    }
}
