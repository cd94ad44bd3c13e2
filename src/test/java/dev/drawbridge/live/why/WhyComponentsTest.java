package dev.drawbridge.live.why;

import static dev.drawbridge.live.why.Dumps.FLEET;
import static dev.drawbridge.live.why.Dumps.POD;
import static dev.drawbridge.live.why.Dumps.allocated;
import static dev.drawbridge.live.why.Dumps.claim;
import static dev.drawbridge.live.why.Dumps.first;
import static dev.drawbridge.live.why.Dumps.holder;
import static dev.drawbridge.live.why.Dumps.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests of causes that schedulers, kubelets and autoscalers report, and of their bugs. */
class WhyComponentsTest {

    private static final String BOUND = POD.replace("spec:\n", "spec:\n  nodeName: n1\n");

    private static String event(String reason, String message) {
        return Dumps.event("Pod", "p", "p-uid", reason, message);
    }

    private static String scheduler(String message) {
        return event("FailedScheduling", message);
    }

    private static String unprepared(String message) {
        return event("FailedPrepareDynamicResources", message);
    }

    @Test
    void notDraHasSchedulerMessage() {
        String message = scheduler(
                "0/2 nodes are available: 1 Insufficient cpu, 1 cannot allocate all claims. preemption: 0/2 nodes");

        assertThat(pod(FLEET + POD + claim("") + message).findings().get(0).summary())
                .isEqualTo("the scheduler: 1 Insufficient cpu");
        assertThat(first(FLEET + POD.replace("spec:\n", "spec:\n  nodeSelector: {zone: z}\n") + claim("")))
                .isEqualTo(Cause.NOT_DRA);
    }

    @Test
    void kubeletsEventIsInWords() {
        String failed = unprepared(
                "Failed to prepare dynamic resources: prepare dynamic resources: DRA driver gpu.example.com is not"
                        + " registered");

        Diagnosis diagnosis = pod(FLEET + BOUND + claim("") + failed);
        assertThat(diagnosis.state()).isEqualTo(Diagnosis.State.PENDING);
        assertThat(diagnosis.findings().get(0).summary())
                .isEqualTo("the driver gpu.example.com is not registered with the kubelet of node n1");
    }

    /** A running plugin is not called missing; a known bug needs its version. */
    @Test
    void kubeletThatLostARunningDriverIsBlamed() {
        String failed = unprepared("DRA driver gpu.example.com is not registered");
        String plugin = """
                apiVersion: v1
                kind: Pod
                metadata: {name: plugin, namespace: drivers}
                spec:
                  nodeName: n1
                  volumes: [{name: s, hostPath: {path: /var/lib/kubelet/plugins/gpu.example.com}}]
                status: {phase: Running}
                ---
                """;
        String fleet = FLEET.replace(
                "status: {allocatable: {cpu: 8}}",
                "status: {allocatable: {cpu: 8}, nodeInfo: {kubeletVersion: v1.34.1}}");

        Diagnosis lost = pod(fleet + BOUND + allocated("") + failed + plugin);
        assertThat(lost.findings().get(0).rule()).isEqualTo(Cause.KNOWN_BUG);
        assertThat(lost.findings().get(0).summary()).endsWith("though its pod drivers/plugin runs there");
        assertThat(lost.findings().get(0).change()).startsWith("upgrade the kubelet to 1.34.2");
        assertThat(first(fleet.replace("1.34.1", "1.34.2") + BOUND + allocated("") + failed + plugin))
                .isEqualTo(Cause.PREPARE_FAILED);
        assertThat(first(fleet + BOUND + allocated("") + failed)).isEqualTo(Cause.PREPARE_FAILED);
    }

    /** Drivers mount the folder of all plugins, too: their pods are found by names, or may be anyone's. */
    @Test
    void pluginsAreFoundByTheFolderOfAllPlugins() {
        String failed = unprepared("DRA driver gpu.example.com is not registered");
        String plugin = """
                apiVersion: v1
                kind: Pod
                metadata: {name: plugin, namespace: drivers}
                spec:
                  nodeName: n1
                  containers: [{name: plugin, image: registry/NAME}]
                  volumes: [{name: s, hostPath: {path: /var/lib/kubelet/plugins}}]
                status: {phase: Running, containerStatuses: [{name: plugin, state: {STATE: {reason: CrashLoopBackOff}}}]}
                ---
                """;
        String dump = FLEET + BOUND + allocated("") + failed + plugin;
        for (String name : List.of("gpu.example.com", "example-dra-driver-gpu:v1")) {
            ClusterFinding found = pod(dump.replace("NAME", name).replace("STATE", "running"))
                    .findings()
                    .get(0);
            assertThat(found.summary()).endsWith("though its pod drivers/plugin runs there");
            found = pod(dump.replace("NAME", name).replace("STATE", "waiting"))
                    .findings()
                    .get(0);
            assertThat(found.summary())
                    .endsWith(": its pod drivers/plugin does not run there: container plugin: CrashLoopBackOff");
        }
        ClusterFinding unknown = pod(dump.replace("NAME", "x").replace("STATE", "running"))
                .findings()
                .get(0);
        assertThat(unknown.summary()).endsWith("unknown which of the pods there is the driver's: drivers/plugin");
        assertThat(unknown.change()).startsWith("see the log of the pod that is the driver's");
        assertThat(pod(dump.replace("kubelet/plugins", "kubelet/plugins/nic.example.com"))
                        .findings()
                        .get(0)
                        .change())
                .startsWith("start the driver's pod");
    }

