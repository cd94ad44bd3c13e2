package dev.drawbridge.live.why;

import static dev.drawbridge.live.why.Dumps.FLEET;
import static dev.drawbridge.live.why.Dumps.POD;
import static dev.drawbridge.live.why.Dumps.allocated;
import static dev.drawbridge.live.why.Dumps.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import org.junit.jupiter.api.Test;

/** Tests of pods that have a node, and do not start: none of them is just called scheduled. */
class WhyStartTest {

    private static final String RESERVED = allocated("reservedFor: [{resource: pods, name: p, uid: p-uid}]");

    /** A pod with a node since this time, with the rest of its status. */
    private static String bound(String since, String status) {
        return POD.replace("spec:\n", "spec:\n  nodeName: n1\n")
                .replace(
                        "{phase: Pending}",
                        "{phase: Pending, conditions: [{type: PodScheduled, status: \"True\", lastTransitionTime: "
                                + since + "}]" + status + "}");
    }

    private static String waiting(String reason, String message) {
        return ", containerStatuses: [{name: main, state: {waiting: {reason: " + reason + ", message: '" + message
                + "'}}}]";
    }

    private static ClusterFinding first(String dump) {
        return pod(dump).findings().get(0);
    }

    @Test
    void freshPodIsScheduledAndNotStarted() {
        Diagnosis fresh = pod(FLEET + RESERVED + bound("2026-03-01T11:59:30Z", ""));
        assertThat(fresh.state()).isEqualTo(Diagnosis.State.SCHEDULED);
        assertThat(fresh.detail()).isEqualTo("on node n1, its containers have not started yet");
    }

    /** Without an Event: what is known of devices, drivers and the node. */
    @Test
    void silentPodIsPendingWithWhatIsKnown() {
        String dump = FLEET + RESERVED + bound("2026-03-01T11:00:00Z", waiting("ContainerCreating", ""));
        Diagnosis silent = pod(dump);
        assertThat(silent.state()).isEqualTo(Diagnosis.State.PENDING);
        assertThat(silent.causes()).containsExactly(Cause.NOT_STARTED);
        assertThat(silent.findings().get(0).summary()).contains("node n1 for 60m");
        assertThat(silent.findings().get(0).lines())
                .containsExactly("no running pod of driver gpu.example.com was found on the node");
        assertThat(first(dump + Dumps.event("Pod", "p", "p-uid", "Pulling", "Pulling image x"))
                        .summary())
                .isEqualTo("the kubelet of node n1 pulls an image");
        String running = dump.replace("{waiting: {reason: ContainerCreating, message: ''}}", "{running: {}}");
        assertThat(pod(running).state()).isEqualTo(Diagnosis.State.SCHEDULED);
    }

    @Test
    void deviceThatIsNoLongerPublishedIsNamed() {
        String lost = RESERVED.replace("device: gpu-0", "device: gpu-7");
        String dump = FLEET + lost + bound("2026-03-01T11:00:00Z", waiting("ContainerCreating", ""));
        assertThat(first(dump).lines())
                .contains(
                        "ResourceClaim ml/c holds device gpu.example.com/n1/gpu-7, which is not in any ResourceSlice");
        String unseen = "{apiVersion: drawbridge.dev/v1, kind: ClusterInfo, notSeen: {resourceslices: no}}\n---\n";
        assertThat(first(dump + unseen).lines().toString()).doesNotContain("gpu-7");
        assertThat(Dumps.of(Dumps.snapshot(FLEET + lost), SnapshotKind.RESOURCE_CLAIM, "ml", "c")
                        .detail())
                .endsWith("; it holds device gpu.example.com/n1/gpu-7, which is not in any ResourceSlice");
        String running = dump.replace("{waiting: {reason: ContainerCreating, message: ''}}", "{running: {}}");
        assertThat(pod(running).detail()).endsWith("gpu-7, which is not in any ResourceSlice");
        String pending = FLEET + lost + bound("2026-03-01T11:00:00Z", "").replace("nodeName: n1", "priority: 0");
        assertThat(first(pending).lines().toString()).contains("gpu-7, which is not in any ResourceSlice");
    }

    @Test
    void containerThatEndsAgainAndAgainHasALog() {
        ClusterFinding finding = first(FLEET
                + RESERVED
                + bound(
                        "2026-03-01T11:00:00Z",
                        waiting("CrashLoopBackOff", "back-off 5m0s restarting failed container=main pod=p_ml(p-uid)")));
        assertThat(finding.change()).isEqualTo("see its log: kubectl logs p -n ml -c main --previous");
        String killed = waiting("CrashLoopBackOff", "back-off")
                .replace("state:", "lastState: {terminated: {reason: OOMKilled, exitCode: 137}}, state:");
        ClusterFinding memory = first(FLEET + RESERVED + bound("2026-03-01T11:00:00Z", killed));
        assertThat(memory.lines()).contains("container main ended with OOMKilled, exit code 137");
        assertThat(memory.change()).startsWith("raise the memory limit of the container, or see its log: kubectl logs");
    }

