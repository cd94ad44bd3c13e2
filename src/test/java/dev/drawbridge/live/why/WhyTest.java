package dev.drawbridge.live.why;

import static dev.drawbridge.live.why.Dumps.FLEET;
import static dev.drawbridge.live.why.Dumps.POD;
import static dev.drawbridge.live.why.Dumps.allocated;
import static dev.drawbridge.live.why.Dumps.claim;
import static dev.drawbridge.live.why.Dumps.event;
import static dev.drawbridge.live.why.Dumps.first;
import static dev.drawbridge.live.why.Dumps.holder;
import static dev.drawbridge.live.why.Dumps.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.manifest.ManifestReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the first cause for pending pods, and of the state of other pods. */
class WhyTest {

    private static final String OF_TEMPLATE = POD.replace("resourceClaimName: c", "resourceClaimTemplateName: one");

    private static String selecting(String expression) {
        return "selectors: [{cel: {expression: '" + expression + "'}}]";
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

        assertThat(pod(FLEET + twice + claim("count: 1")).causes()).containsExactly(Cause.CLAIM_TWICE);
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
        // Each attempt is about a claim of another name, and client-go combines their Events.
        String combined = quota.replace("PodResourceClaim", "(combined from similar events): PodResourceClaim");
        assertThat(first(FLEET + OF_TEMPLATE + combined)).isEqualTo(Cause.QUOTA);
        assertThat(first(FLEET + OF_TEMPLATE)).isEqualTo(Cause.CLAIM_NOT_CREATED);
        // The controller adds the claims of a pod to its status when all exist.
        String two = OF_TEMPLATE.replace("[{name: c,", "[{name: d, resourceClaimTemplateName: missing}, {name: c,");
        assertThat(pod(FLEET + two).causes()).containsExactly(Cause.TEMPLATE_MISSING);
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
        String user = claim("").replace("name: c,", "name: user,");
        assertThat(lines(FLEET + OF_TEMPLATE + quota + user + user.replace("namespace: ml", "namespace: other")))
                .contains("used by claims user");
        assertThat(first(FLEET
                        + OF_TEMPLATE
                        + quota.replace("used: {gpu.deviceclass.resource.k8s.io/devices: \"4\"}", "used: {}")))
                .isEqualTo(Cause.CLAIM_NOT_CREATED);
    }

