package dev.drawbridge.live.why;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.DriverPods;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks what keeps a pod with devices that is being deleted: finalizers, its node, its containers, and drivers that
 * have not unprepared the devices, about which the kubelet reports no Event.
 *
 * <p>Source: {@code pkg/kubelet/kubelet.go}, SyncTerminatedPod; {@code pkg/kubelet/cm/dra/manager.go},
 * unprepareResources.
 */
public final class EndCheck {

    /** How long a pod may take after its grace period. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private EndCheck() {}

    /** What keeps the pod; empty if it is not being deleted, may still end, or has no devices. */
    public static List<ClusterFinding> find(ClusterSnapshot snapshot, Fit fit, StoredObject object) {
        Instant deleted = object.deleted();
        List<Claim> claims = snapshot.fleet().claimsByName().values().stream()
                .filter(claim -> claim.namespace().equals(object.namespace())
                        && claim.isReservedFor(object.uid(), object.name()))
                .toList();
        boolean hasDevices = !claims.isEmpty()
                || !object.spec().list("resourceClaims").objects().isEmpty();
        if (deleted == null || !hasDevices || deleted.plus(PATIENCE).isAfter(snapshot.time())) {
            return List.of();
        }
        List<String> finalizers = object.metadata().list("finalizers").texts();
        String node = object.node();
        boolean isLast = node.isEmpty() || Fields.integer(object.metadata().get("deletionGracePeriodSeconds"), 1) == 0;
        // The kubelet sets the grace period to 0 after it has unprepared the devices.
        if (isLast && finalizers.isEmpty()) {
            return List.of();
        }
        ClusterFinding found = isLast
                ? Cause.NOT_ENDED
                        .found("finalizer " + String.join(", ", finalizers) + " keeps the pod")
                        .advising("see the controller that set the finalizer: it must remove it")
                : onNode(PendingPod.of(snapshot, fit, object), node, claims);
        List<String> held = claims.stream()
                .filter(claim -> claim.allocation() != null)
                .map(Claim::toString)
                .toList();
        String until =
                held.isEmpty() ? "" : "; until then, its devices stay allocated to " + SchedulerCheck.names(held);
        return snapshot.ownersOf(object).stream().anyMatch(owner -> isReplaced(object, owner))
                ? List.of(found.then("the StatefulSet creates the next pod of this name when it is gone" + until))
                : List.of(found);
    }

    /**
     * Whether the owner of a pod that is being deleted is a StatefulSet that creates one of its name once it is gone.
     *
     * <p>Source: {@code pkg/controller/statefulset/stateful_set_control.go}, processReplica.
     */
    static boolean isReplaced(StoredObject pod, StoredObject owner) {
        ObjectValue spec = owner.spec();
        String ordinal = pod.name().substring(pod.name().lastIndexOf('-') + 1);
        long start = Fields.integer(spec.object("ordinals").get("start"), 0);
        return owner.kind() == SnapshotKind.STATEFUL_SET
                && !owner.isBeingDeleted()
                && pod.isBeingDeleted()
                && ordinal.matches("\\d{1,9}")
                && Long.parseLong(ordinal) >= start
                && Long.parseLong(ordinal) - start < Fields.integer(spec.get("replicas"), 1);
    }

    private static ClusterFinding onNode(PendingPod pod, String node, List<Claim> claims) {
        List<ClusterFinding> ofNode = new ArrayList<>();
        StartCheck.node(pod, ofNode);
        String name = pod.object().name() + " -n " + pod.object().namespace();
        if (!ofNode.isEmpty()) {
            boolean isGone = pod.snapshot().find(SnapshotKind.NODE, "", node) == null;
            return ofNode.get(0)
                    .advising((isGone ? "" : "make the node ready; if it is gone for good: ") + "kubectl delete pod "
                            + name + " --grace-period=0 --force");
        }
        String running = StartCheck.statuses(pod.object())
                .filter(status -> status.object("state").has("running"))
                .map(status -> status.string("name"))
                .collect(Collectors.joining(", "));
        if (!running.isEmpty()) {
            return Cause.NOT_ENDED
                    .found("the kubelet of node " + node + " has not ended container " + running)
                    .advising("see the kubelet's log on the node: it unprepares the devices after the containers");
        }
        SchedulerVersion server = pod.snapshot().fleet().scheduler();
        boolean isRemoved = pod.spec().list("resourceClaims").objects().stream()
                .anyMatch(entry -> entry.has("resourceClaimTemplateName")
                        && !pod.pod().generated().containsKey(entry.string("name")));
        if (isRemoved && server != null && KnownBug.STATUS_REMOVED.affects(server.version())) {
            return KnownBug.STATUS_REMOVED
                    .finding(Cause.KNOWN_BUG, "", server)
                    .noting(List.of("status.resourceClaimStatuses of the pod lacks a claim of spec.resourceClaims"))
                    .advising(KnownBug.STATUS_REMOVED.advice().replace("NAME", name));
        }
        return ofDrivers(pod, node, claims);
    }

    /** The driver that the kubelet waits for: one that does not run, if there is one. */
    private static ClusterFinding ofDrivers(PendingPod pod, String node, List<Claim> claims) {
        Set<String> drivers = new TreeSet<>();
        claims.forEach(claim -> claim.drivers().forEach(drivers::add));
        ClusterSnapshot snapshot = pod.snapshot();
        List<String> notes = claims.stream()
                .map(claim -> "ResourceClaim " + claim + " is reserved for the pod until it has ended")
                .toList();
        for (String driver : drivers) {
            DriverPods plugins = DriverPods.of(snapshot, driver, node);
            if (plugins.running() == null && snapshot.sees(SnapshotKind.POD, "")) {
                return Cause.NOT_ENDED
                        .found("the kubelet of node " + node + " waits until driver " + driver
                                + " has unprepared the devices, and no running pod of the driver was found there"
                                + plugins.problem())
                        .noting(notes)
                        .advising(plugins.advice());
            }
        }
        StoredObject running = drivers.isEmpty()
                ? null
                : DriverPods.of(snapshot, drivers.iterator().next(), node).running();
        return Cause.NOT_ENDED
                .found("the kubelet of node " + node + " has not ended the pod, though its containers do not run")
                .noting(notes)
                .advising("see the kubelet's log on the node, and for NodeUnprepareResources that of "
                        + (running == null ? "the driver" : "pod " + running.key()));
    }
}
