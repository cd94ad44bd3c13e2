package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Printable;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.fleet.AllocatedDevice;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.KnownMessage;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.PatchVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks what keeps a pod on its node from starting: the node, the preparation of its devices, its containers, sandbox
 * and volumes. If nothing is reported for long, it says what is known.
 *
 * <p>Source: {@code pkg/kubelet/kubelet_pods.go}, which sets the reasons of waiting containers; {@code
 * pkg/kubelet/events/event.go}; {@code pkg/kubelet/nodestatus/setters.go}, Rebooted.
 */
final class StartCheck {

    private static final String INIT = "initContainerStatuses";
    private static final String CONTAINERS = "containerStatuses";

    /** How long a pod may take to start without a report. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** Containers wait with these reasons until they are created for the first time. */
    private static final Set<String> NOT_YET = Set.of("", "ContainerCreating", "PodInitializing");

    /** Events of the kubelet about what comes after the devices. */
    private static final Set<String> FAILURES = Set.of(
            "Failed",
            "FailedMount",
            "FailedAttachVolume",
            "FailedMapVolume",
            "FailedCreatePodSandBox",
            "NetworkNotReady",
            "FailedSync");

    /** Causes for which a pod that was created with a node has no claim. */
    private static final Set<RuleText.Row> OF_MISSING = Set.of(
            Cause.CLAIM_MISSING, Cause.TEMPLATE_MISSING, Cause.CLAIM_NOT_CREATED, Cause.QUOTA, Cause.SOURCE_FIELD);

    static List<ClusterFinding> find(PendingPod pod) {
        List<ClusterFinding> findings = new ArrayList<>();
        List<ClusterFinding> failed = failed(pod);
        node(pod, findings);
        if (!failed.isEmpty()) {
            // The kubelet creates containers once the devices are prepared.
            findings.addAll(failed);
        } else if (isPending(pod.object())
                || statuses(pod.object())
                        .anyMatch(status -> status.object("state").has("waiting"))
                || pod.object().condition("Ready").string("status").equals("False")) {
            ClaimCheck.find(pod).stream()
                    .filter(finding -> OF_MISSING.contains(finding.rule()))
                    .forEach(findings::add);
            findings.addAll(AllocationCheck.ofOtherNodes(pod));
            findings.addAll(PrepareCheck.find(pod));
            if (findings.isEmpty()) {
                reported(pod, findings);
            }
            if (findings.isEmpty() && isPending(pod.object())) {
                silent(pod, findings);
            }
        }
        if (findings.isEmpty()) {
            return findings;
        }
        List<String> more = new ArrayList<>(restarts(pod));
        more.addAll(devices(pod));
        return findings.stream().map(finding -> finding.adding(more)).toList();
    }

    /** Whether its containers have not been created, as far as is reported. */
    static boolean isPending(StoredObject pod) {
        String phase = pod.status().string("phase");
        return phase.isEmpty() || phase.equals("Pending");
    }

    static Stream<ObjectValue> statuses(StoredObject pod) {
        return Stream.of(INIT, CONTAINERS).flatMap(list -> statuses(pod, list));
    }

    private static Stream<ObjectValue> statuses(StoredObject pod, String list) {
        return pod.status().list(list).objects().stream();
    }

    /** A node that does not exist, or does not report. */
    static void node(PendingPod pod, List<ClusterFinding> findings) {
        String name = pod.node();
        ClusterSnapshot snapshot = pod.snapshot();
        StoredObject node = snapshot.find(SnapshotKind.NODE, "", name);
        String problem = AllocationCheck.problem(pod, name);
        if (node == null
                && snapshot.sees(SnapshotKind.NODE)
                && !snapshot.all(SnapshotKind.NODE).isEmpty()) {
            findings.add(Cause.NODE_NOT_READY
                    .found("node " + name + " of the pod does not exist")
                    .advising(pod.again()));
        } else if (!problem.isEmpty() && !problem.equals(AllocationCheck.CORDONED)) {
            findings.add(Cause.NODE_NOT_READY
                    .found("node " + name + " " + problem)
                    .advising("make the node ready, or " + pod.again()));
        }
    }

    /** Containers that the kubelet could not start, by the reason for which they wait, or that have just failed. */
    private static List<ClusterFinding> failed(PendingPod pod) {
        return Stream.concat(
                        statuses(pod.object()).map(status -> waiting(pod, status)),
                        // A sidecar is stopped once the pod has done its work.
                        statuses(pod.object(), isPending(pod.object()) ? INIT : CONTAINERS)
                                .map(status -> ended(pod, status)))
                .filter(Objects::nonNull)
                .toList();
    }