    @Test
    void adviceKnowsWhatCannotHelp() {
        String quota = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: q, namespace: ml}
                status: {hard: {gpu.deviceclass.resource.k8s.io/devices: "0"}}
                ---
                """;
        assertThat(pod(FLEET + OF_TEMPLATE + quota).findings().get(0).change()).contains("the claim alone exceeds");
        String failed = event(
                "Pod",
                "p",
                "p-uid",
                "FailedResourceClaimCreation",
                "PodResourceClaim c: create ResourceClaim : admin access to devices requires the"
                        + " `resource.kubernetes.io/admin-access: true` label on the containing namespace");
        assertThat(pod(FLEET + OF_TEMPLATE + failed).findings().get(0).change())
                .startsWith("kubectl label --overwrite namespace ml resource.kubernetes.io/admin-access=true");
        String admin = FLEET.replace("deviceClassName: gpu}}]", "deviceClassName: gpu, adminAccess: true}}]");
        String namespace = "{apiVersion: v1, kind: Namespace, metadata: {name: ml, uid: n, labels: {%s}}}\n---\n";
        ClusterFinding refused =
                pod(admin + namespace.formatted("") + OF_TEMPLATE).findings().get(0);
        assertThat(refused.summary()).endsWith("namespace ml has no label resource.kubernetes.io/admin-access=true");
        assertThat(refused.change())
                .startsWith("kubectl label --overwrite namespace ml resource.kubernetes.io/admin-access=true");
        String labelled = namespace.formatted("resource.kubernetes.io/admin-access: \"true\"");
        assertThat(pod(FLEET + labelled + OF_TEMPLATE + failed)
                        .findings()
                        .get(0)
                        .change())
                .startsWith("the namespace has the label now");
        assertThat(pod(admin + labelled + OF_TEMPLATE).findings().get(0).summary())
                .startsWith("no claim has been");
        String cordoned = FLEET.replaceFirst(
                "status: \\{allocatable",
                "spec: {unschedulable: true, taints: [{key: node.kubernetes.io/unschedulable, effect: NoSchedule}]}\n"
                        + "status: {allocatable");
        assertThat(pod(cordoned.replace("nodeName: n2", "nodeName: gone") + POD + claim(""))
                        .findings()
                        .get(0)
                        .change())
                .isEqualTo("kubectl uncordon n1");
        String tainted =
                cordoned.replace("unschedulable: true, ", "").replace("node.kubernetes.io/unschedulable", "x/y");
        assertThat(pod(tainted.replace("nodeName: n2", "nodeName: gone") + POD + claim(""))
                        .findings()
                        .get(0)
                        .change())
                .isEqualTo("let the pod run on such a node: tolerate the taint,"
                        + " or kubectl taint node n1 x/y:NoSchedule-");
        String selective = POD.replaceFirst("spec:\n", "spec:\n  nodeSelector: {zone: none}\n");
        assertThat(pod(FLEET + selective + claim("")).findings().get(0).change())
                .isEqualTo("let the pod run on such a node: change its nodeSelector or affinity");
    }

    /** A new node has devices of its own, and none of a pool of all nodes, or for the pod of a DaemonSet. */
    @ParameterizedTest
    @CsvSource({
        "nodeName: n1, , , true",
        "nodeName: n1, allocationMode: All, , true",
        "allNodes: true, , , true",
        "allNodes: true, allocationMode: All, , false",
        "nodeName: n1, , DaemonSet, false"
    })
    void nodesAreAddedOnlyIfTheyMayHelp(String ofFirst, String mode, String owner, boolean helps) {
        String user = "{apiVersion: v1, kind: Pod, metadata: {name: holder, namespace: other, uid: holder-uid},"
                + " spec: {nodeName: n1}, status: {phase: Running}}\n---\n";
        String pod = owner == null
                ? POD
                : POD.replace(
                        "name: p,",
                        "name: p, ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: d, uid: d,"
                                + " controller: true}],");
        String fleet = FLEET.replace("nodeName: n1\n", ofFirst + "\n");
        String claim = claim(mode == null ? "" : mode);

        assertThat(pod(fleet + claim + holder("n1") + holder("n2") + user + pod)
                        .findings()
                        .get(0)
                        .change())
                .isEqualTo(
                        "wait until they end" + (helps ? ", delete a holder, or add nodes" : ", or delete a holder"));
    }

    @Test
    void selectorOfDevicesWithoutNodesIsNotBlamed() {
        String dump = FLEET.replaceFirst("nodeName: n1", "nodeName: gone").replaceFirst("a100", "h100")
                + POD
                + claim(selecting("device.attributes[\"gpu.example.com\"].model == \"h100\""));

        assertThat(first(dump)).isEqualTo(Cause.DRIVER_GONE);
        assertThat(first(dump.replace(
                        "nodeName: gone",
                        "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: no, operator: Exists}]}]}")))
                .isEqualTo(Cause.SLICE_MATCHES_NO_NODE);
    }

    @Test
    void sourceOfOldReleasesNamesNoClaim() {
        assertThat(first(FLEET + POD.replace("resourceClaimName: c", "source: {resourceClaimTemplateName: one}")))
                .isEqualTo(Cause.SOURCE_FIELD);
        // As the API server stores it.
        assertThat(first(FLEET + POD.replace(", resourceClaimName: c", ""))).isEqualTo(Cause.SOURCE_FIELD);
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

    /** Each condition that must be fixed is a cause, and what helps is all of them together. */
    @Test
    void conditionsOfARequestThatEachLeaveTooFewAreListed() {
        String selecting = selecting("device.attributes[\"gpu.example.com\"].model == \"h100\"");
        String tainted = FLEET.replace("{name: gpu-0,", "{name: gpu-0, taints: [{key: bad, effect: NoSchedule}],");
        Diagnosis all = pod(tainted + POD + claim("count: 2, " + selecting));
        assertThat(all.causes())
                .containsExactly(Cause.SELECTOR_MATCHES_NOTHING, Cause.DEVICE_TAINTED, Cause.TOO_FEW_DEVICES);
        assertThat(all.findings())
                .extracting(ClusterFinding::then)
                .containsOnly("without requests[0].selectors[0] and without the taints and with requests[0].count 1"
                        + " it would fit 2 nodes now, 2 when all devices are free");
        assertThat(all.findings().get(1).lines()).containsExactly("2 are tainted, not tolerated: bad:NoSchedule");
        assertThat(pod(tainted + POD + claim("")).causes()).containsExactly(Cause.DEVICE_TAINTED);
    }

    @Test
    void containerThatWillGetNoDevicesIsNamedWhileThePodIsPending() {
        String pod = POD.replace("claims: [{name: c}]", "claims: [{name: c, request: gpuu}]");
        assertThat(pod(FLEET + pod + claim("count: 9")).findings().get(0).lines())
                .last()
                .isEqualTo("a container gets no devices: claim \"c\" has no request named \"gpuu\"");
    }

    /** A driver with a near name is meant, unless the cluster has something of the other one. */
    @Test
    void misspelledDriverOfAClassIsItsMistake() {
        String dump = FLEET.replace("driver == \"gpu.example.com\"", "driver == \"gpu.exmple.com\"") + POD + claim("");
        ClusterFinding finding = pod(dump).findings().get(0);
        assertThat(finding.rule()).isEqualTo(Cause.CLASS_MATCHES_NOTHING);
        assertThat(finding.summary())
                .isEqualTo("DeviceClass gpu selects driver gpu.exmple.com, which publishes no devices");
        assertThat(finding.lines()).contains("  did you mean driver gpu.example.com?");
        assertThat(first(dump.replace("gpu.exmple.com", "nic.example.com"))).isEqualTo(Cause.DRIVER_GONE);
        String driver = """
                apiVersion: v1
                kind: Pod
                metadata: {name: driver, namespace: drivers}
                spec:
                  nodeName: n1
                  containers: [{name: plugin, image: x}]
                  volumes: [{name: p, hostPath: {path: /var/lib/kubelet/plugins/gpu.exmple.com}}]
                status: {phase: Pending}
                ---
                """;
        assertThat(first(dump + driver)).isEqualTo(Cause.DRIVER_GONE);
    }

    @Test
    void takenDevicesNameTheirHolders() {
        ClusterFinding finding = pod(FLEET + POD + claim("") + holder("n1") + holder("n2"))
                .findings()
                .get(0);

        assertThat(finding.rule()).isEqualTo(Cause.DEVICES_TAKEN);
        assertThat(finding.summary()).isEqualTo("2 of 2 matching devices are taken");
        assertThat(finding.lines())
                .contains("1 device: claim other/held-n1, allocated 24h ago (pod holder, which does not exist)");
        assertThat(finding.then()).contains("fits 2 nodes when other claims free their devices");
    }

    @Test
    void shortageOfAnExtendedResourceIsNoOtherCause() {
        String fleet = FLEET.replace("spec: {selectors", "spec: {extendedResourceName: example.com/gpu, selectors")
                .replace("resourceSliceCount: 1", "resourceSliceCount: 2");
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml, uid: p-uid}
                spec: {containers: [{name: m, image: x, resources: {limits: {example.com/gpu: 1}}}]}
                status:
                  phase: Pending
                  conditions:
                  - type: PodScheduled
                    status: "False"
                    message: '0/2 nodes are available: 2 Insufficient example.com/gpu, 2 Insufficient example.com/nic.'
                ---
                """;

