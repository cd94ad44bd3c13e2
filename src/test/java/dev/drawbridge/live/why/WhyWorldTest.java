package dev.drawbridge.live.why;

import static dev.drawbridge.live.why.Dumps.FLEET;
import static dev.drawbridge.live.why.Dumps.POD;
import static dev.drawbridge.live.why.Dumps.allocated;
import static dev.drawbridge.live.why.Dumps.claim;
import static dev.drawbridge.live.why.Dumps.event;
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
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of what is around the pod: other pods, schedulers, servers and pools that do or do not concern it. */
class WhyWorldTest {

    private static final String HOLDER = """
            apiVersion: v1
            kind: Pod
            metadata: {name: holder, namespace: other, uid: holder-uid%s}
            spec: {nodeName: n1, containers: [{name: main, image: x}]}
            status: {phase: %s}
            ---
            """;

    private static final String PLAIN = POD.replace("  resourceClaims: [{name: c, resourceClaimName: c}]\n", "")
            .replace("{claims: [{name: c}]}", "{limits: {example.com/gpu: 1}, requests: {example.com/gpu: 1}}");

    private static ClusterFinding first(String dump) {
        return pod(dump).findings().get(0);
    }

    private static Diagnosis in(KubernetesRelease release, String dump) {
        ClusterSnapshot snapshot = Dumps.snapshot(dump);
        Fit fit = new Fit(snapshot.fleet(), release, GateSettings.DEFAULTS.in(release), Duration.ofMinutes(2));
        StoredObject pod = Objects.requireNonNull(snapshot.find(SnapshotKind.POD, "ml", "p"));
        return new Why(snapshot, fit).of(pod).get(0);
    }

    private static String refused(String message) {
        return event("Pod", "p", "p-uid", "FailedScheduling", message);
    }

    /** The scheduler that decides may be another than that of the server. */
    @Test
    void kubeletIsComparedWithTheServer() {
        String server = "{apiVersion: drawbridge.dev/v1, kind: ClusterInfo, kubernetes: v1.33.1}\n---\n";
        String dump = FLEET.replaceFirst("\\{cpu: 8}", "{cpu: 8}, nodeInfo: {kubeletVersion: v1.34.2}")
                + allocated("reservedFor: [{resource: pods, name: p, uid: p-uid}]")
                + POD.replace("spec:\n", "spec:\n  nodeName: n1\n")
                + event(
                        "Pod",
                        "p",
                        "p-uid",
                        "FailedPrepareDynamicResources",
                        "fetch ResourceClaim c: the server could not find the requested resource");
        assertThat(first(server + dump).summary())
                .isEqualTo("node n1: kubelet 1.34 uses resource.k8s.io/v1, which an API server of 1.33 does not serve");
        assertThat(first(dump).summary()).doesNotContain("does not serve");
    }

    @Test
    void claimOfAnotherPodFailsTheScheduler() {
        String many = claim("count: 6917529027641081856");
        String requests = many.substring(many.indexOf("[{") + 1, many.indexOf("}]}}") + 1);
        String other = many.replace(requests, requests + ", " + requests.replace("name: r,", "name: s,"))
                .replace("name: c,", "name: other,");
        String fleet = FLEET.replace("{cpu: 8}", "{cpu: 8}, nodeInfo: {kubeletVersion: v1.37.%s}");
        String user = POD.replace("name: p,", "name: q,").replace("ClaimName: c", "ClaimName: other");
        assertThat(first(fleet.formatted(0, 0) + claim("") + POD + other + user).rule())
                .isEqualTo(Cause.KNOWN_BUG);
        assertThat(first(fleet.formatted(1, 1) + claim("") + POD + other + user).rule())
                .isEqualTo(Cause.NOT_TRIED);
        // Without a pod, nothing is tried for the claim.
        assertThat(first(fleet.formatted(0, 0) + claim("") + POD + other).rule())
                .isEqualTo(Cause.NOT_TRIED);
    }

    @Test
    void missingProviderIsTheOnlyCause() {
        String message = refused("0/2 nodes are available: 2 Insufficient example.com/gpu.");
        assertThat(pod(FLEET + PLAIN + message).causes()).containsExactly(Cause.RESOURCE_NOT_PROVIDED);
        String both = refused("0/2 nodes are available: 1 Insufficient cpu, 2 Insufficient example.com/gpu.");
        assertThat(pod(FLEET + PLAIN + both).causes()).containsExactly(Cause.RESOURCE_NOT_PROVIDED, Cause.NOT_DRA);
        assertThat(pod(FLEET + PLAIN + both).findings().get(1).summary())
                .isEqualTo("the scheduler: 1 Insufficient cpu");
    }

