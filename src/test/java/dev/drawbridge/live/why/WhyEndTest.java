package dev.drawbridge.live.why;

import static dev.drawbridge.live.why.Dumps.FLEET;
import static dev.drawbridge.live.why.Dumps.POD;
import static dev.drawbridge.live.why.Dumps.allocated;
import static dev.drawbridge.live.why.Dumps.claim;
import static dev.drawbridge.live.why.Dumps.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of pods and claims that are being deleted and stay, and of drivers whose pods are known. */
class WhyEndTest {

    private static final String RESERVED = allocated("reservedFor: [{resource: pods, name: p, uid: p-uid}]");

    private static final String DELETED = POD.replace(
                    "uid: p-uid", "uid: p-uid, deletionTimestamp: 2026-03-01T11:30:00Z, deletionGracePeriodSeconds: 30")
            .replace("spec:\n", "spec:\n  nodeName: n1\n");

    private static final String DRIVER = """
            apiVersion: v1
            kind: Pod
            metadata: {name: driver, namespace: drivers}
            spec:
              nodeName: n1
              containers: [{name: plugin, image: gpu.example.com}]
              volumes: [{name: p, hostPath: {path: /var/lib/kubelet/plugins}}]
            status: {phase: Running}
            ---
            """;

    private static ClusterFinding first(String dump) {
        return pod(dump).findings().get(0);
    }

    /** kubernetes#129402: the kubelet waits for the driver, and reports nothing. */
    @Test
    void driverThatDoesNotRunKeepsPod() {
        assertThat(pod(FLEET + RESERVED + DELETED).state()).isEqualTo(Diagnosis.State.TERMINATING);
        ClusterFinding gone = first(FLEET + RESERVED + DELETED);
        assertThat(gone.rule()).isEqualTo(Cause.NOT_ENDED);
        assertThat(gone.summary())
                .isEqualTo("the kubelet of node n1 waits until driver gpu.example.com has unprepared the devices,"
                        + " and no running pod of the driver was found there");
        ClusterFinding runs = first(FLEET + RESERVED + DELETED + DRIVER);
        assertThat(runs.rule()).isEqualTo(Cause.NOT_ENDED);
        assertThat(runs.change()).contains("NodeUnprepareResources that of pod drivers/driver");
        assertThat(first(FLEET + RESERVED + DELETED + DRIVER.replace("Running", "Pending"))
                        .change())
                .isEqualTo("see the log and the Events of pod drivers/driver");
    }

    @Test
    void podThatMayEndHasNoCause() {
        String late = DELETED.replace("T11:30:00Z", "T11:58:00Z");
        assertThat(pod(FLEET + RESERVED + late).findings()).isEmpty();
        String without = DELETED.replace("resourceClaims: [{name: c, resourceClaimName: c}]", "restartPolicy: Never")
                .replace(", resources: {claims: [{name: c}]}", "");
        assertThat(pod(FLEET + without).findings()).isEmpty();
    }

    @Test
    void nodeContainersAndFinalizersComeFirst() {
        String notReady = FLEET.replaceFirst(
                "cpu: 8}", "cpu: 8}, conditions: [{type: Ready, status: Unknown, reason: NodeStatusUnknown}]");
        assertThat(first(notReady + RESERVED + DELETED).rule()).isEqualTo(Cause.NODE_NOT_READY);
        assertThat(first(notReady + RESERVED + DELETED).change())
                .contains("kubectl delete pod p -n ml --grace-period=0 --force");
        String running = DELETED.replace(
                "{phase: Pending}", "{phase: Running, containerStatuses: [{name: main, state: {running: {}}}]}");
        assertThat(first(FLEET + RESERVED + running).summary()).endsWith("has not ended container main");
        String last = DELETED.replace("Seconds: 30", "Seconds: 0, finalizers: [a.example.com/b]");
        assertThat(first(FLEET + RESERVED + last).summary()).isEqualTo("finalizer a.example.com/b keeps the pod");
    }

