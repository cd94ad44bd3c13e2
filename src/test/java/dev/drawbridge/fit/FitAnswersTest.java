package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of answers for invalid objects, unknown facts, and obstacles that end on their own. */
class FitAnswersTest {

    private static final KubernetesRelease RELEASE = KubernetesRelease.K8S_1_37;

    private static final String CLASSES = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: nic}
            spec: {selectors: [{cel: {expression: 'device.driver == "nic.example.com"'}}]}
            ---
            """;

    /** A fleet of one node with eight GPUs of 80Gi. */
    private static final String FLEET = CLASSES + """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: one}
            spec:
              driver: gpu.example.com
              nodeName: one
              devices:
              - {name: gpu, count: 8, attributes: {model: {string: h100}}, capacity: {memory: {value: 80Gi}}}
            ---
            """;

    private static FitResult answer(String fleet, String workloads) {
        return answers(fleet, workloads).get(0);
    }

    private static List<FitResult> answers(String fleet, String workloads) {
        return answers(fleet, workloads, GateSettings.DEFAULTS);
    }

    private static List<FitResult> answers(String fleet, String workloads, GateSettings gates) {
        List<Manifest> manifests = FleetTexts.manifests(workloads);
        Fleet whole = FleetTexts.validFleet(RELEASE, fleet, manifests);
        Fit fit = new Fit(whole, RELEASE, gates.in(RELEASE), Duration.ofMinutes(10));
        return FleetTexts.workloads(manifests, whole).stream().map(fit::of).toList();
    }

    private static String claim(String exactly) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [{name: r, exactly: {%s}}]}}
                """.formatted(exactly);
    }

    private static String lines(FitResult result) {
        StringBuilder text = new StringBuilder();
        result.causes()
                .forEach(reason -> text.append(reason.text())
                        .append(": ")
                        .append(String.join("; ", reason.lines()))
                        .append('\n'));
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: GPU_0, exactly: {deviceClassName: gpu}                              | spec.devices.requests[0].name
            name: r, exactly: {deviceClassName: gpu, allocationMode: All, count: 2}   | spec.devices.requests[0].exactly
            name: r, exactly: {deviceClassName: gpu, capacity: {requests: {memory: 40GB}}} | spec.devices.requests[0].exactly.capacity
            name: r, exactly: {deviceClassName: gpu, selectrs: []}                    | did you mean selectors
            """)
    void refusedClaimIsInvalid(String request, String mistake) {
        FitResult result = answer(FLEET, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec:
                  devices:
                    requests:
                    - {%s}
                """.formatted(request));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.INVALID);
        assertThat(lines(result)).contains("input.yaml:7:").contains(mistake);
    }

    @Test
    void configurationForMissingRequestIsInvalid() {
        FitResult result = answer(FLEET, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec:
                  devices:
                    requests: [{name: r, exactly: {deviceClassName: gpu}}]
                    config: [{requests: [other], opaque: {driver: gpu.example.com, parameters: {a: 1}}}]
                """);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.INVALID);
    }

    @Test
    void claimWithUnknownVersionIsInvalid() {
        FitResult result = answer(FLEET, claim("deviceClassName: gpu").replace("/v1\n", "/v1beta3\n"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.INVALID);
    }

    @Test
    void podOfRefusedTemplateIsInvalid() {
        FitResult result = answer(FLEET, POD + """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: t, namespace: ml}
                spec: {spec: {devices: {requests: [{name: GPU, exactly: {deviceClassName: gpu}}]}}}
                """);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.INVALID);
        assertThat(lines(result)).contains("ResourceClaimTemplate t is invalid").contains("input.yaml:11:");
    }

    @Test
    void jobWhoseContainerNamesNoClaimOfThePodIsInvalid() {
        FitResult result = answer(FLEET, """
                apiVersion: batch/v1
                kind: Job
                metadata: {name: j, namespace: ml}
                spec:
                  template:
                    spec:
                      resourceClaims: [{name: gpu, resourceClaimName: c}]
                      containers: [{name: c, image: x, resources: {claims: [{name: gpus}]}}]
                ---
                """ + claim("deviceClassName: gpu"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.INVALID);
        assertThat(lines(result))
                .contains("input.yaml:8:")
                .contains("uses claim \"gpus\", which the pod does not have");
    }

    @Test
    void templateOfACustomKindIsValidatedAsAPod() {
        String cluster = """
                apiVersion: ray.io/v1
                kind: RayCluster
                metadata: {name: r}
                spec:
                  headGroupSpec:
                    template:
                      spec:
                        resourceClaims: [{name: a, resourceClaimName: c}, {name: a, resourceClaimName: c}]
                        containers: [{name: c, image: x, resources: {claims: [{name: a}]}}]
                ---
                """;

        FitResult result = answer(FLEET, cluster + claim("deviceClassName: gpu"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.INVALID);
        assertThat(result.headline("fleet")).isEqualTo("invalid: the API server refuses its pods");
        assertThat(lines(result)).contains("resourceClaims[1].name: \"a\": must be unique");
    }

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: ml}
            spec:
              resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]
              containers: [{name: c, image: x, resources: {claims: [{name: gpu}]}}]
            """;

    private static final String TEMPLATE = """
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: t, namespace: ml}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
            """;

    @Test
    void podWithMissingClaimIsUnknown() {
        String pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: t}, {name: nic, resourceClaimName: nowhere}]
                  containers: [{name: c, image: x, resources: {claims: [{name: gpu}, {name: nic}]}}]
                """;

        FitResult result = answer(FLEET, pod + TEMPLATE);
        assertThat(result.answer()).isEqualTo(FitResult.Answer.UNKNOWN);
        assertThat(result.causes()).isEmpty();
        assertThat(result.findings())
                .extracting(FitCause::text)
                .containsExactly("ResourceClaim ml/nowhere is not in the input or the fleet; add it, or fix the name");
        assertThat(answer(
                                FLEET,
                                pod
                                        + TEMPLATE.replace("className: gpu", "className: gpu, count: 9")
                                                .replace("deviceClassName: gpu", "deviceClassName: gpu, count: 9"))
                        .answer())
                .isEqualTo(FitResult.Answer.NEVER);
    }

    @Test
    void sliceWithStepZeroIsInvalidAndItsPoolUnknown() {
        String fleet = CLASSES + """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: one}
                spec:
                  driver: gpu.example.com
                  nodeName: one
                  devices:
                  - name: gpu
                    allowMultipleAllocations: true
                    capacity:
                      memory:
                        value: 80Gi
                        requestPolicy: {default: 1Gi, validRange: {min: 1Gi, step: "0"}}
                """;

        FitResult result = answer(fleet, claim("deviceClassName: gpu, capacity: {requests: {memory: 40Gi}}"));
        assertThat(result.answer()).isEqualTo(FitResult.Answer.UNKNOWN);
        assertThat(lines(result))
                .contains("pool gpu.example.com/one: 1 of its slices is invalid")
                .contains("fleet.yaml:23:")
                .contains("step");
        assertThat(answer(fleet, claim("deviceClassName: nic")).answer()).isEqualTo(FitResult.Answer.NEVER);
    }

    /** The scheduler's allocator divides by zero and crashes. */
    @Test
    void stepZeroInAClusterIsAnError() {
        List<Manifest> fleet = FleetTexts.manifests(CLASSES + """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: one}
                spec:
                  driver: gpu.example.com
                  nodeName: one
                  devices:
                  - name: gpu
                    allowMultipleAllocations: true
                    capacity:
                      memory: {value: 80Gi, requestPolicy: {default: 1Gi, validRange: {min: 1Gi, step: "0"}}}
                ---
                """);
        FleetBuilder builder = new FleetBuilder("");
        fleet.forEach(each -> builder.add(each.apiVersion(), each.kind(), each.object()));
        Fit fit = new Fit(builder.build(), RELEASE, GateSettings.DEFAULTS.in(RELEASE), Duration.ofMinutes(10));
        List<Workload> workloads = Workloads.of(
                FleetTexts.manifests(claim("deviceClassName: gpu, capacity: {requests: {memory: 40Gi}}")), "default");

        assertThat(fit.of(workloads.get(0)).answer()).isEqualTo(FitResult.Answer.ERROR);
    }

    private static final String INCOMPLETE = CLASSES + """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: one-a}
            spec:
              driver: gpu.example.com
              nodeName: one
              pool: {name: one, generation: 3, resourceSliceCount: 2}
              devices: [{name: gpu-0}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: nics}
            spec: {driver: nic.example.com, nodeName: one, devices: [{name: nic}]}
            """;

    @ParameterizedTest
    @ValueSource(strings = {"deviceClassName: gpu", "deviceClassName: gpu, allocationMode: All"})
    void incompletePoolIsUnknownUntilItIsComplete(String request) {
        FitResult result = answer(INCOMPLETE, claim(request));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.UNKNOWN);
        assertThat(lines(result))
                .contains("pool gpu.example.com/one: generation 3 has 1 of 2 slices (resourceSliceCount);"
                        + " 1 is missing, there is one-a");
    }

    /** Up to 1.37, such a request fails the pod with an error, wherever it could run. */
    @ParameterizedTest
    @CsvSource({"K8S_1_37, UNKNOWN", "K8S_1_38, FITS"})
    void incompletePoolKeepsAllFromItsNode(KubernetesRelease release, FitResult.Answer expected) {
        String other = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: two-a}
                spec:
                  driver: gpu.example.com
                  nodeName: two
                  pool: {name: two, generation: 1, resourceSliceCount: 1}
                  devices: [{name: gpu-0}]
                """;
        FitResult result =
                FleetTexts.answer(release, INCOMPLETE + other, claim("deviceClassName: gpu, allocationMode: All"));

        assertThat(result.answer()).isEqualTo(expected);
    }

    @Test
    void incompletePoolOfAnotherDriverChangesNothing() {
        assertThat(answer(INCOMPLETE, claim("deviceClassName: nic")).answer()).isEqualTo(FitResult.Answer.FITS);
        assertThat(answer(INCOMPLETE, claim("deviceClassName: nic, count: 2")).answer())
                .isEqualTo(FitResult.Answer.NEVER);
    }

    /** All slices of such a pool are for its node; those of a pool with other slices may be for any. */
    @ParameterizedTest
    @CsvSource({"nodeName: one, NEVER", "allNodes: true, UNKNOWN"})
    void incompletePoolOfAnotherNodeChangesNothing(String place, FitResult.Answer expected) {
        String pod = """
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  nodeSelector: {kubernetes.io/hostname: two}
                  resourceClaims: [{name: c, resourceClaimName: c}]
                  containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
                """;
        String nodes = """
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: one, labels: {kubernetes.io/hostname: one}}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: two, labels: {kubernetes.io/hostname: two}}
                """;
        String fleet = INCOMPLETE.replaceFirst("nodeName: one", place) + nodes;

        assertThat(answer(fleet, claim("deviceClassName: gpu, count: 2") + pod).answer())
                .isEqualTo(expected);
    }

    @Test
    void impossibleRequestNeverFitsDespiteIncompletePool() {
        FitResult result = answer(INCOMPLETE, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec:
                  devices:
                    requests:
                    - {name: gpu, exactly: {deviceClassName: gpu}}
                    - {name: nic, exactly: {deviceClassName: nic, count: 2}}
                    constraints: [{requests: [gpu, nic], matchAttribute: example.com/numa}]
                """);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
    }

    @Test
    void poolWithTwoDevicesOfANameIsUnknown() {
        FitResult result = answer(CLASSES + """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: a}
                spec:
                  {driver: gpu.example.com, nodeName: one, pool: {name: one, resourceSliceCount: 2}, devices: [{name: gpu}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: b}
                spec:
                  {driver: gpu.example.com, nodeName: one, pool: {name: one, resourceSliceCount: 2}, devices: [{name: gpu}]}
                """, claim("deviceClassName: gpu"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.UNKNOWN);
        assertThat(lines(result)).contains("pool gpu.example.com/one: invalid: device gpu is defined twice");
    }

    @Test
    void slicesWithoutAPoolOnOneNodeAreOnePool() {
        String nic = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: %s}
                spec: {driver: nic.example.com, nodeName: one, devices: [{name: %s}]}
                ---
                """;
        String fleet = CLASSES + nic.formatted("a", "a") + nic.formatted("b", "b");

        assertThat(answer(fleet, claim("deviceClassName: nic, count: 2")).answer())
                .isEqualTo(FitResult.Answer.FITS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nodeSelector: {zone: a}                         | nodeSelector requires zone=a, labels unknown: no Node object
            nodeSelector: {kubernetes.io/hostname: one}     |
            affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: NotIn, values: [a]}]}]}}} | required node affinity: zone NotIn [a], labels unknown
            """)
    void nodesOutsideFleetAreUnknown(String where, String reason) {
        FitResult result = answer(FLEET, POD.replace("spec:\n", "spec:\n  " + where + "\n") + TEMPLATE);

        assertThat(result.answer()).isEqualTo(reason == null ? FitResult.Answer.FITS : FitResult.Answer.UNKNOWN);
        assertThat(lines(result)).contains(reason == null ? "" : reason);
    }

    /** The scheduler skips a pod with a node; an allocated claim is reserved for it by its controller. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            one |                                                                                                        | NEVER
            two |                                                                                                        | NEVER
            one | {allocation: {allocationTimestamp: "2026-01-01T00:00:00Z", devices: {results: [{request: r, driver: gpu.example.com, pool: one, device: gpu-0}]}}}  | FITS
            two | {allocation: {allocationTimestamp: "2026-01-01T00:00:00Z", devices: {results: [{request: r, driver: gpu.example.com, pool: one, device: gpu-0}]}}}  | UNKNOWN
            """)
    void podWithANodeGetsNoNewDevices(String node, String status, FitResult.Answer expected) {
        String claim = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml, uid: u}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status: %s
                """.formatted(status == null ? "{}" : status);
        String pod = POD.replace("spec:\n", "spec:\n  nodeName: " + node + "\n").replace("TemplateName: t", "Name: c");

        FitResult result = answer(FLEET + claim.replaceFirst("---\n", ""), pod);

        assertThat(result.answer()).isEqualTo(expected);
        assertThat(lines(result).contains("spec.nodeName is set")).isEqualTo(expected == FitResult.Answer.NEVER);
    }

    /** The controller of a DaemonSet adds tolerations of what keeps other pods from a node for a while. */
    @ParameterizedTest
    @CsvSource({
        "DaemonSet, unschedulable:NoSchedule, FITS",
        "DaemonSet, unreachable:NoExecute, FITS",
        "DaemonSet, unreachable:NoSchedule, NEVER",
        "DaemonSet, network-unavailable:NoSchedule, NEVER",
        "DaemonSet hostNetwork, network-unavailable:NoSchedule, FITS",
        "Deployment hostNetwork, network-unavailable:NoSchedule, NEVER",
        "Deployment, unschedulable:NoSchedule, NEVER"
    })
    void podsOfADaemonSetTolerateTaintsOfNodes(String workloadKind, String taint, FitResult.Answer expected) {
        String kind = workloadKind.split(" ")[0];
        String[] parts = taint.split(":");
        String node = """
                apiVersion: v1
                kind: Node
                metadata: {name: one}
                spec: {taints: [{key: node.kubernetes.io/%s, effect: %s}]}
                ---
                """.formatted(parts[0], parts[1]);
        String workload = """
                apiVersion: apps/v1
                kind: %s
                metadata: {name: w, namespace: ml}
                spec: {template: {spec: {resourceClaims: [{name: gpu, resourceClaimTemplateName: t}], containers: [{name: c}]%s}}}
                """.formatted(kind, workloadKind.equals(kind) ? "" : ", hostNetwork: true");

        assertThat(answer(node + FLEET, workload + TEMPLATE).answer()).isEqualTo(expected);
    }

    /** The API server refuses the template in a namespace without the label; without a Namespace, it is not known. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {name: ml}                                                             | INVALID
            {name: ml, labels: {resource.kubernetes.io/admin-access: \"true\"}} | FITS
            {name: other}                                                          | FITS
            """)
    void adminAccessNeedsALabelOfTheNamespace(String namespace, FitResult.Answer expected) {
        String template = TEMPLATE.replace("deviceClassName: gpu", "deviceClassName: gpu, adminAccess: true");
        String space = "---\n{apiVersion: v1, kind: Namespace, metadata: " + namespace + "}\n";

        assertThat(answer(FLEET, POD + template + space).answer()).isEqualTo(expected);
        assertThat(answer(space.substring(4) + "---\n" + FLEET, POD + template).answer())
                .isEqualTo(expected);
    }

    /** The pod of the Deployment holds the only devices that a pod of its next revision could get. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {replicas: 1}                                                                              | true
            {replicas: 3}                                                                              | true
            {replicas: 4}                                                                              | false
            {replicas: 1, strategy: {type: Recreate}}                                                  | false
            {replicas: 9, strategy: {rollingUpdate: {maxUnavailable: 0}}}                              | true
            {replicas: 9, strategy: {rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}}                 | false
            {replicas: 2, strategy: {rollingUpdate: {maxUnavailable: 10%, maxSurge: 0%}}}              | false
            {replicas: 2, strategy: {rollingUpdate: {maxUnavailable: ten, maxSurge: 1}}}               | false
            {updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}}                        | true
            {updateStrategy: {rollingUpdate: {maxSurge: 10%, maxUnavailable: 0}}}                      | true
            {updateStrategy: {rollingUpdate: {maxUnavailable: 1}}}                                     | false
            {updateStrategy: {type: OnDelete}}                                                         | false
            """)
    void updateThatWaitsForItsOwnPodsIsReported(String spec, boolean waits) {
        String held = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: w-54bf7c-bcdfg-gpu
                  namespace: ml
                  uid: c
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: w-54bf7c-bcdfg, uid: p, controller: true}]
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 8}}]}}
                status:
                  reservedFor: [{resource: pods, name: w-54bf7c-bcdfg, uid: p}]
                  allocation: {devices: {results: [%s]}}
                """.formatted(IntStream.range(0, 8)
                .mapToObj(i -> "{request: r, driver: gpu.example.com, pool: one, device: gpu-" + i + "}")
                .collect(Collectors.joining(", ")));
        boolean isDaemonSet = spec.contains("updateStrategy");
        held = isDaemonSet ? held.replace("-54bf7c", "") : held;
        String workload = """
                apiVersion: apps/v1
                kind: %s
                metadata: {name: w, namespace: ml}
                spec: %s, template: {spec: {resourceClaims: [{name: gpu, resourceClaimTemplateName: t}], containers: [{name: c}]}}}
                """.formatted(isDaemonSet ? "DaemonSet" : "Deployment", spec.substring(0, spec.length() - 1));

        FitResult result = answer(FLEET + held, workload + TEMPLATE.replace("gpu}}", "gpu, count: 8}}"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.FITS);
        assertThat(result.findings().stream().anyMatch(one -> one.kind() == FitCause.Kind.ROLLOUT))
                .isEqualTo(waits);
        assertThat(answer(FLEET, workload + TEMPLATE).findings()).noneMatch(one -> one.kind() == FitCause.Kind.ROLLOUT);
        String ofAnother = held.replace("name: w-", "name: x-");
        FitResult waiting = answer(FLEET + ofAnother, workload + TEMPLATE.replace("gpu}}", "gpu, count: 8}}"));
        assertThat(waiting.answer()).isEqualTo(FitResult.Answer.FITS_WHEN_FREED);
        assertThat(waiting.findings()).isEmpty();
    }

    /** As a 1.37.1 changed and forbade such pods. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            Container | max: {acme.com/gpu: 2}                            | {}              | 2    | none
            Container | max: {acme.com/gpu: 2}, default: {acme.com/gpu: 1} | {}             | 1    | none
            Container | max: {acme.com/gpu: 2}                            | acme.com/gpu: 1 | 1    | none
            Container | max: {acme.com/gpu: 2}                            | acme.com/gpu: 3 | none | maximum acme.com/gpu usage per Container is 2, but limit is 3
            Container | min: {acme.com/gpu: 2}                            | acme.com/gpu: 1 | none | minimum acme.com/gpu usage per Container is 2, but request is 1
            Container | min: {acme.com/gpu: 2}                            | {}              | none | must be equal to the limit of the container, which has none, after LimitRange ml/lr
            Container | max: {memory: 2Gi}                                | 'acme.com/gpu: 1}, requests: {memory: 4Gi' | none | maximum memory usage per Container is 2Gi, but request is 4Gi
            Container | default: {memory: 2Gi}                            | 'acme.com/gpu: 1}, requests: {memory: 4Gi' | none | must be less than or equal to the limit of 2Gi, after LimitRange ml/lr
            Container | default: {memory: 2Gi}                            | 'acme.com/gpu: 1, memory: 1Gi}, requests: {memory: 4Gi' | none | must be less than or equal to the limit of 1Gi
            Container | default: {memory: 2Gi}                            | 'acme.com/gpu: 1, cpu: 1}, requests: {cpu: 2' | none | must be less than or equal to the limit of 1
            PersistentVolumeClaim | max: {storage: 2Gi}                   | 'acme.com/gpu: 1, cpu: 1}, requests: {cpu: 2' | none | must be less than or equal to the limit of 1
            Container | max: {acme.com/gpu: 2}                            | 'acme.com/gpu: 1}, requests: {acme.com/gpu: 1' | 1 | none
            Container | maxLimitRequestRatio: {cpu: 2}                    | 'acme.com/gpu: 1, cpu: 2100m}, requests: {cpu: 700m' | none | cpu max limit to request ratio per Container is 2, but limit is 2.1
            Container | maxLimitRequestRatio: {cpu: 3}                    | 'acme.com/gpu: 1, cpu: 2100m}, requests: {cpu: 700m' | 1 | none
            Container | 'max: {acme.com/gpu: 2}}, {type: Container, default: {acme.com/gpu: 1}' | {}  | 1    | none
            Pod       | max: {acme.com/gpu: 2}                            | acme.com/gpu: 3 | none | maximum acme.com/gpu usage per Pod is 2, but limit is 3
            Pod       | max: {acme.com/gpu: 2}                            | acme.com/gpu: 2 | 2    | none
            """)
    void limitRangesCount(String type, String amounts, String limits, Integer devices, String message) {
        String workload = """
                apiVersion: v1
                kind: LimitRange
                metadata: {name: lr, namespace: ml}
                spec: {limits: [{type: %s, %s}]}
                ---
                apiVersion: batch/v1
                kind: Job
                metadata: {name: j, namespace: ml}
                spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, resources: {limits: %s}}]}}}
                """.formatted(type, amounts, limits.startsWith("{") ? limits : "{" + limits + "}");
        String fleet = FLEET.replaceFirst("spec: [{]", "spec: {extendedResourceName: acme.com/gpu, ");

        FitResult result = answer(fleet, workload);

        assertThat(result.answer()).isEqualTo(devices == null ? FitResult.Answer.INVALID : FitResult.Answer.FITS);
        if (result.example() == null) {
            assertThat(lines(result))
                    .contains(message.startsWith("must") ? message + "\n" : "LimitRange ml/lr: " + message);
            assertThat(result.headline("fleet")).endsWith("refuses its pods");
        } else {
            assertThat(result.example().requests().get(0).devices()).hasSize(devices);
        }
    }

    /** As a 1.37.1 said of such pods: the admission plugin Priority, and the rules of pods. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            priorityClassName: hihg                  | high   | FITS    | PriorityClass hihg is not in the input or the fleet; did you mean high?
            priorityClassName: high                  | high   | FITS    | none
            priorityClassName: hihg                  | none   | FITS    | none
            priorityClassName: system-node-critical  | high   | FITS    | none
            priority: 7                              | high   | FITS    | none
            priority: 7, priorityClassName: high     | high   | INVALID | none
            # The classes of a cluster, which stores those of the system.
            priorityClassName: hihg                  | system-node-critical system-cluster-critical | INVALID | none
            priority: 7                              | system-node-critical system-cluster-critical | INVALID | none
            priority: 0                              | system-node-critical system-cluster-critical | FITS    | none
            preemptionPolicy: Never                  | system-node-critical system-cluster-critical | INVALID | none
            preemptionPolicy: PreemptLowerPriority   | system-node-critical system-cluster-critical | FITS    | none
            # Of several global defaults, the lowest.
            priority: 5                              | default7 default5 | FITS    | none
            priority: 7                              | default7 default5 | INVALID | none
            tolerations: [{key: a, operator: Is}]    | high | INVALID | none
            tolerations: [{key: a, operator: Exists}] | high | FITS   | none
            tolerations: [{key: a, operator: Exists, value: b}] | high | INVALID | none
            tolerations: [{operator: Equal, value: b}] | high | INVALID | none
            tolerations: [{key: a b, operator: Exists}] | high | INVALID | none
            tolerations: [{key: a, value: b c}]      | high | INVALID | none
            tolerations: [{key: a, value: b, effect: NoScheduling}] | high | INVALID | none
            tolerations: [{key: a, value: b, effect: NoSchedule, tolerationSeconds: 5}] | high | INVALID | none
            tolerations: [{key: a, value: b, effect: NoExecute, tolerationSeconds: 5}] | high | FITS | none
            tolerations: [{key: a, operator: Gt, value: '5'}] | high | INVALID | none
            'initContainers: [{name: i, resources: {limits: {cpu: 1}, requests: {cpu: 2}}}]' | high | INVALID | none
            'initContainers: [{name: i, resources: {limits: {cpu: 2}, requests: {cpu: 1}}}]' | high | FITS | none
            'nodeSelector: {zone: a b}'              | high | INVALID | none
            'nodeSelector: {zone a: b}'              | high | INVALID | none
            'topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: DoNotSchedule}]' | high | FITS | none
            'topologySpreadConstraints: [{topologyKey: a, whenUnsatisfiable: DoNotSchedule}]'    | high | INVALID | none
            'topologySpreadConstraints: [{maxSkew: 1, topologyKey: a, whenUnsatisfiable: Never}]' | high | INVALID | none
            'topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: DoNotSchedule}]'        | high | INVALID | none
            'topologySpreadConstraints: [{maxSkew: 1, topologyKey: a}]'                          | high | INVALID | none
            spread: 'topologyKey: my zone'                                      | high | FITS    | none
            spread: 'topologyKey: a, minDomains: 2'                             | high | FITS    | none
            spread: 'topologyKey: a, minDomains: 0'                             | high | INVALID | none
            spread: 'topologyKey: a}, {maxSkew: 2, whenUnsatisfiable: ScheduleAnyway, topologyKey: a' | high | FITS | none
            spread: 'topologyKey: a}, {maxSkew: 2, whenUnsatisfiable: ScheduleAnyway, topologyKey: a, minDomains: 2' | high | INVALID | none
            spread: 'topologyKey: a}, {maxSkew: 2, whenUnsatisfiable: DoNotSchedule, topologyKey: a' | high | INVALID | none
            spread: 'topologyKey: a, nodeAffinityPolicy: Honor, nodeTaintsPolicy: Ignore' | high | FITS | none
            spread: 'topologyKey: a, nodeAffinityPolicy: Honour'                | high | INVALID | none
            spread: 'topologyKey: a, nodeTaintsPolicy: Honour'                  | high | INVALID | none
            spread: 'topologyKey: a, matchLabelKeys: [app]'                     | high | INVALID | none
            spread: 'topologyKey: a, matchLabelKeys: [app], labelSelector: {}'  | high | FITS    | none
            spread: 'topologyKey: a, matchLabelKeys: [app], labelSelector: {matchLabels: {app: w}}'    | high | INVALID | none
            spread: 'topologyKey: a, matchLabelKeys: [other], labelSelector: {matchLabels: {other: w}}' | high | FITS   | none
            spread: 'topologyKey: a, matchLabelKeys: [app], labelSelector: {matchExpressions: [{key: app, operator: Exists}]}' | high | INVALID | none
            spread: 'topologyKey: a, labelSelector: {matchExpressions: [{key: a, operator: Gt, values: ["1"]}]}'  | high | INVALID | none
            spread: 'topologyKey: a, labelSelector: {matchExpressions: [{key: a, operator: In, values: [b, c]}]}' | high | FITS    | none
            spread: 'topologyKey: a, labelSelector: {matchExpressions: [{operator: Exists}]}'                     | high | INVALID | none
            spread: 'topologyKey: a, labelSelector: {matchExpressions: [{key: a, operator: In, values: [b c]}]}'  | high | INVALID | none
            spread: 'topologyKey: a, labelSelector: {matchExpressions: [{key: a, operator: Exists, values: [b]}]}' | high | INVALID | none
            preferred: nodeAffinity {weight: 1, preference: {matchExpressions: [{key: a, operator: In, values: [b c]}]}} | high | FITS | none
            preferred: nodeAffinity {weight: 1, preference: {matchExpressions: [{key: a, operator: Gt, values: ['1']}]}} | high | FITS | none
            preferred: nodeAffinity {weight: 0, preference: {matchExpressions: [{key: a, operator: Exists}]}}   | high | INVALID | none
            preferred: nodeAffinity {weight: 101, preference: {matchExpressions: [{key: a, operator: Exists}]}} | high | INVALID | none
            preferred: nodeAffinity {weight: 9, preference: {matchExpressions: [{key: a, operator: Has}]}}      | high | INVALID | none
            preferred: podAffinity {weight: 9, podAffinityTerm: {topologyKey: a, labelSelector: {matchLabels: {a: b}}}}     | high | FITS    | none
            preferred: podAntiAffinity {weight: 9, podAffinityTerm: {labelSelector: {matchLabels: {a: b}}}}                | high | INVALID | none
            preferred: podAffinity {weight: 9, podAffinityTerm: {topologyKey: a b, labelSelector: {matchLabels: {a: b}}}}   | high | INVALID | none
            preferred: podAffinity {weight: 9, podAffinityTerm: {topologyKey: a, labelSelector: {matchLabels: {a: b c}}}}   | high | INVALID | none
            preferred: podAffinity {weight: 9, podAffinityTerm: {topologyKey: a, namespaceSelector: {matchExpressions: [{key: a, operator: Has}]}}} | high | INVALID | none
            preferred: podAffinity {weight: 9, podAffinityTerm: {topologyKey: a, labelSelector: {matchExpressions: [{key: a, operator: In}]}}} | high | INVALID | none
            # Quota admission, after LimitRanges.
            priority: 0                              | quota:requests.cpu | UNKNOWN | failed quota: quota: must specify requests.cpu for: c, or a LimitRange
            priority: 0                              | quota:requests.ephemeral-storage | FITS | none
            'resources: {requests: {cpu: 1}}'        | quota:cpu | FITS | none
            priority: 0                              | quota:limits.memory system-node-critical system-cluster-critical dump | INVALID | none
            priority: 0                              | quota:limits.memory system-node-critical system-cluster-critical | UNKNOWN | failed quota: quota: must specify limits.memory for: c, or a LimitRange
            affinity: {nodeSelectorTerms: []}                                                         | high | INVALID | none
            affinity: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Is, values: [b]}]}]} | high | INVALID | none
            affinity: {nodeSelectorTerms: [{matchFields: [{key: a, operator: In, values: [b]}]}]}      | high | INVALID | none
            affinity: {nodeSelectorTerms: [{matchExpressions: [{key: a, operator: Gt, values: [b]}]}]} | high | UNKNOWN | none
            affinity: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: NotIn, values: [b]}]}, {matchExpressions: [{key: a, operator: Exists}]}]} | high | FITS | none
            """)
    void newPodsAreRefused(String fields, String classes, FitResult.Answer expected, String message) {
        StringBuilder fleet = new StringBuilder(FLEET);
        for (String name : classes == null ? new String[0] : classes.split(" ")) {
            if (name.startsWith("quota:")) {
                fleet.append("---\napiVersion: v1\nkind: ResourceQuota\nmetadata: {name: quota, namespace: ml}\n")
                        .append("spec: {hard: {" + name.substring(6) + ": 10}}\n");
                continue;
            }
            if (name.equals("dump")) {
                fleet.append("---\napiVersion: drawbridge.dev/v1\nkind: ClusterInfo\nkubernetes: v1.37.1\n");
                continue;
            }
            fleet.append("---\napiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: ")
                    .append(name)
                    .append("}\nvalue: ")
                    .append(name.startsWith("default") ? name.charAt(7) + "\nglobalDefault: true\n" : "10\n");
        }
        String pod = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: w, namespace: ml}
                spec: {template: {metadata: {labels: {app: w}}, spec: {%s, containers: [{name: c, resources: {claims: [{name: gpu}]}}],
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]}}}
                """.formatted(fields.replaceFirst(
                        "^affinity: (.*)",
                        "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: $1}}")
                .replaceFirst(
                        "spread: '(.*)'",
                        "topologySpreadConstraints: [{maxSkew: 1, whenUnsatisfiable: DoNotSchedule, $1}]")
                .replaceFirst(
                        "preferred: (\\w+) (.*)",
                        "affinity: {$1: {preferredDuringSchedulingIgnoredDuringExecution: [$2]}}"));

        FitResult result = answer(fleet.toString(), pod + TEMPLATE);

        assertThat(result.answer()).isEqualTo(expected);
        assertThat(result.findings())
                .hasSize(message == null ? 0 : 1)
                .allMatch(one -> one.text().startsWith(message));
    }

    /** The first reasons are those of nodes on which the pod would fit, and of these, taints. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            unschedulable: true                              |                         | 1 node: taint node.kubernetes.io/unschedulable:NoSchedule
            'taints: [{key: bad, effect: NoExecute}]'        |                         | 1 node: taint bad:NoExecute is not tolerated
            unschedulable: true                              | 'nodeSelector: {a: b}, ' | 1 node: taint node.kubernetes.io/unschedulable:NoSchedule
            """)
    void reasonOfNodeWithDevicesIsFirst(String node, String selector, String first) {
        String nodes = """
                apiVersion: v1
                kind: Node
                metadata: {name: %s, labels: {a: %s}}
                spec: {%s}
                ---
                """;
        String others = nodes.formatted("cp-1", "c", "taints: [{key: control, effect: NoSchedule}]")
                + nodes.formatted("cp-2", "c", "taints: [{key: control, effect: NoSchedule}]");
        String pod = POD.replace("spec:\n", "spec:\n" + (selector == null ? "" : "  nodeSelector: {a: b}\n"));

        FitResult result = answer(FLEET + others + nodes.formatted("one", "b", node), pod + TEMPLATE);

        assertThat(result.headline("fleet")).isEqualTo("never fits this fleet (no node is left)");
        assertThat(result.causes().get(0).lines().get(0)).startsWith(first);
    }

    /** The node gets the pod, and its taint ends the pod after the time of the toleration. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            tolerationSeconds: 60 | 1
            key: bad              | 0
            """)
    void evictionFromATaintedNodeIsReported(String toleration, int found) {
        String node = """
                apiVersion: v1
                kind: Node
                metadata: {name: one}
                spec: {taints: [{key: bad, effect: NoExecute}]}
                ---
                """;
        String tolerations = "spec:\n  tolerations: [{operator: Exists, effect: NoExecute, " + toleration + "}]\n";

        FitResult result = answer(FLEET + node, POD.replace("spec:\n", tolerations) + TEMPLATE);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.FITS);
        assertThat(result.findings())
                .hasSize(found)
                .allMatch(one -> one.text().contains("bad:NoExecute: each pod that gets the node is evicted 60 s"));
    }

    /** As a 1.37.1 with the gate GenericWorkload tried such pods: PreEnqueue of the plugin GangScheduling. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            basic: {}           | g   | none | none
            gang: {minCount: 3} | g   | none | none
            gang: {minCount: 4} | g   | none | PodGroup ml/g needs 4 pods at the same time, and the input and the fleet have 3:
            gang: {minCount: 4} | g   | Pod  | none
            # The number of the pods of a custom kind is not known.
            gang: {minCount: 4} | g   | Pods | none
            gang: {minCount: 4} | grp | none | PodGroup ml/g is not in the input or the fleet; add it, or fix the name:
            gang: {minCount: 4} | g   | HorizontalPodAutoscaler | none
            # Two pods run at the same time, and not three.
            gang: {minCount: 5} | g   | Job  | none
            gang: {minCount: 6} | g   | Job  | PodGroup ml/g needs 6 pods at the same time, and the input and the fleet have 5:
            gang: {minCount: 4} | g   | other scheduler | none
            # The gate is off by default, and nothing shows that it is on.
            gang: {minCount: 4} | g   | applied         | PodGroup ml/g does not count: the API server drops the field while the gate GenericWorkload is off, its default
            # So is a file that no API server has stored.
            gang: {minCount: 4} | g   | written         | PodGroup ml/g does not count: the API server drops the field while the gate GenericWorkload is off, its default
            gang: {minCount: 3} | g   | other version   | PodGroup ml/g will not exist, since the release does not serve scheduling.k8s.io/v1 PodGroup:
            """)
    void podsThatNoGangStartsAreReported(String policy, String group, String running, String message) {
        String groups = """
                apiVersion: scheduling.k8s.io/v1beta1
                kind: PodGroup
                metadata: {name: %s, namespace: ml}
                spec: {schedulingPolicy: {%s}}
                ---
                """.formatted(group, policy);
        String pods = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: w, namespace: ml}
                spec: {replicas: 3, template: {spec: {schedulingGroup: {podGroupName: g}, \
                resourceClaims: [{name: gpu, resourceClaimTemplateName: t}], containers: [{name: c}]}}}
                """;
        String spec = "schedulingGroup: {podGroupName: g}, containers: [{name: c}],"
                + " resourceClaims: [{name: gpu, resourceClaimTemplateName: t}]";
        String other = """
                ---
                apiVersion: %s
                kind: %s
                metadata: {name: p, namespace: ml}
                spec: {%s}
                """;
        String more = running == null
                ? ""
                : switch (running) {
                    case "Pod" -> other.formatted("v1", running, spec);
                    case "Pods" -> other.formatted("x.example.com/v1", running, "template: {spec: {" + spec + "}}");
                    case "Job" ->
                        other.formatted(
                                "batch/v1",
                                running,
                                "parallelism: 3, completions: 2, template: {spec: {" + spec + "}}");
                    case "HorizontalPodAutoscaler" ->
                        other.formatted("autoscaling/v2", running, "scaleTargetRef: {kind: Deployment, name: w}");
                    case "applied" -> "---\n" + groups.replace("---\n", "");
                    case "other version" ->
                        "---\n" + groups.replace("v1beta1", "v1").replace("---\n", "");
                    default -> "";
                };
        String scheduled = "other scheduler".equals(running)
                ? pods.replace("spec: {schedulingGroup", "spec: {schedulerName: x, schedulingGroup")
                : pods;

        String known = groups.replace("namespace: ml}", "namespace: ml, uid: u}");
        String stored = "applied".equals(running)
                ? ""
                : "---\n"
                        + ("written".equals(running) ? groups : known)
                                .replace("{name: g,", "other version".equals(running) ? "{name: x," : "{name: g,");
        FitResult result = answer(FLEET + stored, scheduled + more + TEMPLATE);

        List<String> found = result.findings().stream()
                .map(FitCause::text)
                .filter(text -> text.startsWith("PodGroup"))
                .toList();
        assertThat(found).hasSize(message == null ? 0 : 1).allMatch(text -> text.startsWith(String.valueOf(message)));
        boolean isTried = message == null || message.contains("does not count");
        assertThat(result.answer()).isEqualTo(isTried ? FitResult.Answer.FITS : FitResult.Answer.UNKNOWN);
        String bound = pods.replace("spec: {schedulingGroup", "spec: {nodeName: n1, schedulingGroup");
        assertThat(answer(FLEET + "---\n" + groups, bound + TEMPLATE).findings())
                .noneMatch(one -> one.text().startsWith("PodGroup"));
    }

    /** A taint that the scheduler ignores for the claim may end the pod, and the next one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NoExecute  | {operator: Exists}                                          | evicted at once, since a toleration without
            NoExecute  | {operator: Exists, effect: NoExecute}                       | none
            NoExecute  | {operator: Exists, effect: NoExecute, tolerationSeconds: 3} | taint bad:NoExecute: each pod that gets it is scheduled and then evicted 3 s after the taint was added
            NoExecute  | {key: bad, operator: Exists, effect: NoExecute, tolerationSeconds: 30}, {key: worse, operator: Exists, effect: NoExecute, tolerationSeconds: 4} | taint worse:NoExecute: each pod that gets it is scheduled and then evicted 4 s after the taint was added
            NoSchedule | {operator: Exists}                                          | none
            """)
    void evictionByAToleratedTaintIsReported(String effect, String tolerations, String finding) {
        String taint = "{key: bad, effect: " + effect + "}, {key: worse, effect: " + effect + "}";
        String fleet = FLEET.replace("count: 8,", "count: 8, taints: [" + taint + "],");
        String claim = claim("deviceClassName: gpu, tolerations: [" + tolerations + "]");

        FitResult result = answer(fleet, claim);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.FITS);
        assertThat(result.findings().stream().map(FitCause::text).collect(Collectors.joining()))
                .contains(finding.equals("none") ? "" : finding)
                .matches(text -> text.isEmpty() == finding.equals("none"));
        assertThat(answers(fleet, claim, GateSettings.parse("DRADeviceTaints=false"))
                        .get(0)
                        .findings())
                .isEmpty();
    }

    @Test
    void unmatchedNodeLabelsAreReportedEach() {
        FitResult result = answer(FLEET + """
                apiVersion: v1
                kind: Node
                metadata: {name: one, labels: {zone: b}}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: two, labels: {zone: a}}
                spec: {taints: [{key: maintenance, effect: NoSchedule}]}
                """, POD.replace("spec:\n", "spec:\n  nodeSelector: {zone: a}\n") + TEMPLATE);

        assertThat(result.answer()).isEqualTo(FitResult.Answer.NEVER);
        assertThat(lines(result))
                .contains("1 node: nodeSelector requires zone=a, the label is b")
                .contains("1 node: taint maintenance:NoSchedule is not tolerated");
    }

    /** A name that is nearly another is most often a mistake; nodes are numbered, and have drivers of their own. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            nodeSelector: {gpu-type: a10}   | nodeSelector requires gpu-type=a10, no such label; did you mean gpu.type?
            nodeSelector: {rack: a}         | nodeSelector requires rack=a, no such label: none
            # Some node has the label.
            nodeSelector: {gpu.typ: a}      | nodeSelector requires gpu.typ=a, no node has this value; nodes have b: none
            nodeSelector: {metadata.name: onee} | nodeSelector requires metadata.name=onee, no such label
            nodeSelector: {gpu.type: a1000} | 2 nodes: nodeSelector requires gpu.type=a1000, no node has this value; did you mean a100?
            field: metadata.name In [onee]  | required node affinity: metadata.name In [onee]; did you mean one?
            nodeName: onee                  | node onee: not in the fleet; did you mean one?
            affinity: gpu-type In [a10]     | required node affinity: gpu-type In [a10]; did you mean gpu.type?
            affinity: gpu-type NotIn [a10]  | none
            affinity: gpu.type In [a1000]   | required node affinity: gpu.type In [a1000]; did you mean a100?
            affinity: gpu.type In [h200]    | required node affinity: gpu.type In [h200]; nodes have a10, a100: none
            affinity: slots Gt ["8"]        | required node affinity: slots Gt [8]; nodes have 4: none
            node: onee                      | of nodes that do not exist: onee (did you mean one?)
            node: one.example.com           | of nodes that do not exist: one.example.com (did you mean one?)
            node: one-1                     | of nodes that do not exist: one-1: none
            node: twoo                      | of nodes that do not exist: twoo: none
            generation: 2                   | 8 devices would match, in ResourceSlices older than the newest generation
            """)
    void nearestNameIsProposed(String change, String expected) {
        String key = change.substring(0, change.indexOf(':'));
        String value = change.substring(key.length() + 2);
        String[] term = value.split(" ");
        String pod = POD.replace(
                "spec:\n",
                switch (key) {
                    case "nodeSelector", "nodeName" -> "spec:\n  " + change + "\n";
                    case "affinity", "field" ->
                        "spec:\n  affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {"
                                + "nodeSelectorTerms: [{match%s: [{key: %s, operator: %s, values: %s}]}]}}}\n"
                                        .formatted(
                                                key.equals("field") ? "Fields" : "Expressions",
                                                term[0],
                                                term[1],
                                                term[2]);
                    default -> "spec:\n";
                });
        String slice = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: two}
                spec:
                  driver: gpu.example.com
                  nodeName: two
                  pool: {name: %s, generation: %s, resourceSliceCount: 1}
                  devices: [{name: other, attributes: {model: {string: h100}}, taints: [{key: a, effect: NoSchedule}]}]
                ---
                """.formatted(key.equals("generation") ? "one" : "two", key.equals("generation") ? value : "1");
        String nodes = """
                apiVersion: v1
                kind: Node
                metadata: {name: one, labels: {gpu.type: a10, slots: '4'}}
                ---
                apiVersion: v1
                kind: Node
                metadata: {name: two, labels: {gpu.type: a100, gpu.typ: b}}
                ---
                """;
        String fleet = FLEET.replace("nodeName: one", "nodeName: " + (key.equals("node") ? value : "one"));

        String found = lines(answer(fleet + slice + nodes, pod + TEMPLATE));

        assertThat(found).contains(expected == null ? "" : expected.replace(": none", ""));
        assertThat(found.contains("did you mean")).isEqualTo(expected != null && expected.contains("did you mean"));
    }

    @Test
    void sliceForNodesWithLabelsIsUnknownWithoutNodeObjects() {
        String slice = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: gpu.example.com
                  pool: {name: s, resourceSliceCount: 1}
                  nodeSelector: {nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [a]}]}]}
                  devices: [{name: gpu}]
                """;

        assertThat(answer(CLASSES + slice, claim("deviceClassName: gpu")).answer())
                .isEqualTo(FitResult.Answer.UNKNOWN);
    }

    @Test
    void invalidClassIsUnknown() {
        FitResult result = answer(FLEET + """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: broken}
                spec: {selectors: [{cel: {expression: 'device.drivr == "gpu.example.com"'}}]}
                """, claim("deviceClassName: broken"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.UNKNOWN);
        assertThat(lines(result))
                .contains("DeviceClass broken is invalid")
                .contains("fleet.yaml:23:39: spec.selectors[0].cel.expression");
    }

    @Test
    void misspelledFieldOfASliceIsNamedAtItsPlace() {
        String fleet = FLEET.replace("attributes:", "atributes:");
        FitResult result = answer(
                fleet,
                claim("deviceClassName: gpu, selectors: [{cel: {expression:"
                        + " 'device.attributes[\"gpu.example.com\"].?model.orValue(\"\") == \"h100\"'}}]"));

        assertThat(result.answer()).isEqualTo(FitResult.Answer.UNKNOWN);
        assertThat(lines(result))
                .contains("fleet.yaml:18:27: spec.devices[0].atributes")
                .contains("did you mean attributes");
    }

    @Test
    void pendingPodHasTheClaimsOfItsStatus() {
        String status = """
                status: {resourceClaimStatuses: [{name: gpu, resourceClaimName: p-gpu-x7}]}
                """;
        String made = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: p-gpu-x7, namespace: ml, uid: u}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 9}}]}}
                """;

        assertThat(answer(FLEET, POD + TEMPLATE).answer()).isEqualTo(FitResult.Answer.FITS);
        assertThat(answer(FLEET, POD + status + TEMPLATE + made).answer()).isEqualTo(FitResult.Answer.NEVER);
        FitResult lost = answer(FLEET, POD + status + TEMPLATE);
        assertThat(lost.answer()).isEqualTo(FitResult.Answer.UNKNOWN);
        assertThat(lost.findings())
                .extracting(FitCause::text)
                .contains("ResourceClaim ml/p-gpu-x7 is not in the input or the fleet; add it, or fix the name");
        assertThat(answer(FLEET, POD + "status: {resourceClaimStatuses: [{name: gpu}]}\n" + TEMPLATE)
                        .answer())
                .isEqualTo(FitResult.Answer.FITS);
    }
}