    @Test
    void classProvidesTheResourceWithAGateOnly() {
        String fleet = FLEET.replace("spec: {selectors", "spec: {extendedResourceName: example.com/gpu, selectors");
        ClusterFinding off =
                in(KubernetesRelease.K8S_1_34, fleet + PLAIN).findings().get(0);
        assertThat(off.rule()).isEqualTo(Cause.RESOURCE_NOT_PROVIDED);
        assertThat(off.lines().get(0)).contains("DRAExtendedResource, which is off in Kubernetes 1.34");
        assertThat(off.change()).startsWith("enable the feature gate");
    }

    @Test
    void deviceOfAPluginIsNotHeldByAClaim() {
        String fleet = FLEET.replace("{cpu: 8}", "{cpu: 8, example.com/gpu: 1}");
        String others = PLAIN.replace("name: p,", "name: %s,")
                .replace("spec:\n", "spec:\n  nodeName: %s\n")
                .replace("Pending", "Running");
        String dump = fleet
                + PLAIN
                + others.formatted("a", "n1")
                + others.formatted("b", "n2")
                + refused("0/2 nodes are available: 2 Insufficient example.com/gpu.");
        String ofClass = "spec: {extendedResourceName: example.com/gpu, selectors";
        for (String each : List.of(dump, dump.replace("spec: {selectors", ofClass))) {
            assertThat(pod(each).causes()).containsExactly(Cause.NOT_DRA);
            assertThat(first(each).lines().get(0)).contains("pods that run request 1");
            assertThat(first(each).lines().get(1)).contains("requested by Pod ml/a, Pod ml/b");
        }
    }

    @Test
    void gatedPodHasOneCause() {
        String gated = POD.replace("spec:\n", "spec:\n  schedulingGates: [{name: example.com/wait}]\n")
                .replace(
                        "{phase: Pending}",
                        "{phase: Pending, conditions: [{type: PodScheduled, status: \"False\", reason: SchedulingGated,"
                                + " message: Scheduling is blocked due to non-empty scheduling gates}]}");
        assertThat(pod(FLEET + claim("") + gated).causes()).containsExactly(Cause.SCHEDULING_GATE);
    }

    @Test
    void otherSchedulersReasonIsItsReport() {
        String dump = FLEET
                + claim("")
                + POD.replace("spec:\n", "spec:\n  schedulerName: kai-scheduler\n")
                + event("Pod", "p", "p-uid", "Unschedulable", "no node with enough resources")
                        .replace("reason:", "source: {component: kai-scheduler}\nreason:");
        assertThat(first(dump).summary()).isEqualTo("kai-scheduler: no node with enough resources");
        assertThat(pod(dump.replace("Unschedulable", "Scheduled")).causes()).containsExactly(Cause.NOT_TRIED);
    }

    @Test
    void holderThatIsGoneIsDeleted() {
        String waits = FLEET + POD + claim("") + holder("n1") + holder("n2");
        assertThat(first(waits).change()).startsWith("delete ResourceClaim other/held-n1, other/held-n2: no pod uses");
        assertThat(first(waits + HOLDER.formatted("", "Succeeded")).lines().get(0))
                .contains("holder, which has ended");
        ClusterFinding runs = first(waits + HOLDER.formatted("", "Running"));
        assertThat(runs.lines().get(0)).contains(" ago (pod holder)");
        assertThat(runs.change()).startsWith("wait until they end");
        String ends = HOLDER.formatted(", deletionTimestamp: 2026-03-01T11:30:00Z", "Running");
        assertThat(first(waits + ends).lines().get(0)).contains("holder, which is being deleted for 30m");
        assertThat(first(waits + ends.replace("deletionTimestamp", "finalizers: [example.com/hold], deletionTimestamp"))
                        .change())
                .startsWith("wait until other/holder ends")
                .endsWith("what set the finalizer example.com/hold");
        // A claim may be reserved for an object of another kind.
        assertThat(first(waits.replace("resource: pods", "resource: podgroups, apiGroup: scheduling.k8s.io"))
                        .change())
                .startsWith("wait until they end");
        assertThat(first(waits + "{apiVersion: drawbridge.dev/v1, kind: ClusterInfo, notSeen: {pods: no}}\n---\n")
                        .change())
                .startsWith("wait until they end");
    }