    /** As a 1.37.1 did: its controller waits for the end of a pod before it creates one of the same name. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            StatefulSet | replicas: 1                        | true
            StatefulSet | serviceName: web                   | true
            StatefulSet | replicas: 0                        | false
            StatefulSet | replicas: 2, ordinals: {start: 1}  | false
            ReplicaSet  | replicas: 1                        | false
            """)
    void nextPodOfStatefulSetWaits(String kind, String spec, boolean waits) {
        String owner = """
                apiVersion: apps/v1
                kind: %s
                metadata: {name: web, namespace: ml, uid: web-uid}
                spec: {%s}
                ---
                """.formatted(kind, spec);
        String deleted = DELETED.replace("name: p,", "name: web-0,")
                .replace(
                        "uid: p-uid,",
                        "uid: p-uid, ownerReferences: [{apiVersion: apps/v1, kind: " + kind
                                + ", name: web, uid: web-uid, controller: true}],");
        String dump = FLEET + RESERVED.replace("name: p,", "name: web-0,") + owner;

        assertThat(Dumps.of(Dumps.snapshot(dump + deleted), SnapshotKind.POD, "ml", "web-0")
                        .findings()
                        .get(0)
                        .then())
                .isEqualTo(
                        waits
                                ? "the StatefulSet creates the next pod of this name when it is gone; until then, its"
                                        + " devices stay allocated to ml/c"
                                : null);
    }

    @Test
    void statefulSetWaitsForPodThatMayEnd() {
        String set = """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: web, namespace: ml, uid: web-uid}
                spec: {replicas: 1}
                ---
                """;
        String late = DELETED.replace("T11:30:00Z", "T12:00:20Z")
                .replace("name: p,", "name: web-0,")
                .replace(
                        "uid: p-uid,",
                        "uid: p-uid, ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: web,"
                                + " uid: web-uid, controller: true}],");
        ClusterSnapshot snapshot = Dumps.snapshot(FLEET + set + late);

        assertThat(Dumps.of(snapshot, SnapshotKind.STATEFUL_SET, "ml", "web")
                        .findings()
                        .get(0)
                        .summary())
                .startsWith("pod ml/web-0 is being deleted: the StatefulSet creates the next pod");
        assertThat(Dumps.of(snapshot, SnapshotKind.POD, "ml", "web-0").detail()).isEqualTo("is being deleted");
    }

    /** A controller of 1.37 creates the pod again, and the scheduler gives it the device again. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {operator: Exists}                                               | evicted at once, since a toleration without an effect
            {operator: Exists, effect: NoExecute}                            | none
            {operator: Exists, effect: NoExecute, tolerationSeconds: 300}    | evicted 300 s after the taint was added (tolerationSeconds)
            {key: other, operator: Exists}                                   | evicted at once, since its claim does not
            """)
    void evictionByTaintIsTheSameForPodsThatWaitRunAndEnd(String toleration, String message) {
        String tainted =
                FLEET.replace("name: gpu-0, attr", "name: gpu-0, taints: [{key: bad, effect: NoExecute}], attr");
        String waits = claim("tolerations: [" + toleration + "]");
        String held = RESERVED.replace("device: gpu-0", "device: gpu-0, tolerations: [" + toleration + "]");
        String runs = POD.replace("spec:\n", "spec:\n  nodeName: n1\n");

        assertThat(evictions(tainted + held + runs)).isEqualTo(evictions(tainted + held + DELETED));
        assertThat(String.join("", evictions(tainted + held + runs))).contains(message.equals("none") ? "" : message);
        boolean isTolerated = !toleration.contains("other");
        assertThat(evictions(tainted + waits + POD))
                .isEqualTo(isTolerated ? evictions(tainted + held + runs) : List.of());
        assertThat(evictions(tainted + held + runs).isEmpty()).isEqualTo(message.equals("none"));
        // What the pod waits for now ends by itself.
        assertThat(first(tainted + waits + POD).summary().contains(" evicted "))
                .isEqualTo(isTolerated && !message.equals("none"));
    }

    /** An older pod of its own workload, which is evicted, still holds the device; that of another is waited for. */
    @ParameterizedTest
    @CsvSource({"j, true", "other, false"})
    void loopComesBeforeTheDevicesThatItsOwnPodsHold(String job, boolean isLoop) {
        String owners =
                ", ownerReferences: [{apiVersion: batch/v1, kind: Job, name: %s, uid: %s-uid, controller: true}]";
        String cordoned =
                FLEET.replaceFirst("labels: [{]zone: b[}][}]", "labels: {zone: b}}\nspec: {unschedulable: true}");
        String tainted = cordoned.replaceFirst(
                "name: gpu-0, attr", "name: gpu-0, taints: [{key: bad, effect: NoExecute}], attr");
        String older = DELETED.replace("name: p,", "name: old,")
                .replace("uid: p-uid", "uid: old-uid" + owners.formatted(job, job))
                .replace("name: c, resourceClaimName: c", "name: c, resourceClaimName: held");
        String held = Dumps.holder("n1")
                .replace("held-n1, namespace: other", "held, namespace: ml")
                .replace("name: holder, uid: holder-uid", "name: old, uid: old-uid");
        String waits = POD.replace("uid: p-uid", "uid: p-uid" + owners.formatted("j", "j"));

        Diagnosis diagnosis = pod(tainted + claim("tolerations: [{operator: Exists}]") + held + older + waits);

        assertThat(diagnosis.findings().get(0).rule()).isEqualTo(isLoop ? Cause.DEVICE_TAINTED : Cause.DEVICES_TAKEN);
    }

    private static List<String> evictions(String dump) {
        return pod(dump).findings().stream()
                .map(ClusterFinding::summary)
                .filter(summary -> summary.contains(" evicted "))
                .toList();
    }

