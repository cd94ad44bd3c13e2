package dev.drawbridge.live.why;

import static dev.drawbridge.live.why.Dumps.FLEET;
import static dev.drawbridge.live.why.Dumps.POD;
import static dev.drawbridge.live.why.Dumps.claim;
import static dev.drawbridge.live.why.Dumps.holder;
import static dev.drawbridge.live.why.Dumps.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.manifest.ManifestReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of the first cause for pending pods, and of the state of other pods. */
class WhyTest {

    private static final String OF_TEMPLATE = POD.replace("resourceClaimName: c", "resourceClaimTemplateName: one");

    private static String event(String kind, String name, String uid, String reason, String message) {
        return """
                apiVersion: v1
                kind: Event
                metadata: {name: e, namespace: ml}
                involvedObject: {kind: %s, namespace: ml, name: %s, uid: %s}
                reason: %s
                message: '%s'
                lastTimestamp: 2026-03-01T11:59:00Z
                ---
                """.formatted(kind, name, uid, reason, message.replace("'", "''"));
    }

    private static String allocated(String status) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml, uid: c-uid}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status:
                  allocation:
                    devices: {results: [{request: r, driver: gpu.example.com, pool: n1, device: gpu-0}]}
                    nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}
                %s
                ---
                """.formatted(status.indent(2));
    }

    private static String selecting(String expression) {
        return "selectors: [{cel: {expression: '" + expression + "'}}]";
    }

    private static RuleText.Row first(String dump) {
        return pod(dump).findings().get(0).rule();
    }

    private static List<String> lines(String dump) {
        return pod(dump).findings().get(0).lines();
    }

    @Test
    void missingTemplateNamesOneOfAnotherNamespace() {
        String dump = FLEET.replace("namespace: ml", "namespace: other") + OF_TEMPLATE;

        assertThat(first(dump)).isEqualTo(Cause.TEMPLATE_MISSING);
        assertThat(lines(dump).get(0)).contains("namespace other");
    }

    @Test
    void claimReferencedTwiceIsFirstCause() {
        String twice = POD.replace(
                "resourceClaims: [{name: c, resourceClaimName: c}]",
                "resourceClaims: [{name: c, resourceClaimName: c}, {name: more, resourceClaimName: c}]");

        assertThat(first(FLEET + twice + claim("count: 1"))).isEqualTo(Cause.CLAIM_TWICE);
    }

    @Test
    void missingClaimSuggestsTemplateOfSameName() {
        String dump = FLEET.replace("name: one", "name: c") + POD;

        assertThat(first(dump)).isEqualTo(Cause.CLAIM_MISSING);
        assertThat(lines(dump))
                .containsExactly("there is a ResourceClaimTemplate of this name; use resourceClaimTemplateName for it");
    }

    @Test
    void failedClaimCreationHasControllerMessage() {
        String failed = event(
                "Pod",
                "p",
                "p-uid",
                "FailedResourceClaimCreation",
                "PodResourceClaim c: create ResourceClaim : admission webhook denied the request");
        String quota = failed.replace("admission webhook denied the request", "exceeded quota: q");

        assertThat(first(FLEET + OF_TEMPLATE + failed)).isEqualTo(Cause.CLAIM_NOT_CREATED);
        assertThat(first(FLEET + OF_TEMPLATE + quota)).isEqualTo(Cause.QUOTA);
        assertThat(first(FLEET + OF_TEMPLATE)).isEqualTo(Cause.CLAIM_NOT_CREATED);
    }

    @Test
    void eventOfEarlierPodOfTheNameDoesNotCount() {
        String earlier =
                event("Pod", "p", "other-uid", "FailedResourceClaimCreation", "PodResourceClaim c: exceeded quota");

        assertThat(first(FLEET + OF_TEMPLATE + earlier)).isEqualTo(Cause.CLAIM_NOT_CREATED);
    }

    @Test
    void usedUpQuotaIsFoundWithoutEvent() {
        String quota = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q, namespace: ml}
                status:
                  hard: {gpu.deviceclass.resource.k8s.io/devices: "4"}
                  used: {gpu.deviceclass.resource.k8s.io/devices: "4"}
                ---
                """;

        assertThat(first(FLEET + OF_TEMPLATE + quota)).isEqualTo(Cause.QUOTA);
        assertThat(lines(FLEET + OF_TEMPLATE + quota))
                .containsExactly("gpu.deviceclass.resource.k8s.io/devices: 4 of 4 used, 1 more requested");
        assertThat(first(FLEET
                        + OF_TEMPLATE
                        + quota.replace("used: {gpu.deviceclass.resource.k8s.io/devices: \"4\"}", "used: {}")))
                .isEqualTo(Cause.CLAIM_NOT_CREATED);
    }

    @Test
    void sourceOfOldReleasesNamesNoClaim() {
        assertThat(first(FLEET + POD.replace("resourceClaimName: c", "source: {resourceClaimTemplateName: one}")))
                .isEqualTo(Cause.SOURCE_FIELD);
    }

    @Test
    void deletingClaimNamesItsFinalizers() {
        String dump = FLEET
                + POD
                + claim("")
                        .replace(
                                "uid: c-uid",
                                "uid: c-uid, deletionTimestamp: 2026-03-01T11:00:00Z, finalizers: [example.com/hold]");

        assertThat(first(dump)).isEqualTo(Cause.CLAIM_BEING_DELETED);
        assertThat(lines(dump).get(0)).contains("example.com/hold");
    }

    @Test
    void missingClassSuggestsSimilarName() {
        String dump = FLEET + POD + claim("").replace("deviceClassName: gpu", "deviceClassName: gpus");

        assertThat(pod(dump).causes()).containsExactly(Cause.CLASS_MISSING);
        assertThat(lines(dump)).contains("did you mean gpu?");
    }

    @Test
    void selectorWithoutMatchesShowsFitWithoutIt() {
        ClusterFinding finding = pod(FLEET
                        + POD
                        + claim(selecting("device.attributes[\"gpu.example.com\"].model == \"h100\"")))
                .findings()
                .get(0);

        assertThat(finding.rule()).isEqualTo(Cause.SELECTOR_MATCHES_NOTHING);
        assertThat(finding.lines()).contains("  model: a100 on 2");
        assertThat(finding.then()).startsWith("without requests[0].selectors[0] it would fit 2 nodes now");
    }

    @Test
    void takenDevicesNameTheirHolders() {
        ClusterFinding finding = pod(FLEET + POD + claim("") + holder("n1") + holder("n2"))
                .findings()
                .get(0);

        assertThat(finding.rule()).isEqualTo(Cause.DEVICES_TAKEN);
        assertThat(finding.summary()).isEqualTo("2 of 2 matching devices are taken");
        assertThat(finding.lines()).contains("1 device: claim other/held-n1 (pod holder, for 24h)");
        assertThat(finding.then()).contains("fits 2 nodes when other claims free their devices");
    }

    @Test
    void incompletePoolPrecedesSelectors() {
        String dump = FLEET.replace("resourceSliceCount: 1", "resourceSliceCount: 2") + POD + claim("");

        assertThat(first(dump)).isEqualTo(Cause.POOL_INCOMPLETE);
        assertThat(pod(dump).findings().get(0).then()).contains("it would fit 2 nodes now");
    }

    @Test
    void incompletePoolOfAnotherDriverIsNotACause() {
        String other = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s3}
                spec:
                  driver: nic.example.com
                  nodeName: n1
                  pool: {name: nic, generation: 1, resourceSliceCount: 2}
                  devices: [{name: nic-0}]
                ---
                """;

        assertThat(pod(FLEET + POD + claim("") + other + holder("n1") + holder("n2"))
                        .causes())
                .containsExactly(Cause.DEVICES_TAKEN);
    }

    @Test
    void missingSlicesAndSlicesOfMissingNodesAreCauses() {
        assertThat(first(FLEET.replace("driver: gpu.example.com", "driver: nic.example.com") + POD + claim("")))
                .isEqualTo(Cause.DRIVER_GONE);
        assertThat(first(FLEET.replaceAll("nodeName: n\\d", "nodeName: gone") + POD + claim("")))
                .isEqualTo(Cause.DRIVER_GONE);
    }

    @Test
    void taintFindingsShowFitWithoutTaints() {
        String dump = FLEET.replace("{name: gpu-0,", "{name: gpu-0, taints: [{key: broken, effect: NoSchedule}],")
                + POD
                + claim("");

        assertThat(first(dump)).isEqualTo(Cause.DEVICE_TAINTED);
        assertThat(pod(dump).findings().get(0).then()).contains("it would fit 2 nodes now");
    }

    @Test
    void moreDevicesThanANodeHas() {
        assertThat(first(FLEET + POD + claim("count: 2"))).isEqualTo(Cause.TOO_FEW_DEVICES);
    }

    @Test
    void failingExpression() {
        assertThat(first(FLEET + POD + claim(selecting("device.attributes[\"gpu.example.com\"].vram == \"x\""))))
                .isEqualTo(Cause.EXPRESSION_FAILS);
    }

    @Test
    void claimOfAnotherNodeKeepsThePodFromItsOwn() {
        String used = allocated("reservedFor: [{resource: pods, name: other, uid: o}]");
        String onN2 = POD.replace("spec:\n", "spec:\n  nodeSelector: {zone: b}\n");

        assertThat(first(FLEET + onN2 + used)).isEqualTo(Cause.CLAIM_PINNED);
        assertThat(lines(FLEET + onN2 + used).get(0)).contains("can be used on n1");
    }

    @Test
    void unmetBindingConditions() {
        String waiting = allocated("reservedFor: [{resource: pods, name: p, uid: p-uid}]")
                .replace("device: gpu-0}", "device: gpu-0, bindingConditions: [Attached]}");

        assertThat(first(FLEET + POD + waiting)).isEqualTo(Cause.BINDING_CONDITIONS);
        assertThat(lines(FLEET + POD + waiting).get(0)).contains("Attached not reported by the driver");
    }

    @Test
    void schedulingGatesAreFirstCauses() {
        String gated = POD.replace("spec:\n", "spec:\n  schedulingGates: [{name: example.com/wait}]\n");

        assertThat(pod(FLEET + gated + claim("count: 2")).causes())
                .containsExactly(Cause.SCHEDULING_GATE, Cause.TOO_FEW_DEVICES);
    }

    @Test
    void kueueWorkloadNamesCondition() {
        String gated = POD.replace("spec:\n", "spec:\n  schedulingGates: [{name: kueue.x-k8s.io/admission}]\n");
        String workload = """
                apiVersion: kueue.x-k8s.io/v1beta1
                kind: Workload
                metadata: {name: pod-p, namespace: ml, ownerReferences: [{kind: Pod, name: p, uid: p-uid}]}
                spec: {queueName: team}
                status:
                  conditions:
                  - {type: QuotaReserved, status: "False", reason: Pending, message: "couldn't assign flavors to pod set main"}
                ---
                """;

        assertThat(first(FLEET + gated + claim("") + workload)).isEqualTo(Cause.KUEUE);
        assertThat(lines(FLEET + gated + claim("") + workload))
                .containsExactly("QuotaReserved is False, Pending: couldn't assign flavors to pod set main");
    }

    @Test
    void notDraHasSchedulerMessage() {
        String message = event(
                "Pod",
                "p",
                "p-uid",
                "FailedScheduling",
                "0/2 nodes are available: 1 Insufficient cpu, 1 cannot allocate all claims. preemption: 0/2 nodes");

        assertThat(pod(FLEET + POD + claim("") + message).findings().get(0).summary())
                .isEqualTo("the scheduler: 1 Insufficient cpu");
        assertThat(first(FLEET + POD.replace("spec:\n", "spec:\n  nodeSelector: {zone: z}\n") + claim("")))
                .isEqualTo(Cause.NOT_DRA);
    }

    @Test
    void kubeletsEventIsInWords() {
        String bound = POD.replace("spec:\n", "spec:\n  nodeName: n1\n");
        String failed = event(
                "Pod",
                "p",
                "p-uid",
                "FailedPrepareDynamicResources",
                "Failed to prepare dynamic resources: prepare dynamic resources: DRA driver gpu.example.com is not"
                        + " registered");

        Diagnosis diagnosis = pod(FLEET + bound + claim("") + failed);
        assertThat(diagnosis.state()).isEqualTo(Diagnosis.State.PENDING);
        assertThat(diagnosis.findings().get(0).summary())
                .isEqualTo("the driver gpu.example.com is not registered with the kubelet of node n1");
        assertThat(pod(FLEET + bound + allocated("")).state()).isEqualTo(Diagnosis.State.SCHEDULED);
    }

    /** A running plugin is not called missing; a known bug needs its version. */
    @Test
    void kubeletThatLostARunningDriverIsBlamed() {
        String bound = POD.replace("spec:\n", "spec:\n  nodeName: n1\n");
        String failed = event(
                "Pod", "p", "p-uid", "FailedPrepareDynamicResources", "DRA driver gpu.example.com is not registered");
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

        Diagnosis lost = pod(fleet + bound + allocated("") + failed + plugin);
        assertThat(lost.findings().get(0).rule()).isEqualTo(Cause.KNOWN_BUG);
        assertThat(lost.findings().get(0).summary()).endsWith("though its pod drivers/plugin runs there");
        assertThat(lost.findings().get(0).change()).startsWith("upgrade the kubelet to 1.34.2");
        assertThat(first(fleet.replace("1.34.1", "1.34.2") + bound + allocated("") + failed + plugin))
                .isEqualTo(Cause.PREPARE_FAILED);
        assertThat(first(fleet + bound + allocated("") + failed)).isEqualTo(Cause.PREPARE_FAILED);
    }

    /** Drivers mount the folder of all plugins, too: their pods are found by names, or may be anyone's. */
    @Test
    void pluginsAreFoundByTheFolderOfAllPlugins() {
        String bound = POD.replace("spec:\n", "spec:\n  nodeName: n1\n");
        String failed = event(
                "Pod", "p", "p-uid", "FailedPrepareDynamicResources", "DRA driver gpu.example.com is not registered");
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
        String dump = FLEET + bound + allocated("") + failed + plugin;
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
        assertThat(first(FLEET + POD.replace("spec:\n", "spec:\n  nodeName: n1\n") + claim("")))
                .isEqualTo(Cause.NODE_NAME_SET);
    }

    /** Both words of the kubelet's message; a scheduler that bound the pod is named, and not the pod's author. */
    @Test
    void kubeletsRefusalOfAPodWithANodeIsOfItsNode() {
        String bound = POD.replace("spec:\n", "spec:\n  nodeName: n1\n");
        for (String words : List.of("ResourceClaim c(c-uid)", "resource claim c(c-uid)")) {
            String failed =
                    event("Pod", "p", "p-uid", "FailedPrepareDynamicResources", "pod p is not allowed to use " + words);
            assertThat(pod(FLEET + bound + claim("") + failed).causes()).containsExactly(Cause.NODE_NAME_SET);
            assertThat(first(FLEET + bound.replace("spec:\n", "spec:\n  schedulerName: x\n") + claim("") + failed))
                    .isEqualTo(Cause.NOT_RESERVED);
            String scheduled = event("Pod", "p", "p-uid", "Scheduled", "assigned ml/p to n1");
            assertThat(pod(FLEET + bound + claim("") + failed + scheduled)
                            .findings()
                            .get(0)
                            .summary())
                    .endsWith("ResourceClaim c");
        }
    }

    @Test
    void unreservedClaimNamesTheScheduler() {
        String bound = POD.replace("spec:\n", "spec:\n  nodeName: n1\n  schedulerName: volcano\n");
        String failed = event(
                "Pod",
                "p",
                "p-uid",
                "FailedPrepareDynamicResources",
                "pod ml/p (p-uid) is not allowed to use ResourceClaim c (c-uid)");

        Diagnosis diagnosis = pod(FLEET + bound + allocated("") + failed);
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
    }

    private static String scheduler(String message) {
        return event("Pod", "p", "p-uid", "FailedScheduling", message);
    }

    /** Without a node with devices, the driver of the class has nothing to publish. */
    @Test
    void autoscalerThatStartsNoNodeIsTheCause() {
        String fleet = FLEET.replaceAll("(?s)apiVersion: resource.k8s.io/v1\nkind: ResourceSlice.*?---\n", "");
        String refused = event("Pod", "p", "p-uid", "FailedScheduling", "no instance type can satisfy the allocation")
                .replace("reason:", "source: {component: karpenter}\nreason:");

        Diagnosis diagnosis = pod(fleet + POD + claim("") + refused);
        assertThat(diagnosis.causes()).containsExactly(Cause.AUTOSCALER);
        assertThat(diagnosis.scheduler()).isNull();
        assertThat(first(fleet + POD + claim(""))).isEqualTo(Cause.DRIVER_GONE);
    }

    /** Devices explain the pod before the autoscaler does, and a newer Event says that a node comes. */
    @Test
    void devicesComeBeforeTheAutoscaler() {
        String refused = event("Pod", "p", "p-uid", "NotTriggerScaleUp", "pod didn't trigger scale-up")
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
        String gang = "1/1 tasks in gang unschedulable: pod group is not ready, 1 Pending, 2 minAvailable";
        String volcano = POD.replace("spec:\n", "spec:\n  schedulerName: volcano\n");
        assertThat(pod(FLEET + volcano + claim("") + scheduler(gang))
                        .findings()
                        .get(0)
                        .summary())
                .isEqualTo("volcano: " + gang);
    }

    /** Only nodes that the pod may not run on keep it from devices of unused pools. */
    @Test
    void devicesOfUnusedPoolsAreNotOnOtherNodes() {
        String incomplete = FLEET.replace("resourceSliceCount: 1", "resourceSliceCount: 2");
        assertThat(pod(incomplete + POD + claim("")).causes()).containsExactly(Cause.POOL_INCOMPLETE);
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

    @Test
    void unknownNodesAreNotExcluded() {
        String fleet = FLEET.replaceAll("(?s)apiVersion: v1\nkind: Node.*?---\n", "");
        assertThat(first(fleet + POD.replace("spec:\n", "spec:\n  nodeSelector: {zone: a}\n") + claim("")))
                .isEqualTo(Cause.UNKNOWN);
    }

    @Test
    void sliceWhoseSelectorMatchesNoNodeIsNamed() {
        String fleet = FLEET.replace(
                        "nodeName: n1",
                        "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: x, operator: Exists}]}]}")
                .replaceAll(
                        "(?s)apiVersion: resource.k8s.io/v1\nkind: ResourceSlice\nmetadata: \\{name: s2.*?---\n", "");

        assertThat(first(fleet + POD + claim(""))).isEqualTo(Cause.SLICE_MATCHES_NO_NODE);
        assertThat(pod(fleet + POD + claim("")).findings().get(0).summary()).contains("ResourceSlice s1");
    }

    @Test
    void deletedClaimNamesItsUsersOrTheFinalizer() {
        String deleted = claim("")
                .replace(
                        "uid: c-uid}",
                        "uid: c-uid, deletionTimestamp: 2026-03-01T11:00:00Z," + " finalizers: [x.example.com/hold]}");
        String used = allocated("reservedFor: [{resource: pods, name: user, uid: u}]")
                .replace("uid: c-uid}", "uid: c-uid, deletionTimestamp: 2026-03-01T11:00:00Z}");

        assertThat(pod(FLEET + POD + used).findings().get(0).change()).contains("pod user ends");
        assertThat(pod(FLEET + POD + deleted).findings().get(0).change()).contains("x.example.com/hold");
    }

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
    }

    /** The scheduler does not preempt for devices, so the pods to delete are named with their priorities. */
    @Test
    void holdersOfLowerPriorityAreNamed() {
        String user = """
                apiVersion: v1
                kind: Pod
                metadata: {name: holder, namespace: other, uid: holder-uid}
                spec: {nodeName: n1, priority: 5}
                status: {phase: Running}
                ---
                """;
        String held = FLEET + claim("") + holder("n1") + holder("n2") + user;

        assertThat(pod(held + POD.replace("spec:\n", "spec:\n  priority: 10\n"))
                        .findings()
                        .get(0)
                        .change())
                .contains("delete other/holder (priority 5)", "priority 10");
        assertThat(pod(held + POD).findings().get(0).change()).startsWith("wait until they end");
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

    @Test
    void fittingPodWithoutSchedulingAttemptIsPending() {
        assertThat(first(FLEET + POD + claim(""))).isEqualTo(Cause.NOT_TRIED);
    }

    @Test
    void jobWithoutPodsHasTheReasonOfItsController() {
        String job = """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: j, namespace: ml, uid: j-uid}
                spec: {parallelism: 2}
                ---
                """;
        ClusterSnapshot refused = Dumps.snapshot(FLEET
                + job
                + event(
                        "Job",
                        "j",
                        "j-uid",
                        "FailedCreate",
                        "Error creating: pods \"j-x\" is forbidden: exceeded quota: q"));
        ClusterSnapshot suspended = Dumps.snapshot(FLEET + job.replace("parallelism: 2", "suspend: true"));

        assertThat(Dumps.of(refused, SnapshotKind.JOB, "ml", "j").causes()).containsExactly(Cause.QUOTA);
        assertThat(Dumps.of(suspended, SnapshotKind.JOB, "ml", "j").causes()).containsExactly(Cause.SUSPENDED);
        assertThat(Dumps.why(refused).all(null)).hasSize(1);
    }

    @Test
    void claimWithoutPodWaitsForOne() {
        ClusterSnapshot snapshot = Dumps.snapshot(FLEET + claim(""));

        assertThat(Dumps.of(snapshot, SnapshotKind.RESOURCE_CLAIM, "ml", "c").causes())
                .containsExactly(Cause.NO_POD);
    }

    @Test
    void podsOfOneMakerWithTheSameCausesAreReportedOnce() {
        String owned = OF_TEMPLATE.replace(
                "uid: p-uid", "uid: p-uid, ownerReferences: [{kind: Job, name: j, uid: j-uid, controller: true}]");
        ClusterSnapshot snapshot =
                Dumps.snapshot(owned + owned.replace("name: p,", "name: q,").replace("p-uid", "q-uid"));

        List<Diagnosis> all = Dumps.why(snapshot).all("ml");
        assertThat(all).hasSize(1);
        assertThat(all.get(0).alike()).containsExactly("Pod ml/q");
        assertThat(Dumps.why(snapshot).all("other")).isEmpty();
    }

    @Test
    void kindThatCouldNotBeListedMakesTheAnswerUnknownFirst() {
        String dump = FLEET
                + POD
                + claim("")
                + event("Pod", "p", "p-uid", "FailedScheduling", "0/2 nodes are available: 2 Insufficient cpu.");
        ClusterSnapshot.Builder late = new ClusterSnapshot.Builder();
        new ManifestReader()
                .read("dump", dump.getBytes(UTF_8))
                .manifests()
                .forEach(each -> late.add(each.apiVersion(), each.kind(), each.object()));
        late.unseen(SnapshotKind.NODE, "no answer within 30 s");

        assertThat(Dumps.of(late.build(Dumps.NOW), SnapshotKind.POD, "ml", "p").causes())
                .containsExactly(Cause.UNKNOWN, Cause.NOT_DRA);
        assertThat(pod(dump).causes()).containsExactly(Cause.NOT_DRA);
    }

    @Test
    void holderOfCountersIsNamed() {
        String part = "{name: %s, consumesCounters: [{counterSet: s, counters: {memory: {value: %s}}}]}";
        String fleet = FLEET.replace("nodeName: n2", "nodeName: n3")
                .replace(
                        "devices: [{name: gpu-0, attributes: {model: {string: a100}}}]",
                        "sharedCounters: [{name: s, counters: {memory: {value: 80Gi}}}]");
        String slice = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s1-devices}
                spec:
                  driver: gpu.example.com
                  nodeName: n1
                  pool: {name: n1, generation: 1, resourceSliceCount: 2}
                  devices: [%s, %s]
                ---
                """.formatted(part.formatted("whole", "80Gi"), part.formatted("gpu-0", "10Gi"));
        String dump = fleet.replace("resourceSliceCount: 1", "resourceSliceCount: 2") + slice + holder("n1") + POD;

        ClusterFinding one = pod(dump + claim("selectors: [{cel: {expression: 'device.driver != \"\"'}}]"))
                .findings()
                .get(0);

        assertThat(one.rule()).isEqualTo(Cause.DEVICES_TAKEN);
        assertThat(one.summary()).isEqualTo("2 matching devices: 1 is taken, 1 is blocked by shared counters");
        assertThat(one.lines())
                .containsExactly(
                        "whole cannot be allocated: 10Gi of 80Gi of counter memory are in use by gpu-0 of claim"
                                + " other/held-n1 (pod holder)",
                        "1 device: claim other/held-n1 (pod holder, for 24h)");
    }
}
