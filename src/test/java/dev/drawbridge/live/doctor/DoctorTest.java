package dev.drawbridge.live.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drawbridge.SharedData;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.FleetModel;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Tests of each rule on a cluster that violates only this rule, and of healthy clusters. */
class DoctorTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final String HEALTHY = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            status: {allocatable: {cpu: 8}}
            ---
            apiVersion: v1
            kind: Namespace
            metadata: {name: ml}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec:
              extendedResourceName: example.com/gpu
              selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: s1, creationTimestamp: 2026-02-01T00:00:00Z}
            spec:
              driver: gpu.example.com
              nodeName: n1
              pool: {name: n1, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0}, {name: gpu-1}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: ml}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: c, namespace: ml}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
            status:
              allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: n1, device: gpu-0}]}}
              reservedFor: [{resource: pods, name: p, uid: u}]
            ---
            """;

    private static final String WEBHOOK = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingWebhookConfiguration
            metadata: {name: drawbridge}
            webhooks: [{name: a, clientConfig: {service: {name: drawbridge, namespace: drawbridge}}}]
            ---
            apiVersion: discovery.k8s.io/v1
            kind: EndpointSlice
            metadata: {name: e, namespace: drawbridge, labels: {kubernetes.io/service-name: drawbridge}}
            endpoints: [{conditions: {ready: %s}}]
            ---
            """;

    private static final Map<DoctorRule, String> BROKEN = broken();

    /** The healthy cluster, with a message of the kubelet about its pod. */
    private static String waiting(String message) {
        return HEALTHY.replace(
                        "metadata: {name: p, namespace: ml}",
                        "metadata: {name: p, namespace: ml}\nspec: {nodeName: n1}\nstatus: {phase: Pending}")
                + """
                apiVersion: v1
                kind: Event
                metadata: {name: e, namespace: ml}
                involvedObject: {kind: Pod, namespace: ml, name: p}
                reason: FailedPrepareDynamicResources
                source: {component: kubelet}
                message: "%s"
                ---
                """.formatted(message);
    }

    private static Map<DoctorRule, String> broken() {
        Map<DoctorRule, String> broken = new EnumMap<>(DoctorRule.class);
        broken.put(DoctorRule.POOL_INCOMPLETE, HEALTHY.replace("resourceSliceCount: 1", "resourceSliceCount: 2"));
        broken.put(
                DoctorRule.POOL_INVALID,
                HEALTHY.replace(
                        "{name: gpu-1}]",
                        "{name: gpu-1, consumesCounters: [{counterSet: s, counters: {memory: {value: 1Gi}}}]}]"));
        broken.put(
                DoctorRule.DEVICE_HELD_TWICE,
                HEALTHY
                        + HEALTHY.substring(HEALTHY.indexOf("apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\n"))
                                .replace("{name: c, namespace: ml}", "{name: d, namespace: ml}"));
        broken.put(DoctorRule.COUNTERS_EXCEEDED, counters("8Gi", "{counterSet: s, counters: {memory: {value: 9Gi}}}"));
        broken.put(
                DoctorRule.DEVICE_OVERSIZED,
                counters("8Gi", "")
                        .replace(
                                "{name: gpu-1}",
                                "{name: gpu-1, consumesCounters:"
                                        + " [{counterSet: s, counters: {memory: {value: 9Gi}}}]}"));
        broken.put(
                DoctorRule.SELECTOR_UNREADABLE,
                HEALTHY
                        + slice("s2", "n1", "{name: n2, generation: 1, resourceSliceCount: 1}", "{name: gpu-0}")
                                .replace(
                                        "nodeName: n1",
                                        "nodeSelector: {nodeSelectorTerms:"
                                                + " [{matchExpressions: [{key: rank, operator: Gt, values: [x]}]}]}"));
        broken.put(
                DoctorRule.TAINTED_DEVICE_HELD,
                HEALTHY.replace("{name: gpu-0},", "{name: gpu-0, taints: [{key: broken, effect: NoExecute}]},"));
        broken.put(
                DoctorRule.EVICTION_LOOP,
                HEALTHY.replace("{name: gpu-0},", "{name: gpu-0, taints: [{key: broken, effect: NoExecute}]},")
                        .replace("device: gpu-0}", "device: gpu-0, tolerations: [{operator: Exists}]}")
                        .replace(
                                "{name: p, namespace: ml}",
                                "{name: p, namespace: ml, ownerReferences: [{kind: Job, name: j, uid: j}]}"));
        broken.put(
                DoctorRule.POOL_STALE,
                HEALTHY + slice("s0", "n1", "{name: n1, generation: 0, resourceSliceCount: 1}", "{name: gpu-0}"));
        broken.put(
                DoctorRule.SLICE_WITHOUT_NODE,
                HEALTHY + slice("s2", "n2", "{name: n2, generation: 1, resourceSliceCount: 1}", "{name: gpu-0}"));
        broken.put(DoctorRule.SLICE_WITHOUT_DRIVER, waiting("DRA driver gpu.example.com is not registered"));
        broken.put(DoctorRule.NOT_RESERVED, waiting("pod ml/p is not allowed to use ResourceClaim c (u)"));
        broken.put(
                DoctorRule.KNOWN_BUG,
                waiting("unable to get claim info for ResourceClaim c")
                        .replace("cpu: 8}", "cpu: 8}, nodeInfo: {kubeletVersion: v1.35.0}"));
        broken.put(DoctorRule.DEVICE_GONE, HEALTHY.replace("device: gpu-0}", "device: gpu-7}"));
        broken.put(DoctorRule.CLASS_MATCHES_NOTHING, HEALTHY + deviceClass("nic", "", "device.driver == \"nic\""));
        broken.put(
                DoctorRule.CLASS_FAILS,
                HEALTHY + deviceClass("big", "", "device.attributes[\"gpu.example.com\"].model == \"x\""));
        broken.put(
                DoctorRule.SHARED_RESOURCE_NAME,
                HEALTHY + deviceClass("other", "extendedResourceName: example.com/gpu, ", "true"));
        broken.put(DoctorRule.DEVICE_PLUGIN_TOO, HEALTHY.replace("cpu: 8}", "cpu: 8, example.com/gpu: 2}"));
        broken.put(DoctorRule.CLAIM_UNUSED, HEALTHY.replace("reservedFor: [{resource: pods, name: p, uid: u}]", ""));
        broken.put(
                DoctorRule.CLAIM_STUCK,
                HEALTHY.replace(
                        "{name: c, namespace: ml}",
                        "{name: c, namespace: ml, finalizers: [a.example.com/b],"
                                + " deletionTimestamp: 2026-03-01T11:00:00Z}"));
        broken.put(
                DoctorRule.NOT_ENDED,
                HEALTHY.replace(
                        "metadata: {name: p, namespace: ml}",
                        "metadata: {name: p, namespace: ml, deletionTimestamp: 2026-03-01T11:00:00Z}\n"
                                + "spec: {nodeName: n1}"));
        broken.put(
                DoctorRule.ADMIN_ACCESS,
                HEALTHY.replace("deviceClassName: gpu}", "deviceClassName: gpu, adminAccess: true}")
                        // The label of 1.33.
                        .replace("{name: ml}", "{name: ml, labels: {resource.k8s.io/admin-access: \"true\"}}"));
        broken.put(DoctorRule.TAINT_RULE_MATCHES_NOTHING, HEALTHY + """
                apiVersion: resource.k8s.io/v1beta2
                kind: DeviceTaintRule
                metadata: {name: r}
                spec: {deviceSelector: {driver: nic}, taint: {key: a, effect: NoSchedule}}
                ---
                """);
        broken.put(DoctorRule.TAINT_RULE_SELECTS_ALL, HEALTHY + """
                apiVersion: resource.k8s.io/v1
                kind: DeviceTaintRule
                metadata: {name: r}
                spec: {deviceSelector: {}, taint: {key: a, effect: NoSchedule}}
                ---
                """);
        broken.put(
                DoctorRule.REMOVED_VERSION,
                HEALTHY.replace(
                        "{name: c, namespace: ml}",
                        "{name: c, namespace: ml,"
                                + " managedFields: [{manager: helm, apiVersion: resource.k8s.io/v1beta1}]}"));
        broken.put(
                DoctorRule.ATTRIBUTE_MISSING,
                HEALTHY.replace(
                        "[{name: gpu-0},",
                        "[{name: gpu-0, attributes: {resource.kubernetes.io/pcieRoot: {string: pci0000:01}}},"));
        broken.put(DoctorRule.ROLE_INCOMPLETE, HEALTHY + """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: r}
                rules: [{apiGroups: [resource.k8s.io], resources: [resourceclaims/status], verbs: [update]}]
                ---
                """);
        broken.put(DoctorRule.SCHEDULER_CANNOT_READ, HEALTHY + """
                apiVersion: v1
                kind: Pod
                metadata: {name: s, namespace: kube-system}
                spec: {serviceAccountName: s, containers: [{name: c, image: registry.k8s.io/kube-scheduler:v1.36.2}]}
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: r}
                rules: [{apiGroups: [""], resources: [pods/binding], verbs: [create]}]
                ---
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: b}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
                subjects: [{kind: ServiceAccount, namespace: kube-system, name: s}]
                ---
                """);
        broken.put(
                DoctorRule.OLD_COMPONENT,
                HEALTHY.replace(
                        "{allocatable: {cpu: 8}}", "{allocatable: {cpu: 8}, nodeInfo: {kubeletVersion: v1.33.5}}"));
        broken.put(DoctorRule.GATES_DIFFER, HEALTHY);
        broken.put(DoctorRule.WEBHOOK_UNREACHABLE, HEALTHY + WEBHOOK.formatted("false"));
        return broken;
    }

    /** The healthy cluster, whose device in use consumes counters. */
    private static String counters(String all, String consumed) {
        return HEALTHY.replace("resourceSliceCount: 1", "resourceSliceCount: 2")
                        .replace("{name: gpu-0},", "{name: gpu-0, consumesCounters: [" + consumed + "]},")
                + """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s1-counters, creationTimestamp: 2026-02-01T00:00:00Z}
                spec:
                  driver: gpu.example.com
                  nodeName: n1
                  pool: {name: n1, generation: 1, resourceSliceCount: 2}
                  sharedCounters: [{name: s, counters: {memory: {value: %s}}}]
                ---
                """.formatted(all);
    }

    private static String slice(String name, String node, String pool, String devices) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: %s}
                spec: {driver: gpu.example.com, nodeName: %s, pool: %s, devices: [%s]}
                ---
                """.formatted(name, node, pool, devices);
    }

    private static String deviceClass(String name, String more, String expression) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: %s}
                spec: {%s selectors: [{cel: {expression: '%s'}}]}
                ---
                """.formatted(name, more, expression);
    }

    private static List<ClusterFinding> examine(String dump, Map<String, Boolean> schedulerGates) throws IOException {
        ClusterSnapshot.Builder objects = new ClusterSnapshot.Builder();
        objects.files().add("dump", new ByteArrayInputStream(dump.getBytes(UTF_8)));
        ClusterSnapshot snapshot = objects.build(Instant.parse("2026-03-01T12:00:00Z"));
        KubernetesRelease release = KubernetesRelease.K8S_1_37;
        Fit fit = new Fit(snapshot.fleet(), release, GateSettings.DEFAULTS.in(release), Duration.ofMinutes(2));
        return Doctor.examine(new Patient(snapshot, fit, release, Map.of("DRAAdminAccess", true), schedulerGates));
    }

    private static List<String> skews(String version, String more) throws IOException {
        String info = "apiVersion: drawbridge.dev/v1\nkind: ClusterInfo\nkubernetes: " + version + "\n---\n";
        return examine(info + HEALTHY + more, Map.of()).stream()
                .filter(finding -> finding.rule().equals(DoctorRule.OLD_COMPONENT))
                .map(ClusterFinding::summary)
                .toList();
    }

    private static String pod(String image) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: s, namespace: kube-system}
                spec: {nodeName: n1, containers: [{name: c, image: registry.k8s.io/%s}]}
                status: {phase: Running}
                ---
                """.formatted(image);
    }

    /** The API server may be of a release whose scheduler is not known. */
    @Test
    void skewIsThatOfTheServer() throws IOException {
        String kubelet = """
                apiVersion: v1
                kind: Node
                metadata: {name: old}
                status: {nodeInfo: {kubeletVersion: v1.33.5}}
                ---
                """;
        assertThat(skews("v1.38.0", kubelet))
                .singleElement()
                .asString()
                .contains("kubelet 1.33 uses resource.k8s.io/v1beta1, which an API server of 1.38 does not serve");
        assertThat(skews("v1.33.2", kubelet)).isEmpty();
        assertThat(skews("v1.33.2", kubelet.replace("v1.33.5", "v1.34.0")))
                .singleElement()
                .asString()
                .contains("kubelet 1.34 uses resource.k8s.io/v1, which an API server of 1.33 does not serve");
    }

    /** Without DeviceTaintRules of v1 the informers of a scheduler of 1.37 are never synced. */
    @Test
    void schedulerOfANewerReleaseWaits() throws IOException {
        assertThat(skews("v1.36.4", pod("scheduler-plugins/kube-scheduler:v0.37.1")))
                .singleElement()
                .asString()
                .contains("kube-scheduler 1.37 uses resource.k8s.io/v1 DeviceTaintRule, which an API server of 1.36");
        assertThat(skews("v1.36.4", pod("kube-scheduler:v1.36.4"))).isEmpty();
        assertThat(skews("v1.37.0", pod("kube-scheduler:v1.37.1"))).isEmpty();
        assertThat(skews("v1.36.4", pod("kube-apiserver:v1.33.1"))).isEmpty();
        assertThat(skews("v1.33.4", pod("autoscaling/cluster-autoscaler:v1.35.0")))
                .hasSize(1);
        assertThat(skews("v1.37.0", pod("autoscaling/cluster-autoscaler:v1.33.0")))
                .isEmpty();
    }

    @Test
    void gateOfTheDumpTurnsRolesOff() throws IOException {
        String broken = BROKEN.get(DoctorRule.ROLE_INCOMPLETE);
        ClusterSnapshot.Builder objects = new ClusterSnapshot.Builder();
        objects.files().add("dump", new ByteArrayInputStream(broken.getBytes(UTF_8)));
        ClusterSnapshot snapshot = objects.build(Instant.parse("2026-03-01T12:00:00Z"));
        KubernetesRelease release = KubernetesRelease.K8S_1_37;
        GateSettings off = GateSettings.parse("DRAResourceClaimGranularStatusAuthorization=false");
        Fit fit = new Fit(snapshot.fleet(), release, off.in(release), Duration.ofMinutes(2));

        assertThat(Doctor.examine(new Patient(snapshot, fit, release, Map.of(), Map.of())))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void eachDoctorRuleReportsOnlyItself(DoctorRule rule) throws IOException {
        boolean isAboutGates = rule == DoctorRule.GATES_DIFFER;
        List<ClusterFinding> findings = examine(BROKEN.get(rule), Map.of("DRAAdminAccess", !isAboutGates));

        assertThat(findings).extracting(ClusterFinding::rule).containsExactly(rule);
    }

    /** The scheduler fails each pod of a claim whose devices are on nodes that it cannot select. */
    @Test
    void unreadableSelectorOfAnAllocationIsFound() throws IOException {
        String selector = "{nodeSelectorTerms: [{matchExpressions: [{key: rank, operator: Gt, values: [x]}]}]}";
        assertThat(examine(HEALTHY.replace("allocation: {", "allocation: {nodeSelector: " + selector + ", "), Map.of()))
                .extracting(ClusterFinding::rule, ClusterFinding::object)
                .containsExactly(tuple(DoctorRule.SELECTOR_UNREADABLE, "ResourceClaim ml/c"));
    }

    @Test
    void healthyClusterHasNoFindings() throws IOException {
        assertThat(examine(HEALTHY + WEBHOOK.formatted("true"), Map.of())).isEmpty();
    }

    @Test
    void taintOfADeviceInUseIsToleratedByTheAllocation() throws IOException {
        String tainted = BROKEN.get(DoctorRule.TAINTED_DEVICE_HELD);
        String toleration = "device: gpu-0, tolerations: [{operator: Exists, effect: NoExecute}]}";

        assertThat(examine(tainted.replace("device: gpu-0}", toleration), Map.of()))
                .isEmpty();
        assertThat(examine(tainted.replace("device: gpu-0}", toleration.replace(", effect: NoExecute", "")), Map.of()))
                .extracting(ClusterFinding::rule)
                .containsExactly(DoctorRule.TAINTED_DEVICE_HELD);
    }

    /** A pod that ends is evicted already, and up to 1.37 one with extended resources never is. */
    @Test
    void evictedPodNoLongerHoldsItsTaintedDevice() throws IOException {
        String tainted = BROKEN.get(DoctorRule.TAINTED_DEVICE_HELD);
        String pod = "{name: p, namespace: ml";
        String claim = "{name: c, namespace: ml";
        String ofResource = ", annotations: {resource.kubernetes.io/extended-resource-claim: 'true'}";

        assertThat(examine(tainted.replace(pod, pod + ", deletionTimestamp: 2026-03-01T11:59:00Z"), Map.of()))
                .isEmpty();
        assertThat(examine(tainted.replace(claim, claim + ofResource), Map.of()))
                .isEmpty();
    }

    /** A node that exists, but has none of the labels, and the node of one device. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: rack, operator: Exists}]}]}",
                "perDeviceNodeSelection: true"
            })
    void sliceThatNoNodeCanUseIsFound(String nodes) throws IOException {
        String slice = slice("s2", "n2", "{name: n2, generation: 1, resourceSliceCount: 1}", "{name: a, nodeName: n2}");

        assertThat(examine(HEALTHY + slice.replace("nodeName: n2\n", nodes + "\n"), Map.of()))
                .extracting(ClusterFinding::rule)
                .containsExactly(DoctorRule.SLICE_WITHOUT_NODE);
    }

    /** A node without slices of the driver, whose name has the same digits. */
    @ParameterizedTest
    @CsvSource({
        "gpunode7, node gpunode7 (did you mean gpu-node-7?) does not exist",
        "gpunode8, node gpunode8 does not exist"
    })
    void nodeThatIsMeantIsNamed(String missing, String message) throws IOException {
        String node = "{apiVersion: v1, kind: Node, metadata: {name: gpu-node-7}}\n---\n";
        String slice =
                slice("s2", missing, "{name: " + missing + ", generation: 1, resourceSliceCount: 1}", "{name: a}");

        assertThat(examine(HEALTHY + node + slice, Map.of()))
                .extracting(ClusterFinding::summary)
                .containsExactly(message + "; driver gpu.example.com");
    }

    @Test
    void devicePluginOfAClassesResourceIsFound() throws IOException {
        String offered = HEALTHY.replace("example.com/gpu", "example.com/card")
                .replace("{cpu: 8}", "{cpu: 8, example.com/card: 1}");

        assertThat(examine(offered, Map.of()))
                .extracting(ClusterFinding::rule)
                .containsExactly(DoctorRule.DEVICE_PLUGIN_TOO);
        assertThat(examine(offered.replace("driver == \"gpu", "driver == \"nic"), Map.of()))
                .extracting(ClusterFinding::rule)
                .containsExactly(DoctorRule.CLASS_MATCHES_NOTHING);
    }

    /** All of a counter may be in use. */
    @Test
    void usedUpCountersAreNotExceeded() throws IOException {
        assertThat(examine(counters("9Gi", "{counterSet: s, counters: {memory: {value: 9Gi}}}"), Map.of()))
                .isEmpty();
    }

    /** A slice without a running pod of its driver is found without an Event; its driver may run without pods. */
    @Test
    void sliceWhoseDriverDoesNotRunIsFoundByPods() throws IOException {
        String plugin = """
                apiVersion: v1
                kind: Pod
                metadata: {name: plugin, namespace: drivers}
                spec:
                  nodeName: n1
                  volumes: [{name: s, hostPath: {path: /var/lib/kubelet/plugins/gpu.example.com}}]
                status: {phase: Running, containerStatuses: [{name: c, state: {waiting: {reason: CrashLoopBackOff}}}]}
                ---
                """;
        assertThat(examine(HEALTHY + plugin, Map.of()))
                .extracting(ClusterFinding::summary)
                .containsExactly("driver gpu.example.com does not run on node n1: its pod drivers/plugin does not run"
                        + " there: container c: CrashLoopBackOff");
        String running = plugin.replace("{waiting: {reason: CrashLoopBackOff}}", "{running: {}}");
        assertThat(examine(HEALTHY + running, Map.of())).isEmpty();
        String other = running.replace("nodeName: n1", "nodeName: n2")
                + "apiVersion: v1\nkind: Node\nmetadata: {name: n2}\nstatus: {allocatable: {cpu: 8}}\n---\n"
                + slice("s2", "n2", "{name: n2, generation: 1, resourceSliceCount: 1}", "{name: gpu-0}");
        assertThat(examine(HEALTHY + other, Map.of()))
                .extracting(ClusterFinding::summary)
                .containsExactly("driver gpu.example.com does not run on node n1: it has no pod there, and pod"
                        + " drivers/plugin on another node");
    }

    @Test
    void podOnANodeIsReportedWithoutEvent() throws IOException {
        String bound = HEALTHY.replace("metadata: {name: p, namespace: ml}", """
                metadata: {name: p, namespace: ml, uid: u}
                spec: {nodeName: n1, schedulerName: mine, resourceClaims: [{name: c, resourceClaimName: c}]}
                status: {phase: Pending}""");
        assertThat(examine(bound, Map.of())).isEmpty();
        assertThat(examine(bound.replaceFirst("reservedFor: .*", "reservedFor: []"), Map.of()))
                .extracting(ClusterFinding::summary)
                .contains("is not reserved for pod ml/p, which waits for it on node n1; scheduled by mine");
        assertThat(examine(
                        bound.replaceFirst("  allocation: .*\n", "").replaceFirst("reservedFor: .*", "reservedFor: []"),
                        Map.of()))
                .extracting(ClusterFinding::summary)
                .contains("has no devices: pod ml/p has node n1 already, and no scheduler allocates claims"
                        + " for a pod that has one");
        String extended = "containers: [{name: c, resources: {limits: {example.com/gpu: 1}}}]";
        assertThat(examine(bound.replaceFirst("resourceClaims: .*", extended + "}"), Map.of()))
                .extracting(ClusterFinding::summary)
                .contains("has no claim for its extended resources: it has node n1 already, and no scheduler"
                        + " allocates claims for a pod that has one");
        assertThat(examine(
                        bound.replaceFirst("reservedFor: .*", "reservedFor: []").replace("Pending", "Running"),
                        Map.of()))
                .extracting(ClusterFinding::rule)
                .doesNotContain(DoctorRule.CLAIM_UNUSED);
        assertThat(examine(
                        waiting("DRA driver gpu.example.com is not registered")
                                .replace("nodeName: n1\n", "allNodes: true\n"),
                        Map.of()))
                .extracting(ClusterFinding::change)
                .containsExactly("start the driver on the node");
    }

    /** Bugs without a message: the claim is the sign, and the version of the scheduler must have the bug. */
    @Test
    void bugWhoseSignIsInAClaimIsNamedForItsVersionOnly() throws IOException {
        String open = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: open, namespace: ml}
                spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu%s}}, {name: b, exactly: {deviceClassName: gpu%<s}}]}}
                ---
                """;
        String many = HEALTHY + open.formatted(", count: 6917529027641081856");
        String all = counters("9Gi", "{counterSet: s, counters: {memory: {value: 9Gi}}}")
                + open.formatted(", allocationMode: All");
        assertThat(bugs(many, "v1.37.0")).containsExactly("kubernetes#141323");
        assertThat(bugs(many, "v1.37.1")).isEmpty();
        assertThat(bugs(HEALTHY + open.formatted(", count: 40"), "v1.37.0")).isEmpty();
        assertThat(bugs(all, "v1.36.1")).containsExactly("kubernetes#138882");
        assertThat(bugs(all, "v1.36.2")).isEmpty();
        assertThat(bugs(HEALTHY + open.formatted(", allocationMode: All"), "v1.36.1"))
                .isEmpty();
    }

    private static List<String> bugs(String dump, String version) throws IOException {
        return examine(dump.replace("{cpu: 8}", "{cpu: 8}, nodeInfo: {kubeletVersion: " + version + "}"), Map.of())
                .stream()
                .filter(finding -> finding.rule() == DoctorRule.KNOWN_BUG)
                .map(finding -> finding.summary().replaceFirst(".* has (\\S+),.*", "$1"))
                .toList();
    }

    @Test
    void temporaryConditionIsNotReportedAtOnce() throws IOException {
        String fresh = "2026-03-01T11:58:00Z";

        assertThat(examine(BROKEN.get(DoctorRule.POOL_INCOMPLETE).replace("2026-02-01T00:00:00Z", fresh), Map.of()))
                .isEmpty();
        assertThat(examine(BROKEN.get(DoctorRule.CLAIM_STUCK).replace("2026-03-01T11:00:00Z", fresh), Map.of()))
                .isEmpty();
        assertThat(examine(
                        BROKEN.get(DoctorRule.CLAIM_UNUSED)
                                .replace("allocation: {", "allocation: {allocationTimestamp: " + fresh + ", "),
                        Map.of()))
                .isEmpty();
    }

    @Test
    void healthyRecordedFleetsHaveNoWarnings() throws IOException {
        int healthy = 0;
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(SharedData.require("pods/fit.jsonl.gz"))), UTF_8))) {
            for (String line = lines.readLine(); line != null && healthy < 200; line = lines.readLine()) {
                ObjectNode fleet = (ObjectNode) JSON.readTree(line);
                if (isHealthy(fleet)) {
                    healthy++;
                    List<ClusterFinding> warnings = examine(dump(fleet), Map.of()).stream()
                            .filter(finding -> finding.rule().text().severity() == Severity.WARNING)
                            .toList();
                    assertThat(warnings).as(fleet.path("id").asString("")).isEmpty();
                }
            }
        }
        System.out.println("Healthy recorded fleets: " + healthy);
        assertThat(healthy).isGreaterThanOrEqualTo(100);
    }

    static List<String> models() {
        return FleetModel.names();
    }

    /** The slices are from the drivers' public repositories. */
    @ParameterizedTest
    @MethodSource("models")
    void slicesOfPublicRepositoriesHaveNoWarnings(String model) throws IOException {
        String dump = String.join("\n---\n", FleetModel.manifests("model:" + model + ":2"));

        assertThat(examine(dump, Map.of()))
                .filteredOn(finding -> finding.rule().text().severity() == Severity.WARNING)
                .isEmpty();
    }

    /**
     * A healthy cluster: complete pools, existing devices with a model, one class for each resource, no device plugin.
     */
    private static boolean isHealthy(JsonNode fleet) {
        Map<String, Set<String>> pools = new HashMap<>();
        Map<String, Integer> slices = new HashMap<>();
        Set<String> devices = new HashSet<>();
        Set<String> resources = new HashSet<>();
        boolean isWhole = true;
        for (JsonNode slice : fleet.path("resourceSlices")) {
            JsonNode spec = slice.path("spec");
            String pool = spec.path("driver").asString("") + "/"
                    + spec.path("pool").path("name").asString("");
            slices.merge(pool, 1, Integer::sum);
            pools.computeIfAbsent(pool, any -> new HashSet<>())
                    .add(spec.path("pool").toString());
            String zone = spec.at("/nodeSelector/nodeSelectorTerms/0/matchExpressions/0/values/0")
                    .asString("");
            isWhole &= zone.isEmpty()
                    || fleet.path("nodes")
                            .valueStream()
                            .anyMatch(node -> node.at("/metadata/labels/zone")
                                    .asString("")
                                    .equals(zone));
            for (JsonNode device : spec.path("devices")) {
                devices.add(pool + "/" + device.path("name").asString(""));
                isWhole &= device.path("attributes").has("model");
            }
        }
        for (JsonNode node : fleet.path("nodes")) {
            isWhole &= node.path("status").path("allocatable").size() == 3;
        }
        isWhole &= pools.values().stream().allMatch(each -> each.size() == 1)
                && slices.entrySet().stream()
                        .allMatch(each -> pools.get(each.getKey())
                                .iterator()
                                .next()
                                .contains("\"resourceSliceCount\":" + each.getValue()));
        for (JsonNode each : fleet.path("deviceClasses")) {
            String resource = each.path("spec").path("extendedResourceName").asString("");
            isWhole &= !each.path("metadata").path("name").asString("").equals("wrong")
                    && (resource.isEmpty() || resources.add(resource));
        }
        for (JsonNode claim : fleet.path("resourceClaims")) {
            isWhole &= !claim.path("metadata").has("deletionTimestamp");
            for (JsonNode result :
                    claim.path("status").path("allocation").path("devices").path("results")) {
                isWhole &= devices.contains(result.path("driver").asString("") + "/"
                        + result.path("pool").asString("") + "/"
                        + result.path("device").asString(""));
            }
        }
        return isWhole && fleet.path("deviceTaintRules").isEmpty();
    }

    /** The fleet as a dump, with the pods of its claims. */
    private static String dump(ObjectNode fleet) {
        ObjectNode list = JSON.createObjectNode();
        list.put("apiVersion", "v1").put("kind", "List");
        ArrayNode items = list.putArray("items");
        for (String field : List.of("nodes", "deviceClasses", "resourceSlices", "resourceClaims", "namespaces")) {
            fleet.path(field).forEach(items::add);
        }
        items.add(fleet.path("pod"));
        for (JsonNode claim : fleet.path("resourceClaims")) {
            if (claim.path("status").has("allocation")) {
                ArrayNode users = ((ObjectNode) claim.path("status")).withArray("reservedFor");
                if (users.isEmpty()) {
                    users.addObject()
                            .put("resource", "pods")
                            .put("name", "user")
                            .put("uid", "user");
                }
                for (JsonNode user : users) {
                    ObjectNode pod = items.addObject();
                    pod.put("apiVersion", "v1").put("kind", "Pod");
                    pod.putObject("metadata")
                            .put("name", user.path("name").asString(""))
                            .put(
                                    "namespace",
                                    claim.path("metadata").path("namespace").asString(""));
                }
            }
        }
        return list.toString();
    }
}