        assertThat(pod(fleet + pod).causes()).containsExactly(Cause.POOL_INCOMPLETE, Cause.NOT_DRA);
        assertThat(pod(fleet + pod).findings().get(1).summary())
                .isEqualTo("the scheduler: 2 Insufficient example.com/nic");
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
        String incomplete = FLEET.replace("resourceSliceCount: 1", "resourceSliceCount: 2");
        assertThat(pod(incomplete + POD + claim("") + other).findings().get(0).summary())
                .startsWith("2 pools are incomplete");
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
    void moreDevicesThanAClaimMayHave() {
        String dump = FLEET + POD + claim("count: 33");

        assertThat(pod(dump).causes()).containsExactly(Cause.TOO_MANY_DEVICES);
        assertThat(pod(dump).findings().get(0).summary())
                .isEqualTo("claim ml/c, request r: adding 33 devices exceeds the claim limit of 32");
        assertThat(first(FLEET + POD + claim("count: 32"))).isEqualTo(Cause.TOO_FEW_DEVICES);
    }

    @Test
    void valueOfAnotherTypeIsNotGuarded() {
        String selector = "selectors: [{cel: {expression: 'device.attributes[\"gpu.example.com\"].model > 1'}}]";
        ClusterFinding finding = pod(FLEET + POD + claim(selector)).findings().get(0);

        assertThat(finding.rule()).isEqualTo(Cause.EXPRESSION_FAILS);
        assertThat(finding.lines()).contains("model: a100 on 2");
        assertThat(finding.change()).startsWith("compare values of the type");
    }