    private static @Nullable ClusterFinding waiting(PendingPod pod, ObjectValue status) {
        String container = "container " + status.string("name");
        ObjectValue waiting = status.object("state").object("waiting");
        String reason = waiting.string("reason");
        if (NOT_YET.contains(reason)) {
            return null;
        }
        ClusterFinding found = failure(pod, container + " does not start: " + reason, waiting.string("message"));
        ObjectValue last = status.object("lastState").object("terminated");
        return reason.equals("CrashLoopBackOff")
                ? found.adding(last.size() == 0 ? List.of() : List.of(ending(status, last)))
                        .advising(remedy(pod, status, last, " --previous"))
                : found;
    }

    private static @Nullable ClusterFinding ended(PendingPod pod, ObjectValue status) {
        ObjectValue ended = status.object("state").object("terminated");
        Instant time = Fields.time(ended, "finishedAt");
        // After a restart of the node, devices are prepared again before the container starts again.
        if (Fields.integer(ended.get("exitCode"), 0) == 0 || time != null && PrepareCheck.hasFailedSince(pod, time)) {
            return null;
        }
        String message = ended.string("message");
        return Cause.NOT_STARTED
                .found(ending(status, ended))
                .noting(message.isEmpty() ? List.of() : List.of(message))
                .advising(remedy(pod, status, ended, ""));
    }

    private static String ending(ObjectValue status, ObjectValue ended) {
        return "container " + status.string("name") + " ended with " + Printable.of(ended.string("reason"))
                + ", exit code " + Fields.integer(ended.get("exitCode"), 0);
    }

    /** What to do about a container that has ended. */
    private static String remedy(PendingPod pod, ObjectValue status, ObjectValue ended, String option) {
        StoredObject object = pod.object();
        String container = status.string("name");
        return (ended.string("reason").equals("OOMKilled") ? "raise the memory limit of the container, or " : "")
                + "see its log: kubectl logs " + object.name() + " -n " + object.namespace() + " -c " + container
                + option;
    }

    /** The newest message about containers, the sandbox or volumes. */
    private static void reported(PendingPod pod, List<ClusterFinding> findings) {
        pod.snapshot().events(pod.object()).stream()
                .filter(event -> FAILURES.contains(event.reason()))
                .limit(1)
                .forEach(event ->
                        findings.add(failure(pod, "the pod does not start: " + event.reason(), event.message())));
    }

    /** The finding for a message of the kubelet, in which a known bug or problem of a driver may show. */
    private static ClusterFinding failure(PendingPod pod, String summary, String message) {
        PatchVersion version = pod.snapshot().kubelet(pod.node());
        KnownBug bug = KnownBug.inMessage(KubernetesComponent.KUBELET, message, version);
        if (bug != null) {
            return bug.finding(Cause.KNOWN_BUG, "", version).noting(List.of("kubelet: " + message));
        }
        KnownMessage known = KnownMessage.of(message);
        String meaning = known == null ? "" : ": " + known.meaning(pod.node());
        String change = known == null ? "fix what the message of the kubelet names" : known.change();
        return Cause.NOT_STARTED
                .found(summary + meaning)
                .noting(message.isEmpty() ? List.of() : List.of("kubelet: " + message))
                .advisingIf(
                        known != null
                                && known.name().equals(KnownMessage.UNRESOLVED)
                                && !restarts(pod).isEmpty(),
                        pod.again() + "; and upgrade the driver, which did not describe its devices again after the"
                                + " restart")
                .advisingIf(known != null || !message.isEmpty(), change);
    }