    @Test
    void podCreatedWithANodeGetsNoDevices() {
        assertThat(first(FLEET + BOUND + claim(""))).isEqualTo(Cause.NODE_NAME_SET);
    }

    /** Both words of the kubelet's message; a scheduler that bound the pod is named, and not the pod's author. */
    @Test
    void kubeletsRefusalOfAPodWithANodeIsOfItsNode() {
        for (String words : List.of("ResourceClaim c(c-uid)", "resource claim c(c-uid)")) {
            String failed = unprepared("pod p is not allowed to use " + words);
            assertThat(pod(FLEET + BOUND + claim("") + failed).causes()).containsExactly(Cause.NODE_NAME_SET);
            assertThat(first(FLEET + BOUND.replace("spec:\n", "spec:\n  schedulerName: x\n") + claim("") + failed))
                    .isEqualTo(Cause.NOT_RESERVED);
            String scheduled = event("Scheduled", "assigned ml/p to n1");
            assertThat(pod(FLEET + BOUND + claim("") + failed + scheduled)
                            .findings()
                            .get(0)
                            .summary())
                    .endsWith("ResourceClaim c");
        }
    }

    @Test
    void unreservedClaimNamesTheScheduler() {
        String byVolcano = BOUND.replace("spec:\n", "spec:\n  schedulerName: volcano\n");
        String failed = unprepared("pod ml/p (p-uid) is not allowed to use ResourceClaim c (c-uid)");

        Diagnosis diagnosis = pod(FLEET + byVolcano + allocated("") + failed);
        assertThat(diagnosis.causes()).containsExactly(Cause.NOT_RESERVED);
        assertThat(diagnosis.findings().get(0).change()).contains("enable the DRA plugin of volcano");
    }

    /** A message of the plugin for devices is about devices, whatever its words. */
    @Test
    void errorOfThePluginIsNeverSomethingElse() {
        String plugin = "running Score plugins: plugin \"DynamicResources\" failed with: ";
        String scores = "number of allocations 1 is smaller than number of claims 2";
        String quota = "claims is forbidden: exceeded quota: q";
        String fleet = FLEET.replace(
                "status: {allocatable: {cpu: 8}}",
                "status: {allocatable: {cpu: 8}, nodeInfo: {kubeletVersion: v1.35.2}}");

        assertThat(first(fleet + POD + claim("") + scheduler(plugin + scores))).isEqualTo(Cause.KNOWN_BUG);
        assertThat(first(fleet.replace("1.35.2", "1.35.6") + POD + claim("") + scheduler(plugin + scores)))
                .isEqualTo(Cause.SCHEDULER_ERROR);
        assertThat(first(FLEET + POD + claim("") + scheduler(plugin + scores))).isEqualTo(Cause.SCHEDULER_ERROR);
        assertThat(first(FLEET + POD + claim("") + scheduler(plugin + quota))).isEqualTo(Cause.QUOTA);
        String forbidden = "User \"s\" cannot update resource \"resourceclaims/binding\" in API group";
        String raced = "claim ml/c got allocated elsewhere in the meantime";
        assertThat(pod(FLEET + POD + claim("") + scheduler(plugin + forbidden))
                        .findings()
                        .get(0)
                        .change())
                .contains("allow update and patch of resourceclaims/status");
        assertThat(pod(FLEET + POD + claim("") + scheduler(plugin + raced))
                        .findings()
                        .get(0)
                        .change())
                .contains("let only one scheduler allocate claims");
    }

