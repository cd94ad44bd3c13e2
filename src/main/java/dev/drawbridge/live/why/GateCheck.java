package dev.drawbridge.live.why;

import dev.drawbridge.live.ClusterFinding;
import java.util.ArrayList;
import java.util.List;

/** Checks for scheduling gates, including Kueue's, which stays until Kueue admits the pod's workload. */
final class GateCheck {

    private GateCheck() {}

    static List<ClusterFinding> find(PendingPod pod) {
        List<String> gates = pod.spec().list("schedulingGates").objects().stream()
                .map(gate -> gate.string("name"))
                .toList();
        List<ClusterFinding> findings = new ArrayList<>(KueueWorkloads.find(pod.snapshot(), pod.object()));
        if (!gates.isEmpty()) {
            boolean isOfKueue = gates.stream().allMatch(gate -> gate.startsWith(KueueWorkloads.GROUP + "/"));
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
}