    @Test
    void failingExpression() {
        assertThat(first(FLEET + POD + claim(selecting("device.attributes[\"gpu.example.com\"].vram == \"x\""))))
                .isEqualTo(Cause.EXPRESSION_FAILS);
        String misspelled = claim(selecting("device.attributes[\"gpu.example.com\"].modell == \"x\""));
        assertThat(pod(FLEET + POD + misspelled).findings().get(0).change()).startsWith("write the name that exists");
    }

    @Test
    void claimOfAnotherNodeKeepsThePodFromItsOwn() {
        String used = allocated("reservedFor: [{resource: pods, name: other, uid: o}]");
        String onN2 = POD.replace("spec:\n", "spec:\n  nodeSelector: {zone: b}\n");

        assertThat(first(FLEET + onN2 + used)).isEqualTo(Cause.CLAIM_PINNED);
        assertThat(lines(FLEET + onN2 + used).get(0)).contains("can be used on n1");
        assertThat(pod(FLEET + onN2 + used).findings().get(0).change()).contains("or end the other pods");
        // Without the devices of n2, ending them does not help.
        assertThat(pod(FLEET.replace("nodeName: n2", "nodeName: gone") + onN2 + used)
                        .findings()
                        .get(0)
                        .change())
                .startsWith("let the pod run on a node with such devices: no node that the pod may run on has devices");
    }