    @Test
    void containerWithoutDevicesIsNamed() {
        String pod = bound("2026-03-01T11:00:00Z", waiting("CrashLoopBackOff", "back-off"))
                .replace("claims: [{name: c}]", "claims: [{name: c, request: gpuu}]");
        assertThat(first(FLEET + RESERVED + pod).lines())
                .anyMatch(line ->
                        line.startsWith("a container gets no devices: claim \"c\" has no request named \"gpuu\""));
    }

    /** Between two starts, the kubelet reports how a container ended, and not yet that it waits. */
    @Test
    void containerThatHasJustFailedIsTheCause() {
        String ended = bound(
                "2026-03-01T11:00:00Z",
                ", containerStatuses: [{name: main, restartCount: 1, state: {terminated:"
                        + " {reason: Error, exitCode: 2, finishedAt: 2026-03-01T11:58:00Z}}}]");
        String dump = FLEET + RESERVED + ended.replace("phase: Pending", "phase: Running");
        assertThat(pod(dump).isOpen()).isTrue();
        assertThat(first(dump).summary()).isEqualTo("container main ended with Error, exit code 2");
        assertThat(first(dump).change()).endsWith("kubectl logs p -n ml -c main");
        assertThat(pod(dump.replace("exitCode: 2", "exitCode: 0")).isOpen()).isFalse();
        String init = FLEET + RESERVED + ended.replace("containerStatuses", "initContainerStatuses");
        assertThat(first(init).summary()).isEqualTo("container main ended with Error, exit code 2");
        // A sidecar is stopped after the other containers have ended.
        assertThat(pod(init.replace("phase: Pending", "phase: Running")).isOpen())
                .isFalse();
        String prepare = Dumps.event("Pod", "p", "p-uid", "FailedPrepareDynamicResources", "code = Unavailable");
        assertThat(first(init + prepare).rule()).isEqualTo(Cause.PREPARE_FAILED);
        assertThat(first(init.replace("T11:58:00Z", "T11:59:30Z") + prepare).rule())
                .isEqualTo(Cause.NOT_STARTED);
    }

    @Test
    void unreservedClaimIsFoundWithoutEvent() {
        assertThat(pod(FLEET + allocated("") + bound("2026-03-01T11:00:00Z", ""))
                        .causes())
                .containsExactly(Cause.NOT_RESERVED);
    }

    /** Containers are created after the devices are prepared, so an earlier Event about those is over. */
    @Test
    void waitingContainersAreTheCause() {
        String failed = Dumps.event("Pod", "p", "p-uid", "FailedPrepareDynamicResources", "code = Unavailable");
        for (String reason : new String[] {"ImagePullBackOff", "CreateContainerConfigError", "CrashLoopBackOff"}) {
            Diagnosis diagnosis = pod(FLEET + RESERVED + failed + bound("2026-03-01T11:00:00Z", waiting(reason, "no")));
            assertThat(diagnosis.causes()).containsExactly(Cause.NOT_STARTED);
            assertThat(diagnosis.findings().get(0).summary()).isEqualTo("container main does not start: " + reason);
            assertThat(diagnosis.findings().get(0).lines()).containsExactly("kubelet: no");
        }
        String cdi = waiting("CreateContainerError", "CDI device injection failed: unresolvable CDI devices a/b=c");
        assertThat(first(FLEET + RESERVED + bound("2026-03-01T11:00:00Z", cdi)).change())
                .contains("enable CDI");
    }

    /** A pod in a crash loop runs as its phase says, and is no success. */
    @Test
    void runningPodWithWaitingContainerHasAFinding() {
        String loop = bound("2026-03-01T11:00:00Z", waiting("CrashLoopBackOff", "back-off"));
        Diagnosis diagnosis = pod(FLEET + RESERVED + loop.replace("phase: Pending", "phase: Running"));
        assertThat(diagnosis.state()).isEqualTo(Diagnosis.State.SCHEDULED);
        assertThat(diagnosis.isOpen()).isTrue();
        assertThat(diagnosis.causes()).containsExactly(Cause.NOT_STARTED);
        Diagnosis unready = pod(FLEET
                + RESERVED
                + POD.replace("spec:\n", "spec:\n  nodeName: n1\n")
                        .replace(
                                "{phase: Pending}",
                                "{phase: Running, conditions: [{type: Ready, status: \"False\", message: probes}]}"));
        assertThat(unready.detail()).isEqualTo("on node n1, not ready: probes");
    }

