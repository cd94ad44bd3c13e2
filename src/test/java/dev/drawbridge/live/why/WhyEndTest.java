package dev.drawbridge.live.why;

import static dev.drawbridge.live.why.Dumps.FLEET;
import static dev.drawbridge.live.why.Dumps.POD;
import static dev.drawbridge.live.why.Dumps.allocated;
import static dev.drawbridge.live.why.Dumps.claim;
import static dev.drawbridge.live.why.Dumps.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import org.junit.jupiter.api.Test;

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