    /** kubernetes#139772: an old client has removed the names of the claims, so that the kubelet fails. */
    @Test
    void removedClaimStatusIsKnownBug() {
        String dump = FLEET.replace("cpu: 8}", "cpu: 8}, nodeInfo: {kubeletVersion: v1.36.2}")
                + RESERVED
                + DELETED.replace("resourceClaimName: c", "resourceClaimTemplateName: one");
        assertThat(first(dump).rule()).isEqualTo(Cause.KNOWN_BUG);
        assertThat(first(dump).summary()).contains("kubernetes#139772");
        assertThat(first(dump.replace("v1.36.2", "v1.37.1")).rule()).isEqualTo(Cause.NOT_ENDED);
        String named = dump.replace("{phase: Pending}", "{resourceClaimStatuses: [{name: c, resourceClaimName: c}]}");
        assertThat(first(named).rule()).isEqualTo(Cause.NOT_ENDED);
    }

    /** kubernetes#135669: the kubelet counts the resource that a device plugin has left. */
    @Test
    void refusedExtendedResourceIsKnownBug() {
        String dump = FLEET.replace("cpu: 8}", "cpu: 8}, nodeInfo: {kubeletVersion: v1.35.4}")
                + POD.replace("spec:\n", "spec:\n  nodeName: n1\n")
                        .replace(
                                "{phase: Pending}",
                                "{phase: Failed, reason: OutOfexample.com/gpu, extendedResourceClaimStatus: {},"
                                        + " message: \"Pod was rejected: Node didn't have enough resource:"
                                        + " example.com/gpu, requested: 1, used: 0, capacity: 0\"}");
        assertThat(first(dump).rule()).isEqualTo(Cause.KNOWN_BUG);
        assertThat(pod(dump.replace("extendedResourceClaimStatus: {}, ", "")).findings())
                .isEmpty();
        assertThat(pod(dump.replace("v1.35.4", "v1.36.0")).findings()).isEmpty();
    }

    /** dra-driver-nvidia-gpu#725: a claim that is being deleted, with the pods that keep it. */
    @Test
    void claimBeingDeletedNamesWhoKeepsIt() {
        String deleted = RESERVED.replace(
                "uid: c-uid",
                "uid: c-uid, finalizers: [resource.kubernetes.io/delete-protection],"
                        + " deletionTimestamp: 2026-03-01T11:30:00Z");
        assertThat(ofClaim(FLEET + deleted + DRIVER).change())
                .startsWith("its pods are gone: kube-controller-manager must remove its reservation");
        assertThat(ofClaim(FLEET + deleted + DELETED).change())
                .isEqualTo("see why the pod does not end: drawbridge why pod/p -n ml");
        assertThat(ofClaim(FLEET + deleted + POD).change()).startsWith("wait until pod p ends");
    }

    private static ClusterFinding ofClaim(String dump) {
        return Dumps.of(Dumps.snapshot(dump), SnapshotKind.RESOURCE_CLAIM, "ml", "c")
                .findings()
                .get(0);
    }

    /** dra-driver-nvidia-gpu#330 and #1008: the pod of the driver runs, and its devices are not published. */
    @Test
    void driverWithoutDevicesNamesItsPods() {
        String pending = POD + claim("");
        String without = FLEET.replaceAll("(?s)apiVersion: resource.k8s.io/v1\nkind: ResourceSlice.*?---\n", "");
        assertThat(first(without + pending + DRIVER).rule()).isEqualTo(Cause.DRIVER_GONE);
        assertThat(first(without + pending + DRIVER).change()).startsWith("see the log of pod drivers/driver");
        ClusterFinding none = first(FLEET.replaceAll("devices: \\[\\{name.*", "devices: []") + pending + DRIVER);
        assertThat(none.rule()).isEqualTo(Cause.DRIVER_GONE);
        assertThat(none.summary())
                .isEqualTo("driver gpu.example.com publishes no devices: ResourceSlice s1, s2 has none");
        String old = FLEET.replace("metadata: {name: s2}", "metadata: {name: s2-new}")
                .replace("nodeName: n2", "nodeName: n1")
                .replace("{name: n2, generation: 1", "{name: n1, generation: 2")
                .replaceAll("(?s)(s2-new.*?)devices: \\[\\{name.*?\n", "$1devices: []\n");
        assertThat(first(old + pending + DRIVER).summary())
                .isEqualTo("driver gpu.example.com publishes no devices: ResourceSlice s2-new has none");
        String set = DRIVER.replace("kind: Pod", "kind: DaemonSet")
                .replace("apiVersion: v1", "apiVersion: apps/v1")
                .replace("namespace: drivers}", "namespace: ml, uid: ds}")
                .replaceAll("(?m)^(  \\w)", "    $1")
                .replace("spec:\n", "spec:\n  template:\n    spec:\n");
        assertThat(first(without + pending + set.replace("{phase: Running}", "{desiredNumberScheduled: 0}"))
                        .change())
                .isEqualTo("label the nodes with devices as nodeSelector and affinity of DaemonSet ml/driver require");
        assertThat(first(without
                                + pending
                                + set
                                + Dumps.event("DaemonSet", "driver", "ds", "FailedCreate", "insufficient quota"))
                        .lines())
                .contains("DaemonSet ml/driver has no pods: insufficient quota");
    }
}