    @Test
    void unmetBindingConditions() {
        String waiting = allocated("reservedFor: [{resource: pods, name: p, uid: p-uid}]")
                .replace("device: gpu-0}", "device: gpu-0, bindingConditions: [Attached]}");

        assertThat(first(FLEET + POD + waiting)).isEqualTo(Cause.BINDING_CONDITIONS);
        assertThat(lines(FLEET + POD + waiting).get(0)).contains("Attached not reported by the driver");
        String failed = "device binding failed: claim=c, reason=Broken, message=\"fabric attach failed\"";
        String refused = event("Pod", "p", "p-uid", "FailedScheduling", "running PreBind plugin: " + failed);
        assertThat(lines(FLEET + POD + waiting + refused)).contains("an earlier attempt: " + failed);
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
        String unmapped = workload.replace("couldn't assign", "DeviceClass gpu is not mapped in DRA configuration,");
        assertThat(pod(FLEET + gated + claim("") + unmapped).findings().get(0).change())
                .contains("deviceClassMappings");
    }
    /** Only nodes that the pod may not run on keep it from devices of unused pools. */
    @Test
    void devicesOfUnusedPoolsAreNotOnOtherNodes() {
        String incomplete = FLEET.replace("resourceSliceCount: 1", "resourceSliceCount: 2");
        assertThat(pod(incomplete + POD + claim("")).causes()).containsExactly(Cause.POOL_INCOMPLETE);
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

        String user = POD.replace("name: p,", "name: user,");
        assertThat(pod(FLEET + POD + used + user).findings().get(0).change()).contains("pod user ends");
        assertThat(pod(FLEET + POD + deleted).findings().get(0).change()).contains("x.example.com/hold");
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

    /** The pods of an earlier revision end only when one of the next is ready; those of the same one do not end. */
    @ParameterizedTest
    @CsvSource({
        "w-1, {replicas: 2}, delete an older pod of Deployment w",
        "w-2, {replicas: 2}, wait until they end",
        "w-1, {replicas: 8}, wait until they end"
    })
    void olderPodsOfADeploymentAreReported(String holders, String spec, String change) {
        String owned = "ownerReferences: [{apiVersion: apps/v1, kind: %s, name: %s, uid: %2$s, controller: true}]";
        String set = "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: %s, namespace: ml, uid: %1$s, "
                + owned.formatted("Deployment", "w") + "}}\n---\n";
        String deployment = "{apiVersion: apps/v1, kind: Deployment, metadata: {name: w, namespace: ml, uid: w}, spec: "
                + spec + "}\n---\n";
        String user = """
                apiVersion: v1
                kind: Pod
                metadata: {name: holder, namespace: other, uid: holder-uid, %s}
                spec: {nodeName: n1}
                status: {phase: Running}
                ---
                """.formatted(owned.formatted("ReplicaSet", holders));
        String pod = POD.replace("name: p,", "name: p, " + owned.formatted("ReplicaSet", "w-2") + ",");

        assertThat(pod(FLEET
                                + claim("")
                                + holder("n1")
                                + holder("n2")
                                + deployment
                                + set.formatted("w-1")
                                + set.formatted("w-2")
                                + user
                                + pod)
                        .findings()
                        .get(0)
                        .change())
                .startsWith(change);
    }

    /** Both pods are of the DaemonSet; the label is of its revision. */
    @ParameterizedTest
    @CsvSource({
        "maxSurge: 1, b, 'delete an older pod of DaemonSet w, or set maxUnavailable: 1 and maxSurge: 0, or type: On'",
        "maxSurge: 1, a, wait until they end",
        "maxUnavailable: 1, b, wait until they end"
    })
    void olderPodsOfADaemonSetAreReported(String update, String revision, String change) {
        String labels = "labels: {controller-revision-hash: %s},"
                + " ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: w, uid: w, controller: true}]";
        String set = "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: w, namespace: ml, uid: w},"
                + " spec: {updateStrategy: {rollingUpdate: {" + update + "}}}}\n---\n";
        String user = "{apiVersion: v1, kind: Pod, metadata: {name: holder, namespace: other, uid: holder-uid, "
                + labels.formatted("a") + "}, spec: {nodeName: n1}, status: {phase: Running}}\n---\n";
        String pod = POD.replace("name: p,", "name: p, " + labels.formatted(revision) + ",");

        assertThat(pod(FLEET + claim("") + holder("n1") + holder("n2") + set + user + pod)
                        .findings()
                        .get(0)
                        .change())
                .startsWith(change);
    }

    @Test
    void fittingPodWithoutSchedulingAttemptIsPending() {
        assertThat(first(FLEET + POD + claim(""))).isEqualTo(Cause.NOT_TRIED);
    }

    @Test
    void workloadWithoutPodsIsPendingIfItsTemplateIsWrong() {
        String deployment = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: web, namespace: ml, uid: web-uid}
                spec: {template: {spec: {resourceClaims: [{name: a, resourceClaimTemplateName: none}], containers: [
                  {name: m, image: x, resources: {claims: [{name: a}]}}]}}}
                ---
                """;

        assertThat(Dumps.why(Dumps.snapshot(FLEET + OF_TEMPLATE + deployment)).all(null))
                .last()
                .extracting(Diagnosis::causes)
                .isEqualTo(List.of(Cause.TEMPLATE_MISSING, Cause.UNKNOWN));
    }

    /** kubernetes#131877: the Job names the template of its claims, and the pod that reaches the server does not. */
    @Test
    void namesThatAWebhookRemovesAreNoSourceField() {
        String job = """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: j, namespace: ml, uid: j-uid}
                spec: {template: {spec: {resourceClaims: [{name: a, resourceClaimTemplateName: one}]}}}
                ---
                """;
        String refused = event(
                "Job",
                "j",
                "j-uid",
                "FailedCreate",
                "Pod \"j-x\" is invalid: spec.resourceClaims[0]: must specify one of: `resourceClaimName`");
        Diagnosis webhook = Dumps.of(Dumps.snapshot(FLEET + job + refused), SnapshotKind.JOB, "ml", "j");
        assertThat(webhook.causes()).containsExactly(Cause.POD_REFUSED);
        assertThat(webhook.findings().get(0).summary()).contains("a mutating webhook removes the names");
        String unnamed = job.replace(", resourceClaimTemplateName: one", "");
        assertThat(Dumps.of(Dumps.snapshot(FLEET + unnamed + refused), SnapshotKind.JOB, "ml", "j")
                        .causes())
                .containsExactly(Cause.SOURCE_FIELD);
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
    void workloadWithoutPodsHasTheProblemsOfItsTemplate() {
        String workload = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: d, namespace: ml, uid: d-uid}
                spec:
                  replicas: 1
                  template:
                    spec:
                      resourceClaims: [{name: c, resourceClaimTemplateName: %s}]
                      containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
                ---
                """;
        ClusterSnapshot missing = Dumps.snapshot(FLEET + workload.formatted("gone"));
        ClusterSnapshot large = Dumps.snapshot(
                FLEET.replace("exactly: {deviceClassName: gpu}", "exactly: {deviceClassName: gpu, count: 2}")
                        + workload.formatted("one"));
        ClusterSnapshot right = Dumps.snapshot(FLEET + workload.formatted("one"));

