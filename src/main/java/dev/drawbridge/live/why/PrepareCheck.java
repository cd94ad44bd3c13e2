package dev.drawbridge.live.why;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.DriverPods;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.KnownMessage;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.live.VersionSkew;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.PatchVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks for devices that the kubelet could not prepare, by its Event FailedPrepareDynamicResources.
 *
 * <p>Source: {@code pkg/kubelet/kuberuntime/kuberuntime_manager.go}, SyncPod; {@code pkg/kubelet/cm/dra/manager.go},
 * prepareResources; {@code pkg/kubelet/cm/dra/plugin/dra_plugin_manager.go}.
 */
final class PrepareCheck {

    private static final String FAILED = "FailedPrepareDynamicResources";

    /** The API server's answer to a request for a version or kind that it does not serve. */
    private static final String NO_SUCH_RESOURCE = "the server could not find the requested resource";

    static List<ClusterFinding> find(PendingPod pod) {
        List<ClusterFinding> findings = new ArrayList<>();
        ClusterEvent event = pod.events(FAILED).stream().findFirst().orElse(null);
        KnownMessage known = event == null ? null : KnownMessage.of(event.message());
        boolean isRefused = known != null && known.name().equals(KnownMessage.NOT_ALLOWED);
        // A scheduler that allocates no devices also leaves its claims open.
        boolean isScheduled =
                !pod.events("Scheduled").isEmpty() || !pod.schedulerName().equals(PendingPod.DEFAULT_SCHEDULER);
        if (isRefused && !isScheduled) {
            unallocated(pod, false, findings);
        }
        if (event != null && findings.isEmpty()) {
            String node = pod.node();
            ClusterFinding skew = ofVersion(pod, event, node);
            findings.add(skew != null ? skew : finding(pod, known, event.message(), node));
        }
        if (findings.isEmpty()) {
            unallocated(pod, isScheduled, findings);
        }
        return findings;
    }

    /** Whether the kubelet could not prepare the devices after this time. */
    static boolean hasFailedSince(PendingPod pod, Instant time) {
        return pod.events(FAILED).stream()
                .map(ClusterEvent::time)
                .anyMatch(failed -> failed != null && failed.isAfter(time));
    }

    /** The kubelet asked for a version of the API that the API server does not have; null if it did not. */
    private static @Nullable ClusterFinding ofVersion(PendingPod pod, ClusterEvent event, String node) {
        VersionSkew skew = event.message().contains(NO_SUCH_RESOURCE)
                ? VersionSkew.ofKubelet(pod.snapshot(), node, pod.decider().server())
                : null;
        return skew == null
                ? null
                : Cause.PREPARE_FAILED
                        .found("node " + node + ": " + skew.message(), "kubelet: " + event.message())
                        .advising(skew.remedy());
    }

    /** Devices that no scheduler has allocated: the pod has its node from someone else, or from one without DRA. */
    private static void unallocated(PendingPod pod, boolean isScheduled, List<ClusterFinding> findings) {
        Claim open = pod.claims().stream()
                .filter(claim -> claim.allocation() == null)
                .findFirst()
                .orElse(null);
        if (open != null && isScheduled) {
            findings.add(notReserved(pod, open.name(), "status.allocation of the claim is not set"));
        } else if (pod.snapshot().sees(SnapshotKind.RESOURCE_CLAIM) && (open != null || isWithoutExtended(pod))) {
            findings.add(Cause.NODE_NAME_SET.found(
                    (open != null ? "ResourceClaim " + open + " has" : "the extended resources of the pod have")
                            + " no devices, and no scheduler allocates them for a pod that has a node"));
        }
    }

    /** Whether it requests resources of a DeviceClass only, and has no claim for them, which the scheduler creates. */
    static boolean isWithoutExtended(PendingPod pod) {
        StoredObject node = pod.snapshot().find(SnapshotKind.NODE, "", pod.node());
        return pod.events("Scheduled").isEmpty()
                && pod.spec().list("resourceClaims").size() == 0
                && pod.needsDevices()
                && !pod.object().status().has("extendedResourceClaimStatus")
                && node != null
                && pod.pod().requested().keySet().stream()
                        .noneMatch(node.status().object("allocatable")::has);
    }

