package dev.drawbridge.live.doctor;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Node;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.live.ClusterEvent;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.DriverPods;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.live.KnownMessage;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.live.why.ClaimCheck;
import dev.drawbridge.live.why.EndCheck;
import dev.drawbridge.schema.KubernetesComponent;
import dev.drawbridge.schema.PatchVersion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Checks what kubelet and scheduler reported about pending pods: drivers, reservations, and known bugs. */
record DriverCheck(Patient patient, Map<String, ClusterFinding> findings) {

    private static final String WITHOUT_NODE =
            "create the pod without spec.nodeName; a nodeSelector or affinity chooses the node";

    static List<ClusterFinding> find(Patient patient) {
        DriverCheck check = new DriverCheck(patient, new LinkedHashMap<>());
        patient.snapshot().all(SnapshotKind.POD).forEach(check::add);
        check.stopped();
        return List.copyOf(check.findings.values());
    }

    private void add(StoredObject pod) {
        EndCheck.find(patient.snapshot(), patient.fit(), pod)
                .forEach(why -> findings.put(
                        pod.toString(),
                        DoctorRule.NOT_ENDED
                                .about(pod.toString(), "is being deleted: " + why.summary())
                                .advising(why.change())));
        if (!pod.status().string("phase").equals("Pending") || pod.isBeingDeleted()) {
            return;
        }
        if (!pod.node().isEmpty()) {
            unreserved(pod);
        }
        bug(pod, KubernetesComponent.SCHEDULER, pod.condition("PodScheduled").string("message"));
        for (ClusterEvent event : patient.snapshot().events(pod)) {
            boolean isOfNode =
                    event.reason().startsWith("Failed") && event.component().contains("kubelet");
            if (event.reason().equals("FailedScheduling")) {
                bug(pod, KubernetesComponent.SCHEDULER, event.message());
            } else if (isOfNode || event.reason().equals("FailedPrepareDynamicResources")) {
                ofNode(pod, event.message());
            }
        }
    }

    /** Slices of nodes on which the driver's pods do not run, or where it has none though it has elsewhere. */
    private void stopped() {
        ClusterSnapshot snapshot = patient.snapshot();
        Map<String, List<Slice>> byDriver = new LinkedHashMap<>();
        patient.fleet().slices().stream()
                .filter(slice ->
                        snapshot.find(SnapshotKind.NODE, "", slice.nodes().nodeName()) != null)
                .forEach(slice -> byDriver.computeIfAbsent(slice.pool().driver(), any -> new ArrayList<>())
                        .add(slice));
        byDriver.forEach((driver, slices) -> {
            Map<String, DriverPods> plugins = new LinkedHashMap<>();
            slices.forEach(slice ->
                    plugins.computeIfAbsent(slice.nodes().nodeName(), node -> DriverPods.of(snapshot, driver, node)));
            String elsewhere = plugins.values().stream()
                    .flatMap(one -> Stream.ofNullable(one.running()))
                    .map(StoredObject::key)
                    .findFirst()
                    .orElse("");
            for (Slice slice : slices) {
                DriverPods here =
                        Objects.requireNonNull(plugins.get(slice.nodes().nodeName()));
                boolean isMissing = here.pods().isEmpty() && here.unknown().isEmpty() && !elsewhere.isEmpty();
                boolean isStopped = !here.pods().isEmpty() && here.running() == null;
                StoredObject stored = snapshot.find(SnapshotKind.RESOURCE_SLICE, "", slice.name());
                if (stored != null
                        && patient.isOld(stored)
                        && (isStopped || isMissing && snapshot.sees(SnapshotKind.POD, ""))) {
                    String why = isStopped
                            ? here.problem()
                            : ": it has no pod there, and pod " + elsewhere + " on another node";
                    withoutDriver(slice, "does not run on node " + slice.nodes().nodeName(), why, here);
                }
            }
        });
    }

