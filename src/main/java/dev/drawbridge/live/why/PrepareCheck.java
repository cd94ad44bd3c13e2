package dev.drawbridge.live.why;

import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.VersionSkew;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Checks for devices that the kubelet could not prepare, by its Event FailedPrepareDynamicResources.
 *
 * <p>Source: {@code pkg/kubelet/kuberuntime/kuberuntime_manager.go}, SyncPod; {@code pkg/kubelet/cm/dra/manager.go},
 * prepareResources; {@code pkg/kubelet/cm/dra/plugin/dra_plugin_manager.go}.
 */
final class PrepareCheck implements PodCheck {

    private static final String FAILED = "FailedPrepareDynamicResources";

    /** The API server's answer to a request for a version or kind that it does not serve. */
    private static final String NO_SUCH_RESOURCE = "the server could not find the requested resource";

    /** The meaning of a kubelet message. */
    private enum Problem {
        NOT_REGISTERED(
                "DRA driver (\\S+) is not registered",
                "the driver %s is not registered with the kubelet of %s: its kubelet plugin does not run there",
                "start the driver's pod on the node, or see why it does not register"),
        UNAVAILABLE(
                "code = Unavailable",
                "the driver does not answer on its socket%s on %s",
                "see whether the driver's pod on the node runs, and its log"),
        TIMEOUT(
                "code = DeadlineExceeded|context deadline exceeded",
                "the driver did not answer in time%s on %s",
                "see the driver's log on the node"),
        OLD_CLAIM(
                "old ResourceClaim with same name (\\S+)",
                "the devices of an earlier ResourceClaim %s of the same name are still prepared on %s",
                "wait until the kubelet has unprepared it; see the driver's log if that does not end"),
        UNPREPARING(
                "ResourceClaim (\\S+) is being unprepared",
                "the devices of ResourceClaim %s are being unprepared on %s",
                "wait; the kubelet tries again"),
        NOT_ALLOWED(
                "is not allowed to use ResourceClaim (\\S+)",
                "ResourceClaim %s is not reserved for the pod, according to the kubelet of %s",
                "delete the pod, so that it is scheduled again"),
        BY_DRIVER(
                "NodePrepareResources failed for ResourceClaim (\\S+):",
                "the driver could not prepare ResourceClaim %s on %s",
                "fix what the driver names; its log on the node has more");

        private final Pattern pattern;
        private final String words;
        private final String change;

        Problem(String pattern, String words, String change) {
            this.pattern = Pattern.compile(pattern);
            this.words = words;
            this.change = change;
        }
    }

    @Override
    public List<ClusterFinding> find(PendingPod pod) {
        String node = pod.spec().string("nodeName");
        return pod.events(FAILED).stream()
                .limit(1)
                .map(event -> {
                    ClusterFinding skew = ofVersion(pod, event, node);
                    return skew != null ? skew : finding(event, "node " + node);
                })
                .toList();
    }

    /** The kubelet asked for a version of the API that the API server does not have; null if it did not. */
    private static @Nullable ClusterFinding ofVersion(PendingPod pod, ClusterEvent event, String node) {
        VersionSkew skew = event.message().contains(NO_SUCH_RESOURCE)
                ? VersionSkew.ofKubelet(pod.snapshot(), node, pod.decider().release())
                : null;
        return skew == null
                ? null
                : ClusterFinding.of(
                                Cause.PREPARE_FAILED,
                                "node " + node + ": " + skew.message(),
                                "kubelet: " + event.message())
                        .then(skew.remedy());
    }

    private static ClusterFinding finding(ClusterEvent event, String node) {
        String message = event.message();
        for (Problem problem : Problem.values()) {
            Matcher matcher = problem.pattern.matcher(message);
            if (matcher.find()) {
                String subject = matcher.groupCount() == 0 ? "" : matcher.group(1);
                return ClusterFinding.of(
                        Cause.PREPARE_FAILED,
                        problem.words.formatted(subject, node),
                        "kubelet: " + message,
                        problem.change);
            }
        }
        return ClusterFinding.of(
                Cause.PREPARE_FAILED, "devices could not be prepared on " + node, "kubelet: " + message);
    }
}