    /** After a reboot, a running pod waits for its devices again. */
    @Test
    void prepareFailureAfterARebootNamesIt() {
        String reboot = Dumps.event("Node", "n1", "n1", "Rebooted", "Node n1 has been rebooted, boot id: 1")
                .replace("namespace: ml, name: n1", "name: n1");
        String failed = Dumps.event("Pod", "p", "p-uid", "FailedPrepareDynamicResources", "code = Unavailable");
        String dump = FLEET.replace("metadata: {name: n1,", "metadata: {name: n1, uid: x,") + RESERVED + reboot;
        String old = bound("2026-03-01T11:00:00Z", waiting("ContainerCreating", ""));
        assertThat(first(dump + failed + old.replace("phase: Pending", "phase: Running"))
                        .lines())
                .contains("node n1 was rebooted at 2026-03-01T11:59:00Z, after the pod got it");
        assertThat(first(dump + old).lines()).anyMatch(line -> line.startsWith("node n1 was rebooted"));
        String cdi = waiting("CreateContainerError", "CDI device injection failed: unresolvable CDI devices a/b=c");
        assertThat(first(dump + bound("2026-03-01T11:00:00Z", cdi)).change())
                .startsWith("delete the pod and create it again: it has no controller; and upgrade the driver");
        assertThat(first(dump.replace("11:59:00Z", "10:00:00Z") + old).lines())
                .noneMatch(line -> line.contains("rebooted"));
    }

    @Test
    void unreadyAndMissingNodesAreNamed() {
        String unready = FLEET.replace(
                "status: {allocatable: {cpu: 8}}",
                "status: {allocatable: {cpu: 8}, conditions: [{type: Ready, status: Unknown, reason: NodeStatusUnknown,"
                        + " message: Kubelet stopped posting node status.}]}");
        String old = bound("2026-03-01T11:00:00Z", "");
        assertThat(pod(unready + RESERVED + old).findings().get(0).summary())
                .isEqualTo("node n1 is not ready: NodeStatusUnknown Kubelet stopped posting node status.");
        ClusterFinding gone = first(FLEET + RESERVED + old.replace("nodeName: n1", "nodeName: gone"));
        assertThat(gone.summary()).isEqualTo("node gone of the pod does not exist");
        assertThat(gone.change()).isEqualTo("delete the pod and create it again: it has no controller");
        assertThat(pod(unready + RESERVED + old.replace("phase: Pending", "phase: Running"))
                        .causes())
                .containsExactly(Cause.NODE_NOT_READY);
    }

    @Test
    void sandboxAndVolumesAreQuoted() {
        String mount = Dumps.event("Pod", "p", "p-uid", "FailedMount", "MountVolume.SetUp failed");
        ClusterFinding finding = first(FLEET + RESERVED + mount + bound("2026-03-01T11:59:50Z", ""));
        assertThat(finding.summary()).isEqualTo("the pod does not start: FailedMount");
        assertThat(finding.lines()).containsExactly("kubelet: MountVolume.SetUp failed");
    }

    @Test
    void deviceOfTwoClaimsIsNamed() {
        String failed = Dumps.event(
                "Pod",
                "p",
                "p-uid",
                "FailedPrepareDynamicResources",
                "requested device gpu-0 is already allocated to different claim x");
        String dump = FLEET + RESERVED + Dumps.holder("n1") + failed + bound("2026-03-01T11:00:00Z", "");
        assertThat(first(dump).lines())
                .contains("device gpu.example.com/n1/gpu-0 is also allocated to ResourceClaim other/held-n1");
        assertThat(first(dump.replace("{cpu: 8}", "{cpu: 8}, nodeInfo: {kubeletVersion: v1.34.3}"))
                        .lines())
                .anyMatch(line -> line.startsWith("perhaps since") && line.contains("136269"));
    }

    /** A claim that makes the scheduler fail is the cause, since the scheduler reports nothing. */
    @Test
    void claimThatMeetsABugOfTheSchedulerIsNamed() {
        String dump = FLEET.replace("{cpu: 8}", "{cpu: 8}, nodeInfo: {kubeletVersion: v1.37.0}")
                + POD
                + Dumps.claim("count: 6917529027641081856")
                        .replace(
                                "}}]}}",
                                "}}, {name: s, exactly: {deviceClassName: gpu, count: 6917529027641081856}}]}}");
        assertThat(pod(dump).causes()).startsWith(Cause.KNOWN_BUG);
        assertThat(pod(dump.replace("1.37.0", "1.37.1")).causes()).doesNotContain(Cause.KNOWN_BUG);
    }
}
