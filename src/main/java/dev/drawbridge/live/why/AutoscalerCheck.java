package dev.drawbridge.live.why;

import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterFinding;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Checks whether an autoscaler starts a node for the pod, by its newest Event.
 *
 * <p>Source: {@code pkg/controllers/provisioning/scheduling} of kubernetes-sigs/karpenter; {@code
 * cluster-autoscaler/processors/status} of kubernetes/autoscaler.
 */
final class AutoscalerCheck {

    private static final Set<String> REFUSALS = Set.of("FailedScheduling", "NotTriggerScaleUp");

    /** Karpenter also nominates nodes that exist, and then names them. */
    private static final Set<String> STARTS = Set.of("TriggeredScaleUp", "Nominated");

    static List<ClusterFinding> find(PendingPod pod) {
        ClusterEvent event = pod.autoscalerEvent();
        if (event == null) {
            return List.of();
        }
        String scaler = event.component().contains("karpenter") ? "Karpenter" : "Cluster Autoscaler";
        if (STARTS.contains(event.reason()) && !event.message().contains(" node/")) {
            return List.of(Cause.AUTOSCALER
                    .found(scaler + " starts a node for the pod", event.component() + ": " + event.message())
                    .advising("wait until the node is ready and its driver has published the devices"));
        }
        if (!REFUSALS.contains(event.reason())) {
            return List.of();
        }
        String message = event.message().toLowerCase(Locale.ROOT);
        boolean ignores = message.contains("dynamic resource allocation requirements");
        boolean isAboutDevices = ignores || message.contains("dynamic resource") || message.contains("all claims");
        String why = ignores
                ? "it does not support pods with resource claims"
                : isAboutDevices
                        ? "no kind of node that it can start has the devices, as far as it knows"
                        : "see its message";
        ClusterFinding finding = Cause.AUTOSCALER.found(
                scaler + " starts no node for the pod: " + why, event.component() + ": " + event.message());
        return List.of(
                isAboutDevices
                        ? finding.advising("start a node with the devices by other means, or request the extended"
                                + " resource of the devices: before a node runs, its ResourceSlices do not exist, and"
                                + " few providers describe them to the autoscaler")
                        : finding);
    }
}