    /** The API server stores taints of devices only if the gate is on, which is off by default in 1.35. */
    @Test
    void taintOfASliceIsPerhapsTheCause() {
        String tainted = FLEET.replace("{name: gpu-0,", "{name: gpu-0, taints: [{key: k, effect: NoSchedule}],");
        String message = refused("0/2 nodes are available: 2 cannot allocate all claims.");
        KubernetesRelease release = KubernetesRelease.K8S_1_35;
        assertThat(in(release, tainted + POD + claim("") + message).causes()).startsWith(Cause.DEVICE_TAINTED);
        assertThat(in(release, FLEET + POD + claim("") + message).causes()).doesNotContain(Cause.DEVICE_TAINTED);
        String tolerant = claim("tolerations: [{operator: Exists}]");
        assertThat(in(release, tainted + POD + tolerant + message).causes()).doesNotContain(Cause.DEVICE_TAINTED);
    }

    /** Whether taints count is unknown without a message of the scheduler, unless they make no difference. */
    @Test
    void taintOfASliceMayKeepAPodAway() {
        String tainted = FLEET.replace("{name: gpu-0,", "{name: gpu-0, taints: [{key: k, effect: NoSchedule}],");
        KubernetesRelease release = KubernetesRelease.K8S_1_34;
        Diagnosis unknown = in(release, tainted + POD + claim(""));
        assertThat(unknown.causes()).containsExactly(Cause.UNKNOWN);
        assertThat(unknown.findings().get(0).summary()).endsWith("devices are tainted: k:NoSchedule");
        assertThat(unknown.findings().get(0).lines().toString()).contains("DRADeviceTaints=true");
        String tolerant = claim("tolerations: [{operator: Exists}]");
        assertThat(in(release, tainted + POD + tolerant).causes()).containsExactly(Cause.NOT_TRIED);
        assertThat(in(release, tainted + POD + tolerant + holder("n1") + holder("n2"))
                        .causes())
                .containsExactly(Cause.DEVICES_TAKEN);
        String gates =
                "{apiVersion: drawbridge.dev/v1, kind: ClusterInfo, featureGates: {DRADeviceTaints: false}}\n---\n";
        assertThat(in(release, tainted + POD + claim("") + gates).causes()).containsExactly(Cause.NOT_TRIED);
    }

    /** A slice that the scheduler ignores without a gate has no devices on other nodes. */
    @Test
    void sliceOfADisabledGateIsIgnored() {
        String fleet = FLEET.replaceAll(
                "nodeName: (n[12])\n(.*\n) {2}devices: \\[\\{",
                "perDeviceNodeSelection: true\n$2" + "  devices: [{nodeName: $1, ");
        ClusterFinding finding = in(KubernetesRelease.K8S_1_35, fleet + POD + claim(""))
                .findings()
                .get(0);
        assertThat(finding.lines().toString())
                .contains("2 devices would match", "ignores: s1 (the gate DRAPartitionableDevices is off)");
        assertThat(finding.change()).startsWith("enable the feature gate in the scheduler");
        assertThat(first(fleet + POD + claim("")).rule()).isEqualTo(Cause.NOT_TRIED);
    }

    @Test
    void devicesOfOtherNodesAreOfTheNewestGeneration() {
        String pinned = POD.replace("spec:\n", "spec:\n  nodeSelector: {zone: a}\n");
        String elsewhere = FLEET.substring(0, FLEET.indexOf("apiVersion: resource.k8s.io/v1\nkind: ResourceSlice"))
                + FLEET.substring(FLEET.lastIndexOf("apiVersion: resource.k8s.io/v1\nkind: ResourceSlice"));
        assertThat(first(elsewhere + pinned + claim("count: 2")).summary())
                .isEqualTo("the pod may not run on the nodes with the 1 device of class gpu: n2");
        String stale = elsewhere
                        .replace("{name: n2, generation: 1", "{name: n2, generation: 2")
                        .replace("{string: a100}}}]", "{string: a100}}}]")
                        .replace("name: s2", "name: s3")
                        .replaceAll("devices: \\[.*", "devices: []")
                + elsewhere.substring(elsewhere.lastIndexOf("apiVersion: resource.k8s.io/v1\nkind: ResourceSlice"));
        assertThat(first(stale + pinned + claim("count: 2")).rule()).isEqualTo(Cause.DRIVER_GONE);
    }

