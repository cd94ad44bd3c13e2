package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.KnownMessage;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks for scheduling gates, and for Kueue, which keeps pods gated or jobs suspended until it admits their Workload.
 *
 * <p>Source: {@code apis/kueue/v1beta1/workload_types.go} of kubernetes-sigs/kueue: conditions QuotaReserved, Admitted,
 * Evicted; {@code status.admissionChecks}; {@code spec.active}.
 */
final class GateCheck {

    static List<ClusterFinding> find(PendingPod pod) {
        List<String> gates = pod.spec().list("schedulingGates").objects().stream()
                .map(gate -> gate.string("name"))
                .toList();
        List<ClusterFinding> findings = new ArrayList<>(find(pod.snapshot(), pod.object()));
        if (!gates.isEmpty()) {
            boolean isOfKueue = gates.stream().allMatch(gate -> gate.startsWith("kueue.x-k8s.io/"));
            String summary = "scheduling gate " + String.join(", ", gates);
            if (!isOfKueue) {
                findings.add(Cause.SCHEDULING_GATE.found(summary));
            } else if (findings.isEmpty()) {
                findings.add(Cause.KUEUE.found(
                        summary + ": Kueue has not admitted the pod",
                        "its Workload was not seen: kubectl get workloads.kueue.x-k8s.io -n "
                                + pod.object().namespace()));
            }
        }
        return findings;
    }

    /** The Workload of an object or of one of its owners, if it is not admitted. */
    static List<ClusterFinding> find(ClusterSnapshot snapshot, StoredObject object) {
        List<StoredObject> owners = new ArrayList<>(List.of(object));
        owners.addAll(snapshot.ownersOf(object));
        return owners.stream()
                .flatMap(owner -> snapshot.owned(owner).stream())
                .filter(owned -> owned.kind() == SnapshotKind.KUEUE_WORKLOAD)
                .filter(workload -> !workload.isTrue("Admitted") && !workload.isTrue("Finished"))
                .map(GateCheck::finding)
                .distinct()
                .toList();
    }

    private static ClusterFinding finding(StoredObject workload) {
        List<String> lines = new ArrayList<>();
        if (workload.spec().has("active") && !workload.spec().isTrue("active")) {
            lines.add("it is deactivated: spec.active is false");
        }
        for (String type : List.of("QuotaReserved", "Admitted", "Evicted", "Requeued")) {
            ObjectValue condition = workload.condition(type);
            boolean isInTheWay = condition.string("status").equals(type.equals("Evicted") ? "True" : "False");
            if (isInTheWay) {
                lines.add(type + " is " + condition.string("status") + ", " + condition.string("reason") + ": "
                        + condition.string("message"));
            }
        }
        for (ObjectValue check : workload.status().list("admissionChecks").objects()) {
            if (!check.string("state").equals("Ready")) {
                lines.add("admission check " + check.string("name") + " is " + check.string("state") + ": "
                        + check.string("message"));
            }
        }
        String queue = workload.spec().string("queueName");
        return Cause.KUEUE
                .found("Kueue has not admitted Workload " + workload.key()
                        + (queue.isEmpty() ? "" : " (queue " + queue + ")"))
                .noting(lines)
                .advising(KnownMessage.change("kueue", String.join("; ", lines)))
                .then("the pods are created or their gate is removed, and then scheduled");
    }
}