    private void withoutDriver(Slice slice, String what, String why, DriverPods plugins) {
        boolean hasNoAdvice =
                plugins.advice() == null && slice.nodes().nodeName().isEmpty();
        findings.putIfAbsent(
                slice.name(),
                DoctorRule.SLICE_WITHOUT_DRIVER
                        .about(
                                "ResourceSlice " + slice.name(),
                                "driver " + slice.pool().driver() + " " + what + why)
                        .advising(hasNoAdvice ? "start the driver on the node" : plugins.advice()));
    }

    private void ofNode(StoredObject pod, String message) {
        String node = pod.node();
        KnownMessage known = KnownMessage.of(message);
        String name = known == null ? "" : known.name();
        if (known != null && name.equals(KnownMessage.NOT_REGISTERED)) {
            String driver = known.subject();
            DriverPods plugins = DriverPods.of(patient.snapshot(), driver, node);
            boolean runs = plugins.running() != null;
            List<Node> nodes = patient.fleet().nodes().stream()
                    .filter(each -> each.name().equals(node))
                    .toList();
            patient.fleet().slices().stream()
                    .filter(slice -> !runs && slice.pool().driver().equals(driver))
                    .filter(slice -> nodes.stream().anyMatch(slice.nodes()::includes))
                    .forEach(slice -> withoutDriver(
                            slice,
                            "is not registered with the kubelet of node " + node,
                            ", according to pod " + pod.key() + plugins.problem(),
                            plugins));
            if (runs) {
                bug(pod, KubernetesComponent.KUBELET, message);
            }
        } else if (known != null && name.equals(KnownMessage.NOT_ALLOWED)) {
            notReserved(pod, pod.namespace() + "/" + known.subject());
        } else {
            bug(pod, KubernetesComponent.KUBELET, message);
        }
    }

    /** Claims of a pod on a node that no scheduler has reserved for it: some report nothing, and one never tries it. */
    private void unreserved(StoredObject pod) {
        boolean isScheduled = patient.snapshot().events(pod).stream()
                .anyMatch(event -> event.reason().equals("Scheduled"));
        if (ClaimCheck.isWithoutExtended(patient.snapshot(), patient.fit(), pod)) {
            findings.put(
                    pod.key(),
                    DoctorRule.NOT_RESERVED
                            .about("Pod " + pod.key(), "has no claim for its extended resources: it" + of(pod))
                            .advising(WITHOUT_NODE));
        }
        for (Claim claim : patient.fit().claims(Pod.of(pod.object(), pod.namespace()))) {
            if (claim.allocation() == null && !isScheduled) {
                findings.putIfAbsent(
                        claim.toString(),
                        DoctorRule.NOT_RESERVED
                                .about("ResourceClaim " + claim, "has no devices: pod " + pod.key() + of(pod))
                                .advising(WITHOUT_NODE));
            } else if (!claim.isReservedFor(pod.uid(), pod.name()) && patient.isOld(pod)) {
                notReserved(pod, claim.toString());
            }
        }
    }

    private static String of(StoredObject pod) {
        return " has node " + pod.node() + " already, and no scheduler allocates claims for a pod that has one";
    }

    private void notReserved(StoredObject pod, String claim) {
        String scheduler = pod.spec().string("schedulerName");
        String why = "is not reserved for pod " + pod.key() + ", which waits for it on node " + pod.node()
                + (scheduler.isEmpty() ? "" : "; scheduled by " + scheduler);
        findings.putIfAbsent(claim, DoctorRule.NOT_RESERVED.about("ResourceClaim " + claim, why));
    }

    private void bug(StoredObject pod, KubernetesComponent component, String message) {
        ClusterSnapshot snapshot = patient.snapshot();
        PatchVersion kubelet = snapshot.kubelet(pod.node());
        SchedulerVersion version = component == KubernetesComponent.SCHEDULER
                ? snapshot.fleet().scheduler()
                : kubelet == null ? null : new SchedulerVersion(kubelet, "");
        KnownBug bug = KnownBug.inMessage(component, message, version == null ? null : version.version());
        if (bug != null) {
            findings.putIfAbsent(bug.toString(), bug.finding(DoctorRule.KNOWN_BUG, "Pod " + pod.key(), version));
        }
    }
}