    @Test
    void disabledGateIsEnabled() {
        String fleet =
                FLEET.replace("{name: gpu-0,", "{name: gpu-0, bindingConditions: [a], bindingFailureConditions: [b],");
        ClusterFinding finding = in(KubernetesRelease.K8S_1_34, fleet + POD + claim(""))
                .findings()
                .get(0);
        assertThat(finding.lines().toString()).contains("DRADeviceBindingConditions is off");
        assertThat(finding.change()).startsWith("enable the feature gate in the scheduler");
    }

    /** An error of a request for all devices is of a pool only if the pool has a slice for a node. */
    @Test
    void poolOfAnotherNodeDoesNotExplainAnError() {
        String pool = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s3}
                spec:
                  driver: nic.example.com
                  nodeName: %s
                  pool: {name: nic, generation: 1, resourceSliceCount: 2}
                  devices: [{name: nic-0}]
                ---
                """;
        StringBuilder devices = new StringBuilder("devices: [");
        for (int i = 0; i < 33; i++) {
            devices.append(i == 0 ? "" : ", ").append("{name: d").append(i).append("}");
        }
        String large =
                FLEET.replaceAll("devices: \\[\\{name: gpu-0.*", devices + "]") + POD + claim("allocationMode: All");
        assertThat(first(large + pool.formatted("n3")).rule()).isEqualTo(Cause.TOO_MANY_DEVICES);
        assertThat(first(large + pool.formatted("n1")).rule()).isEqualTo(Cause.UNKNOWN);
    }

    /** The API server stores such selectors, and the scheduler fails each pod that needs devices. */
    @Test
    void unreadableSelectorIsNamed() {
        String selector = "nodeSelector: {nodeSelectorTerms: [{matchExpressions:"
                + " [{key: rank, operator: Gt, values: [x]}]}]}";
        String slice = FLEET.replace("nodeName: n2", selector);
        ClusterFinding finding = first(slice + POD + claim(""));
        assertThat(finding.rule()).isEqualTo(Cause.SELECTOR_UNREADABLE);
        assertThat(finding.summary()).contains("slice s2", "rank Gt [x]");
        assertThat(first(slice.replace("Gt, values: [x]", "Gt, values: ['3']") + POD + claim(""))
                        .rule())
                .isEqualTo(Cause.NOT_TRIED);
        ClusterFinding ofClaim = first(FLEET + POD + allocated("").replaceAll("nodeSelector: .*", selector));
        assertThat(ofClaim.rule()).isEqualTo(Cause.SELECTOR_UNREADABLE);
        assertThat(ofClaim.summary()).startsWith("ResourceClaim ml/c: status.allocation.nodeSelector: rank Gt [x]");
        String device = FLEET.replaceAll(
                "nodeName: n2\n(.*\n) {2}devices: \\[\\{name: gpu-0",
                "perDeviceNodeSelection: true\n$1  devices: [{name: gpu-9, " + selector);
        assertThat(first(device + POD + claim("")).summary()).contains("device gpu-9 in slice s2", "rank Gt [x]");
    }

    @Test
    void whatTheSchedulerChecksBesideDevicesIsUnknown() {
        assertThat(first(FLEET + POD + claim("")).then())
                .isEqualTo("devices are free now on 2 of 2 nodes: n1, n2; CPU, memory and topology are not checked");
        assertThat(first(FLEET + PLAIN).then()).isNull();
        String message = refused("0/2 nodes are available: 2 cannot allocate all claims.");
        assertThat(first(FLEET + POD + claim("") + message).lines().toString()).contains("set --kubernetes");
    }

    /** A claim without a time of its allocation, as from an old scheduler, cannot be bound. */
    @Test
    void podThatIsNeverBoundHasTheReason() {
        String message = refused("0/2 nodes are available: 2 Insufficient memory.");
        Diagnosis pod = pod(FLEET + POD + allocated("") + message);
        assertThat(pod.causes()).containsExactly(Cause.SCHEDULER_ERROR, Cause.NOT_DRA);
        ClusterFinding finding = pod.findings().get(0);
        assertThat(finding.lines().toString()).contains("status.allocation has no allocationTimestamp");
    }

    /** The cause of an error of the plugin is known by its words, even if the fleet does not have it. */
    @Test
    void errorOfThePluginIsNamed() {
        Map<String, Cause> errors = Map.of(
                "nil or empty request mappings, no update of pod ml/p ExtendedResourceClaimStatus",
                        Cause.PLUGIN_BESIDE_CLAIMS,
                "admin access is requested, but the feature is disabled", Cause.FEATURE_DISABLED,
                "adding 40 devices exceeds the claim limit of 32", Cause.TOO_MANY_DEVICES,
                "cannot add device d because a claim constraint would not be satisfied", Cause.CONSTRAINT,
                "asks for all devices, but resource pool d/p is currently being updated", Cause.POOL_INCOMPLETE,
                "could not retrieve device class gpu: not found", Cause.CLASS_MISSING,
                "CEL runtime error: no such key: model", Cause.EXPRESSION_FAILS,
                "device binding timeout", Cause.BINDING_CONDITIONS,
                "invalid resource pools were encountered", Cause.POOL_INCOMPLETE,
                "values[0][rank]: Invalid value: x: for 'Gt', 'Lt' operators, the value must be an integer",
                        Cause.SELECTOR_UNREADABLE);
        errors.forEach((message, cause) -> {
            String event = event(
                    "Pod",
                    "p",
                    "p-uid",
                    "FailedScheduling",
                    "running \"DynamicResources\" filter plugin: claim ml/c, request r: " + message);
            assertThat(pod(FLEET + POD + claim("") + event).causes()).containsExactly(cause);
        });
    }

    /** A dump may have any text as a message. */
    @Test
    @Tag("siege")
    @Timeout(30)
    void longMessageIsReadInTime() {
        for (String part : List.of("for 'Gt', 'Lt' operators, ", "claim c, request r: ", "resource pool p")) {
            String message = refused("running \"DynamicResources\" filter plugin: " + part.repeat(20_000));
            assertThat(pod(FLEET + POD + claim("") + message).causes()).containsExactly(Cause.SCHEDULER_ERROR);
        }
    }

    @Test
    void podGroupIsExplainedByItsPods() {
        String group = """
                apiVersion: scheduling.k8s.io/v1beta1
                kind: PodGroup
                metadata: {name: g, namespace: ml, uid: g-uid}
                spec: {schedulingPolicy: {gang: {minCount: 2}}}
                ---
                """;
        String member = POD.replace("spec:\n", "spec:\n  schedulingGroup: {podGroupName: g}\n");
        assertThat(group(FLEET + claim("") + group + member).findings().get(0).summary())
                .isEqualTo("PodGroup ml/g needs 2 pods at the same time, and 1 exists");
        assertThat(group(FLEET + group).findings().get(0).summary()).endsWith("and 0 exist");
        assertThat(group(FLEET + group + member).causes()).contains(Cause.CLAIM_MISSING);
        String large = (member + claim("count: 2"))
                .replace("name: p,", "name: q,")
                .replace("p-uid", "q-uid")
                .replace("name: c,", "name: d,")
                .replace("c-uid", "d-uid")
                .replace("resourceClaimName: c", "resourceClaimName: d");
        ClusterFinding finding =
                group(FLEET + group + member + claim("") + large).findings().get(0);
        assertThat(finding.lines()).contains("ml/q: never fits this cluster (2 nodes)");
        assertThat(finding.change()).startsWith("see drawbridge why pod/q -n ml");
        assertThat(first(FLEET + member + claim("")).summary())
                .isEqualTo("unknown whether the scheduler waits for PodGroup ml/g, which was not found");
    }

    private static Diagnosis group(String dump) {
        return Dumps.of(Dumps.snapshot(dump), SnapshotKind.POD_GROUP, "ml", "g");
    }

    @Test
    void endedPodSaysWhy() {
        String ended = POD.replace("{phase: Pending}", "{phase: Failed, reason: Evicted, message: low on memory}");
        assertThat(pod(FLEET + ended).detail()).isEqualTo("Failed: Evicted: low on memory");
        String deleted = POD.replace("uid: p-uid", "uid: p-uid, deletionTimestamp: 2026-03-01T11:30:00Z");
        assertThat(pod(FLEET + deleted).detail()).isEqualTo("is being deleted for 30m");
    }

    @Test
    void restartsAreCounted() {
        String restarted = POD.replace("spec:\n", "spec:\n  nodeName: n1\n")
                .replace(
                        "{phase: Pending}",
                        "{phase: Running, containerStatuses: [{name: main, ready: false, restartCount: 3, state:"
                                + " {running: {}}, lastState: {terminated: {reason: OOMKilled}}}]}");
        assertThat(pod(FLEET + allocated("reservedFor: [{resource: pods, name: p, uid: p-uid}]") + restarted)
                        .detail())
                .isEqualTo("on node n1; container main ended 3 times, the last time: OOMKilled");
    }
}