    /** Without a node with devices, the driver of the class has nothing to publish. */
    @Test
    void autoscalerThatStartsNoNodeIsTheCause() {
        String fleet = FLEET.replaceAll("(?s)apiVersion: resource.k8s.io/v1\nkind: ResourceSlice.*?---\n", "");
        String refused = scheduler("no instance type can satisfy the allocation")
                .replace("reason:", "source: {component: karpenter}\nreason:");

        Diagnosis diagnosis = pod(fleet + POD + claim("") + refused);
        assertThat(diagnosis.causes()).containsExactly(Cause.AUTOSCALER);
        assertThat(diagnosis.scheduler()).isNull();
        assertThat(first(fleet + POD + claim(""))).isEqualTo(Cause.DRIVER_GONE);
    }

    /** Devices explain the pod before the autoscaler does, and a newer Event says that a node comes. */
    @Test
    void devicesComeBeforeTheAutoscaler() {
        String refused = event("NotTriggerScaleUp", "pod didn't trigger scale-up")
                .replace("reason:", "source: {component: cluster-autoscaler}\nreason:");
        String misspelled = claim("selectors: [{cel: {expression: device.driver == 'x'}}]");
        assertThat(pod(FLEET + POD + misspelled + refused).causes())
                .containsExactly(Cause.SELECTOR_MATCHES_NOTHING, Cause.AUTOSCALER);

        String started =
                refused.replace("NotTriggerScaleUp", "TriggeredScaleUp").replace("11:59:00Z", "11:59:30Z");
        assertThat(pod(FLEET + POD + misspelled + refused + started)
                        .findings()
                        .get(1)
                        .summary())
                .isEqualTo("Cluster Autoscaler starts a node for the pod");
    }

    /** CPU that lacks beside taken devices is not lost; the words of Volcano are not taken apart. */
    @Test
    void otherReasonsBesideDevicesAreKept() {
        String held = FLEET + POD + claim("") + holder("n1") + holder("n2");
        assertThat(pod(held + scheduler("0/2 nodes are available: 1 Insufficient cpu, 1 cannot allocate all claims."))
                        .causes())
                .containsExactly(Cause.DEVICES_TAKEN, Cause.NOT_DRA);
        assertThat(pod(held + scheduler("0/2 nodes are available: 2 cannot allocate all claims."))
                        .causes())
                .containsExactly(Cause.DEVICES_TAKEN);
        // Only node n1 has the devices: it lacks CPU if another pod uses all of it.
        String one = held.replace("nodeName: n2\n", "nodeName: n1\n")
                + scheduler("0/2 nodes are available: 1 Insufficient cpu, 1 cannot allocate all claims.");
        assertThat(pod(one).causes()).containsExactly(Cause.DEVICES_TAKEN);
        String full = """
                apiVersion: v1
                kind: Pod
                metadata: {name: full, namespace: ml}
                spec: {nodeName: n1, containers: [{name: m, image: x, resources: {requests: {cpu: 9}}}]}
                ---
                """;
        assertThat(pod(one + full).causes()).containsExactly(Cause.DEVICES_TAKEN, Cause.NOT_DRA);
        String gang = "1/1 tasks in gang unschedulable: pod group is not ready, 1 Pending, 2 minAvailable";
        String volcano = POD.replace("spec:\n", "spec:\n  schedulerName: volcano\n");
        assertThat(pod(FLEET + volcano + claim("") + scheduler(gang))
                        .findings()
                        .get(0)
                        .summary())
                .isEqualTo("volcano: " + gang);
    }