    /** The drivers of its devices, each with its pods on the node. */
    private static Map<String, DriverPods> plugins(PendingPod pod) {
        Map<String, DriverPods> plugins = new TreeMap<>();
        pod.claims().stream()
                .flatMap(claim -> claim.held().stream())
                .forEach(device -> plugins.computeIfAbsent(
                        device.id().driver(), driver -> DriverPods.of(pod.snapshot(), driver, pod.node())));
        return plugins;
    }

    /** Whether the drivers of its devices run on its node. */
    static List<String> drivers(PendingPod pod) {
        List<String> lines = new ArrayList<>();
        plugins(pod).forEach((driver, plugins) -> {
            StoredObject running = plugins.running();
            lines.add(
                    running != null
                            ? "pod " + running.key() + " of driver " + driver + " runs on the node"
                            : "no running pod of driver " + driver + " was found on the node" + plugins.problem());
        });
        return lines;
    }

    /** The pods of the first driver of its devices that does not run on the node; empty if all do. */
    static Optional<DriverPods> stopped(PendingPod pod) {
        return plugins(pod).values().stream()
                .filter(plugins -> plugins.running() == null && pod.snapshot().sees(SnapshotKind.POD, ""))
                .findFirst();
    }

    /** The kubelet's message if the driver is not registered: its plugin may run all the same. */
    private static ClusterFinding notRegistered(PendingPod pod, KnownMessage known, String message) {
        String node = pod.node();
        String summary = known.meaning(node);
        DriverPods plugins = DriverPods.of(pod.snapshot(), known.subject(), node);
        StoredObject running = plugins.running();
        if (running == null) {
            boolean seesPods = pod.snapshot().sees(SnapshotKind.POD, "");
            return Cause.PREPARE_FAILED
                    .found(summary + plugins.problem(), "kubelet: " + message)
                    .advising(plugins.advice())
                    .advisingIf(seesPods, "start the driver's pod on the node: no running pod of it was found there")
                    .advisingIf(!seesPods, "see whether the driver's pod runs there: pods could not be listed");
        }
        String name = running.key();
        PatchVersion version = pod.snapshot().kubelet(node);
        KnownBug bug = KnownBug.inMessage(KubernetesComponent.KUBELET, message, version);
        ClusterFinding finding = (bug == null ? Cause.PREPARE_FAILED : Cause.KNOWN_BUG)
                .found(summary + ", though its pod " + name + " runs there", "kubelet: " + message);
        return bug == null
                ? finding.advising("see the log of pod " + name + "; restarting the pod registers the driver again")
                : finding.noting(List.of("kubelet: " + message, bug.in(version)))
                        .advising(bug.advice());
    }

    static ClusterFinding notReserved(PendingPod pod, String claim, String sign) {
        String scheduler = pod.schedulerName();
        boolean isDefault = scheduler.equals(PendingPod.DEFAULT_SCHEDULER);
        String summary = isDefault ? "the pod was bound" : "scheduler " + scheduler + " bound the pod";
        return Cause.NOT_RESERVED
                .found(summary + " without reserving its ResourceClaim " + claim, sign)
                .advisingIf(isDefault, "let the default scheduler schedule it: " + pod.again())
                .advisingIf(
                        !isDefault,
                        "enable the DRA plugin of " + scheduler
                                + " (and from Kubernetes 1.36 its role for resourceclaims/binding), or use"
                                + " default-scheduler: deleting the pod alone repeats it");
    }

    private static ClusterFinding finding(PendingPod pod, @Nullable KnownMessage known, String message, String node) {
        String stopped = stopped(pod).map(DriverPods::advice).orElse(null);
        if (known == null) {
            return Cause.PREPARE_FAILED
                    .found("devices could not be prepared on node " + node)
                    .noting(lines(pod, message))
                    .advising(stopped);
        }
        return switch (known.name()) {
            case KnownMessage.NOT_REGISTERED -> notRegistered(pod, known, message);
            case KnownMessage.NOT_ALLOWED -> notReserved(pod, known.subject(), "kubelet: " + message);
            default ->
                Cause.PREPARE_FAILED
                        .found(known.meaning(node))
                        .noting(lines(pod, message))
                        .advising(stopped != null ? stopped : known.change());
        };
    }

    private static List<String> lines(PendingPod pod, String message) {
        return Stream.concat(Stream.of("kubelet: " + message), drivers(pod).stream())
                .toList();
    }
}