    /** What is known of a pod of which nothing has been reported for long. */
    private static void silent(PendingPod pod, List<ClusterFinding> findings) {
        Instant since = scheduled(pod);
        Duration age = since == null
                ? Duration.ZERO
                : Duration.between(since, pod.snapshot().time());
        if (age.compareTo(PATIENCE) < 0
                || statuses(pod.object())
                        .anyMatch(status -> status.object("state").has("running"))) {
            return;
        }
        for (Claim claim : pod.claims()) {
            if (claim.allocation() != null && !pod.hasReserved(claim)) {
                findings.add(PrepareCheck.notReserved(
                        pod, claim.name(), "status.reservedFor of the claim does not have the pod"));
                return;
            }
        }
        ClusterSnapshot snapshot = pod.snapshot();
        String node = pod.node();
        ClusterEvent last = snapshot.events(pod.object()).stream()
                .filter(event -> !event.reason().equals("Scheduled"))
                .findFirst()
                .orElse(null);
        List<String> lines = new ArrayList<>();
        if (last != null) {
            lines.add("its last Event" + Ages.ago("", last.time(), snapshot) + ": " + last.reason() + ": "
                    + last.message());
        }
        for (Claim claim : pod.claims()) {
            claim.held().stream()
                    .filter(device -> device.binding().isUnhealthy())
                    .forEach(device -> lines.add(
                            "device " + device.id() + " of ResourceClaim " + claim + " is reported as not ready"));
        }
        lines.addAll(PrepareCheck.drivers(pod));
        boolean pulls = last != null && last.reason().equals("Pulling");
        String summary = pulls
                ? "the kubelet of node " + node + " pulls an image"
                : "the pod has been on node " + node + " for " + Ages.of(age)
                        + ", and its containers have not been created";
        findings.add(Cause.NOT_STARTED
                .found(summary)
                .noting(lines)
                .advising(
                        pulls
                                ? "wait; if that does not end, see the image's registry and the network of the node"
                                : PrepareCheck.stopped(pod)
                                        .map(plugins -> Objects.requireNonNullElse(
                                                plugins.advice(), "start the driver's pod on the node"))
                                        .orElse(null)));
    }

    /** When it got its node: the scheduler says so, or it was created with it. */
    private static @Nullable Instant scheduled(PendingPod pod) {
        ObjectValue condition = pod.object().condition("PodScheduled");
        Instant since = Fields.time(condition, "lastTransitionTime");
        return since != null && condition.string("status").equals("True")
                ? since
                : pod.events("Scheduled").stream()
                        .map(ClusterEvent::time)
                        .findFirst()
                        .orElse(pod.object().created());
    }

    /** What happened to the node since the pod got it: drivers may have to prepare devices again. */
    private static List<String> restarts(PendingPod pod) {
        String name = pod.node();
        StoredObject node = pod.snapshot().find(SnapshotKind.NODE, "", name);
        Instant since = scheduled(pod);
        if (node == null || since == null) {
            return List.of();
        }
        ClusterEvent reboot = pod.snapshot().events(node).stream()
                .filter(event -> event.reason().equals("Rebooted"))
                .findFirst()
                .orElse(null);
        Instant time = reboot == null ? null : reboot.time();
        ObjectValue ready = node.condition("Ready");
        Instant readySince = Fields.time(ready, "lastTransitionTime");
        if (time != null && time.isAfter(since)) {
            return List.of("node " + name + " was rebooted at " + time + ", after the pod got it");
        }
        return ready.string("status").equals("True") && readySince != null && readySince.isAfter(since)
                ? List.of("node " + name + " was not ready until " + readySince + ", after the pod got it")
                : List.of();
    }

    /** Containers without their devices, devices that are not published, and others that hold a device. */
    private static List<String> devices(PendingPod pod) {
        List<String> lines = new ArrayList<>(pod.withoutDevices());
        for (Claim claim : pod.claims()) {
            for (AllocatedDevice device : claim.held()) {
                pod.decider().holders(device.isShared() ? List.of() : List.of(device.id())).stream()
                        .filter(holder -> holder.claim() != claim)
                        .forEach(holder -> {
                            lines.add(
                                    "device " + device.id() + " is also allocated to ResourceClaim " + holder.claim());
                            lines.addAll(
                                    KnownBug.DEVICE_TWICE.perhaps(pod.decider().scheduler()));
                        });
            }
        }
        return lines;
    }

    /** What is known of the progress of a pod without a finding, to be appended; empty if it runs. */
    static String progress(StoredObject pod) {
        ObjectValue ready = pod.condition("Ready");
        if (isPending(pod)) {
            return ", its containers have not started yet";
        }
        return (ready.string("status").equals("False") ? ", not ready: " + Printable.of(ready.string("message")) : "")
                + statuses(pod)
                        .filter(status -> !status.isTrue("ready")
                                && status.object("lastState").has("terminated"))
                        .map(status -> "; container " + status.string("name") + " ended "
                                + status.get("restartCount") + " times, the last time: "
                                + Printable.of(status.object("lastState")
                                        .object("terminated")
                                        .string("reason")))
                        .collect(Collectors.joining());
    }
}