    /** What only the patch decides is unknown; a version with the bug is named. */
    @Test
    void ruleWithoutASelectorIsDecidedByThePatch() {
        String rule = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceTaintRule
                metadata: {name: all}
                spec: {taint: {key: k, effect: NoSchedule}}
                ---
                """;
        String dump = rule + POD + claim("");
        Diagnosis diagnosis = pod(FLEET + dump);
        assertThat(diagnosis.causes()).containsExactly(Cause.DEVICE_TAINTED);
        assertThat(diagnosis.findings().get(0).lines().get(1)).contains("the patch is unknown");
        for (String patch : List.of("0", "1")) {
            String fleet = FLEET + """
                    apiVersion: v1
                    kind: Pod
                    metadata: {name: kube-scheduler-n1, namespace: kube-system}
                    spec: {containers: [{name: s, image: "registry.k8s.io/kube-scheduler:v1.37.%s"}]}
                    ---
                    """.formatted(patch);
            assertThat(pod(fleet + dump).causes().contains(Cause.KNOWN_BUG)).isEqualTo(patch.equals("0"));
        }
    }

    private static final String OF_GROUP = POD.replace(
                    "resourceClaimName: c}]\n",
                    "resourceClaimTemplateName: one}]\n  schedulingGroup: {podGroupName: pg}\n")
            .replace("phase: Pending", "phase: Pending, resourceClaimStatuses: [{name: c, resourceClaimName: c}]");

    @Test
    void podGroupNeedsAllItsPods() {
        String member = POD.replace("spec:\n", "spec:\n  schedulingGroup: {podGroupName: pg}\n");
        String group = """
                apiVersion: scheduling.k8s.io/v1beta1
                kind: PodGroup
                metadata: {name: pg, namespace: ml}
                spec: {schedulingPolicy: {gang: {minCount: %s}}}
                ---
                """;
        String other = member.replace("name: p,", "name: q,")
                .replace("p-uid", "q-uid")
                .replace("resourceClaimName: c", "resourceClaimName: d");
        String both = member + other + claim("count: 1") + claim("count: 1").replace("name: c,", "name: d,");

        assertThat(first(FLEET + member + claim("") + group.formatted("2"))).isEqualTo(Cause.POD_GROUP);
        assertThat(first(FLEET + both + group.formatted("2"))).isEqualTo(Cause.NOT_TRIED);
        assertThat(first(FLEET + both + holder("n1") + group.formatted("2"))).isEqualTo(Cause.POD_GROUP);
        assertThat(pod(FLEET + both + holder("n1") + group.formatted("2"))
                        .findings()
                        .get(0)
                        .lines())
                .contains("1 device: claim other/held-n1, allocated 24h ago (pod holder, which does not exist)");
    }

    @Test
    void podGroupNamesThePodThatKeepsTheOthers() {
        String member = POD.replace("spec:\n", "spec:\n  schedulingGroup: {podGroupName: pg}\n");
        String gated = member.replace("name: p,", "name: q,")
                .replace("p-uid", "q-uid")
                .replace("spec:\n", "spec:\n  schedulingGates: [{name: example.com/wait}]\n");
        String group = """
                apiVersion: scheduling.k8s.io/v1beta1
                kind: PodGroup
                metadata: {name: pg, namespace: ml}
                spec: {schedulingPolicy: {gang: {minCount: 2}}}
                ---
                """;

        assertThat(pod(FLEET + member + gated + claim("") + group)
                        .findings()
                        .get(0)
                        .lines())
                .containsExactly("ml/q: scheduling gate example.com/wait");
        // The pod's own cause comes first.
        assertThat(first(FLEET + member + gated + group)).isEqualTo(Cause.CLAIM_MISSING);
    }

    @Test
    void claimOfTheGroupIsThePods() {
        String member = OF_GROUP
                + claim("")
                        .replace(
                                "uid: c-uid",
                                "uid: c-uid, ownerReferences: [{apiVersion: scheduling.k8s.io/v1beta1, kind: PodGroup,"
                                        + " name: pg, uid: g, controller: true}]");

        assertThat(first(FLEET + member + holder("n1") + holder("n2"))).isEqualTo(Cause.DEVICES_TAKEN);
        assertThat(first(FLEET + member.replace("name: pg,", "name: other,"))).isEqualTo(Cause.CLAIM_OF_ANOTHER);
    }

    @Test
    void nominatedPodWaitsForThePreemptedOne() {
        String nominated = POD.replace("phase: Pending", "phase: Pending, nominatedNodeName: n1");
        String victim = """
                apiVersion: v1
                kind: Pod
                metadata: {name: victim, namespace: ml, uid: v, deletionTimestamp: 2026-03-01T11:00:00Z}
                spec: {nodeName: n1}
                ---
                """;

        assertThat(first(FLEET
                        + nominated
                        + claim("")
                        + victim
                        + scheduler("0/2 nodes are available: 2 Insufficient cpu.")))
                .isEqualTo(Cause.PREEMPTING);
    }

    /** The gates of DeviceTaintRules are off by default in 1.36, and the scheduler's words show that they are on. */
    @Test
    void taintRuleWhoseGatesAreUnknownIsTheCauseIfNoDeviceIsFound() {
        String rule = """
                apiVersion: resource.k8s.io/v1beta2
                kind: DeviceTaintRule
                metadata: {name: broken}
                spec: {deviceSelector: {driver: gpu.example.com}, taint: {key: broken, effect: NoSchedule}}
                ---
                """;
        ClusterSnapshot snapshot = Dumps.snapshot(
                FLEET + POD + claim("") + rule + scheduler("0/2 nodes are available: 2 cannot allocate all claims."));
        KubernetesRelease release = KubernetesRelease.K8S_1_36;
        Why why = new Why(
                snapshot, new Fit(snapshot.fleet(), release, GateSettings.DEFAULTS.in(release), Duration.ofMinutes(2)));
        StoredObject pod = Objects.requireNonNull(snapshot.find(SnapshotKind.POD, "ml", "p"));
        assertThat(why.of(pod).get(0).causes()).startsWith(Cause.DEVICE_TAINTED);
    }
}