        assertThat(Dumps.of(missing, SnapshotKind.DEPLOYMENT, "ml", "d").causes())
                .containsExactly(Cause.TEMPLATE_MISSING, Cause.UNKNOWN);
        assertThat(Dumps.of(large, SnapshotKind.DEPLOYMENT, "ml", "d").causes())
                .containsExactly(Cause.TOO_FEW_DEVICES, Cause.UNKNOWN);
        assertThat(Dumps.of(right, SnapshotKind.DEPLOYMENT, "ml", "d").causes()).containsExactly(Cause.UNKNOWN);
    }

    @Test
    void statefulSetWaitsForAnEarlierPod() {
        String dump = FLEET + """
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: s, namespace: ml, uid: s-uid}
                spec: {replicas: 2}
                ---
                apiVersion: v1
                kind: Pod
                metadata:
                  name: s-0
                  namespace: ml
                  ownerReferences: [{apiVersion: apps/v1, kind: StatefulSet, name: s, uid: s-uid, controller: true}]
                spec: {nodeName: n1}
                status: {phase: Running, conditions: [{type: Ready, status: "False"}]}
                ---
                """;
        Diagnosis waiting = Dumps.of(Dumps.snapshot(dump), SnapshotKind.STATEFUL_SET, "ml", "s");
        ClusterSnapshot parallel =
                Dumps.snapshot(dump.replace("replicas: 2", "replicas: 2, podManagementPolicy: Parallel"));

        assertThat(waiting.causes()).containsExactly(Cause.EARLIER_POD);
        assertThat(waiting.findings().get(0).summary()).isEqualTo("pod ml/s-0 is not ready");
        assertThat(Dumps.of(parallel, SnapshotKind.STATEFUL_SET, "ml", "s").causes())
                .isEmpty();
    }

    private static Diagnosis workload(SnapshotKind kind, String apiVersion, String spec, String status) {
        String object = """
                apiVersion: %s
                kind: %s
                metadata: {name: w, namespace: ml, uid: w-uid}
                spec: %s
                status: %s
                ---
                """;
        return Dumps.of(Dumps.snapshot(FLEET + object.formatted(apiVersion, kind, spec, status)), kind, "ml", "w");
    }

    @Test
    void pausedDeploymentIsResumed() {
        Diagnosis paused = workload(SnapshotKind.DEPLOYMENT, "apps/v1", "{replicas: 1, paused: true}", "{}");
        assertThat(paused.causes()).containsExactly(Cause.SUSPENDED);
        assertThat(paused.findings().get(0).change()).isEqualTo("kubectl rollout resume deployment/w -n ml");
    }

    @Test
    void jobSaysHowItEndedOrThatItsPodsFail() {
        String failed =
                "{conditions: [{type: Failed, status: 'True', reason: BackoffLimitExceeded, message: too many}]}";
        Diagnosis ended = workload(SnapshotKind.JOB, "batch/v1", "{parallelism: 1}", failed);
        assertThat(ended.state()).isEqualTo(Diagnosis.State.ENDED);
        assertThat(ended.detail()).isEqualTo("Failed: BackoffLimitExceeded: too many");
        String failing = failed.replace("type: Failed", "type: FailureTarget").replace("{cond", "{failed: 1, cond");
        assertThat(workload(SnapshotKind.JOB, "batch/v1", "{parallelism: 1}", failing)
                        .state())
                .isEqualTo(Diagnosis.State.ENDED);
        Diagnosis waiting = workload(SnapshotKind.JOB, "batch/v1", "{parallelism: 1, backoffLimit: 4}", "{failed: 2}");
        assertThat(waiting.causes()).containsExactly(Cause.EARLIER_POD);
        assertThat(waiting.findings().get(0).summary()).startsWith("2 pods failed: the next one is created after");
        assertThat(waiting.findings().get(0).change()).endsWith("the Job fails after 4 (spec.backoffLimit)");
    }

    @Test
    void daemonSetWithoutNodesSelectsNone() {
        assertThat(workload(SnapshotKind.DAEMON_SET, "apps/v1", "{}", "{desiredNumberScheduled: 0}")
                        .detail())
                .endsWith("select no node");
        assertThat(workload(SnapshotKind.DAEMON_SET, "apps/v1", "{}", "{}").detail())
                .isEqualTo("has no pods, and needs none");
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
        // Devices are allocated: the dump lacks classes and slices.
        String nodes = FLEET.substring(0, FLEET.indexOf("apiVersion: resource"));
        assertThat(pod(nodes + POD + claim("") + holder("n1")).causes()).containsExactly(Cause.UNKNOWN);
    }

    @Test
    void deviceLargerThanItsCountersIsNamed() {
        String dump = FLEET.replace("nodeName: n2", "nodeName: n1")
                .replace(
                        "name: n2, generation: 1, resourceSliceCount: 1",
                        "name: n1, generation: 1, resourceSliceCount: 2")
                .replace("resourceSliceCount: 1", "resourceSliceCount: 2")
                .replaceFirst(
                        "devices: .*\n",
                        "devices: [{name: a, consumesCounters: [{counterSet: s, counters: {memory: {value: 8Gi}}}]}]\n")
                .replaceFirst(
                        "devices: \\[\\{name: gpu-0.*\n",
                        "sharedCounters: [{name: s, counters: {memory: {value: 4Gi}}}]\n");

        assertThat(pod(dump + POD + claim("")).causes()).containsExactly(Cause.TOO_FEW_DEVICES);
        assertThat(lines(dump + POD + claim("")))
                .contains("1 of them consume more of a counter than its set has: a consumes more than 4Gi of counter"
                        + " memory in set s");
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
                        "1 device: claim other/held-n1, allocated 24h ago (pod holder, which does not exist)");
    }
}
