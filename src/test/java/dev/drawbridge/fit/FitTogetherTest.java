package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of whether workloads fit at the same time. */
class FitTogetherTest {

    private static final KubernetesRelease RELEASE = KubernetesRelease.K8S_1_37;

    /** A fleet of two nodes with four GPUs each. */
    private static final String FLEET = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {selectors: [{cel: {expression: 'device.driver == "gpu.example.com"'}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: one}
            spec: {driver: gpu.example.com, nodeName: one, devices: [{name: gpu, count: 4}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: two}
            spec: {driver: gpu.example.com, nodeName: two, devices: [{name: gpu, count: 4}]}
            ---
            """;

    private static final String WORKLOAD = """
            apiVersion: %2$s
            kind: %1$s
            metadata: {name: %3$s, namespace: ml}
            spec:
              %4$s
              template:
                spec:
                  resourceClaims: [{name: gpu, resourceClaimTemplateName: %3$s}]
                  containers: [{name: c, image: x, resources: {claims: [{name: gpu}]}}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: %3$s, namespace: ml}
            spec: {spec: {devices: {requests: [{name: r, %5$s}]}}}
            ---
            """;

    private static String deployment(String name, int replicas, String request) {
        return WORKLOAD.formatted("Deployment", "apps/v1", name, "replicas: " + replicas, request);
    }

    private static String gpus(int count) {
        return "exactly: {deviceClassName: gpu, count: " + count + "}";
    }

    private static FitTogether together(String fleet, String workloads) {
        List<Manifest> manifests = FleetTexts.manifests(workloads);
        Fleet whole = FleetTexts.validFleet(RELEASE, fleet, manifests);
        Fit fit = new Fit(whole, RELEASE, GateSettings.DEFAULTS.in(RELEASE), Duration.ofMinutes(10));
        return fit.together(FleetTexts.workloads(manifests, whole));
    }

    @Test
    void fittingReplicasAreNotLeft() {
        FitTogether together = together(FLEET, deployment("r", 8, gpus(1)));

        assertThat(together.fits()).isTrue();
        assertThat(together.pods()).isEqualTo(8);
    }

    @Test
    void twentyReplicasOnEightDevicesCannotFit() {
        FitTogether together = together(FLEET, deployment("r", 20, gpus(1)));

        assertThat(together.headline())
                .isEqualTo("12 of 20 replicas of Deployment ml/r do not fit at the same time:"
                        + " the workloads need 20 devices of class gpu, but there are 8");
        assertThat(together.proof()).isNotNull();
    }

    /** As a 1.37.1 placed them. */
    @ParameterizedTest
    @CsvSource({
        "high, false, 4 of 8 replicas of Deployment ml/a",
        "high, true, 4 of 8 replicas of Deployment ml/a",
        "other, false, all 4 replicas of Deployment ml/b"
    })
    void podsOfHigherPriorityAreFirst(String name, boolean isDefault, String left) {
        String priority = """
                apiVersion: scheduling.k8s.io/v1
                kind: PriorityClass
                metadata: {name: high}
                globalDefault: %s
                value: 1000
                ---
                """.formatted(isDefault);
        String first = deployment("a", 8, gpus(1))
                .replace("resourceClaims: [", "priorityClassName: other\n      resourceClaims: [");
        String second = deployment("b", 4, gpus(1))
                .replace("resourceClaims: [", "priorityClassName: " + name + "\n      resourceClaims: [");

        assertThat(together(FLEET, priority + first + second).headline()).startsWith(left + " do not fit");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 'minReplicas: 9, maxReplicas: 12', 1",
        "12, 'minReplicas: 2, maxReplicas: 9', 1",
        "2, 'maxReplicas: 8', 0",
        "0, 'minReplicas: 9, maxReplicas: 9', 0"
    })
    void autoscalerSetsTheReplicas(int replicas, String limits, int left) {
        String autoscaler = """
                apiVersion: autoscaling/v2
                kind: HorizontalPodAutoscaler
                metadata: {name: a, namespace: ml}
                spec: {scaleTargetRef: {kind: Deployment, name: a}, %s}
                ---
                """.formatted(limits);

        assertThat(together(FLEET, autoscaler + deployment("a", replicas, gpus(1)))
                        .leftPods())
                .isEqualTo(left);
    }

    /** As a 1.37.1 with the gate GenericWorkload placed them: a gang that fits in part takes no device. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            gang: {minCount: 9} | true  | all 9 replicas of Deployment ml/a (PodGroup ml/g needs 9 pods at the same time) do not
            gang: {minCount: 8} | true  | 1 of 9 replicas of Deployment ml/a and all 2 replicas of Deployment ml/b do not fit
            basic: {}           | true  | 1 of 9 replicas of Deployment ml/a and all 2 replicas of Deployment ml/b do not fit
            # The gate is off by default; a stored PodGroup proves that it is on.
            gang: {minCount: 9} | false | 1 of 9 replicas of Deployment ml/a and all 2 replicas of Deployment ml/b do not fit
            """)
    void gangThatFitsInPartLeavesDevicesToOthers(String policy, boolean isStored, String headline) {
        String inGroup = "schedulingGroup: {podGroupName: g}\n      resourceClaims: [";
        String group = """
                apiVersion: scheduling.k8s.io/v1beta1
                kind: PodGroup
                metadata: {name: g, namespace: ml, uid: u}
                spec: {schedulingPolicy: {%s}}
                ---
                """.formatted(policy);
        String ofGroup = deployment("a", 9, gpus(1)).replace("resourceClaims: [", inGroup);

        String fleet = isStored ? FLEET + "\n---\n" + group : FLEET;
        String applied = isStored ? "" : group;
        FitTogether together = together(fleet, applied + ofGroup + deployment("b", 2, gpus(1)));

        assertThat(together.headline()).startsWith(headline);
        // The pods of a group are tried one after the other, whichever workload has them.
        String split = deployment("a", 5, gpus(1)).replace("resourceClaims: [", inGroup)
                + deployment("b", 2, gpus(1))
                + deployment("c", 4, gpus(1)).replace("resourceClaims: [", inGroup);
        assertThat(together(fleet, applied + split).leftPods()).isEqualTo(together.leftPods());
    }

    @Test
    void workloadsAreCountedTogetherInTheirOrder() {
        FitTogether together = together(
                FLEET, deployment("a", 1, gpus(4)) + deployment("b", 6, gpus(1)) + deployment("c", 1, gpus(1)));

        assertThat(together.headline())
                .isEqualTo("2 of 6 replicas of Deployment ml/b and Deployment ml/c do not fit at the same time:"
                        + " the workloads need 11 devices of class gpu, but there are 8");
    }

    /** Three free devices on each node are not enough, although six are free in total. */
    @Test
    void unprovenShortfallComesFromPlacementInOrder() {
        FitTogether together = together(FLEET, deployment("a", 2, gpus(3)) + deployment("b", 1, gpus(2)));

        assertThat(together.headline())
                .isEqualTo("Deployment ml/b does not fit together with the others (placed one after the other)");
        assertThat(together.proof()).isNull();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            exactly: {deviceClassName: gpu, count: 4, adminAccess: true}
            firstAvailable: [{name: a, deviceClassName: gpu, count: 4}, {name: b, deviceClassName: other}]
            """)
    void requestWithOtherAlternativeIsNotProof(String request) {
        String other = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: other}
                spec: {selectors: [{cel: {expression: 'device.driver == "other.example.com"'}}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: others}
                spec: {driver: other.example.com, nodeName: one, devices: [{name: x, count: 20}]}
                ---
                """;

        assertThat(together(FLEET + other, deployment("r", 10, request)).fits()).isTrue();
    }

    @Test
    void sharedDevicesAreNotCounted() {
        String shared = FLEET.replace("count: 4", "count: 4, allowMultipleAllocations: true");

        assertThat(together(shared, deployment("r", 20, gpus(1))).proof()).isNull();
    }

    @Test
    void incompletePoolIsNotProof() {
        String fleet = FLEET + """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: three}
                spec:
                  driver: gpu.example.com
                  nodeName: three
                  pool: {name: three, resourceSliceCount: 2}
                  devices: [{name: gpu-0}]
                ---
                """;
        FitTogether together = together(fleet, deployment("r", 20, gpus(1)));

        assertThat(together.fits()).isFalse();
        assertThat(together.proof()).isNull();
    }

    @Test
    void claimIsSharedByNoMoreThan256Pods() {
        String workload = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: r, namespace: ml}
                spec:
                  replicas: %d
                  template:
                    spec:
                      resourceClaims: [{name: gpu, resourceClaimName: c}]
                      containers: [{name: c, image: x, resources: {claims: [{name: gpu}]}}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                """;

        assertThat(together(FLEET, workload.formatted(256)).fits()).isTrue();
        assertThat(together(FLEET, workload.formatted(300)).headline())
                .isEqualTo("44 of 300 replicas of Deployment ml/r do not fit at the same time:"
                        + " 300 pods use claim ml/c, but status.reservedFor is limited to 256");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Job         | batch/v1 | {suspend: true, parallelism: 20}    | true
            Job         | batch/v1 | {completions: 8, parallelism: 20}   | true
            Job         | batch/v1 | {parallelism: 20}                   | false
            Deployment  | apps/v1  | {replicas: 0}                       | true
            StatefulSet | apps/v1  | {replicas: 9}                       | false
            DaemonSet   | apps/v1  | {updateStrategy: {type: OnDelete}}  | true
            """)
    void countsOnlyConcurrentPods(String kind, String version, String spec, boolean fits) {
        String fields = spec.substring(1, spec.length() - 1).replace(", ", "\n  ");

        assertThat(together(FLEET, WORKLOAD.formatted(kind, version, "r", fields, gpus(1)))
                        .fits())
                .isEqualTo(fits);
    }

    @Test
    void daemonSetHasAPodOnEachNodeAlsoWithoutDevices() {
        String node = "{apiVersion: v1, kind: Node, metadata: {name: %s}}\n---\n";
        String nodes = FLEET + node.formatted("one") + node.formatted("two") + node.formatted("cpu");
        String workload = WORKLOAD.formatted("DaemonSet", "apps/v1", "r", "updateStrategy: {}", gpus(1));

        assertThat(together(FLEET, workload).fits()).isTrue();
        assertThat(together(nodes, workload).headline())
                .startsWith("1 of 3 replicas of DaemonSet ml/r do not fit at the same time");
        String others = (running("r-bcdfg", "one", "gpu-0") + running("r-bcdfh", "two", "gpu-0"))
                .replaceAll(
                        "\\{devices: (.*pool: (...).*)}\n",
                        "{nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values:"
                                + " [$2]}]}]}, devices: $1}\n");
        assertThat(together(nodes + others, workload).headline())
                .isEqualTo(
                        "a pod of DaemonSet ml/r does not fit together with the others (placed one after the other)");
    }

    @Test
    void unusedTemplateIsNotCounted() {
        String template = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: unused, namespace: ml}
                spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 4}}]}}}
                """;

        assertThat(together(FLEET, deployment("r", 8, gpus(1)) + template).fits())
                .isTrue();
    }

    private static String running(String pod, String node, String device) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata:
                  name: %1$s-gpu-abcde
                  namespace: ml
                  uid: u
                  ownerReferences: [{apiVersion: v1, kind: Pod, name: %1$s, uid: u, controller: true}]
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status:
                  reservedFor: [{resource: pods, name: %1$s, uid: u}]
                  allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: %2$s, device: %3$s}]}}
                ---
                """.formatted(pod, node, device);
    }

    @Test
    void runningReplicasDoNotBlockThemselves() {
        StringBuilder fleet = new StringBuilder(FLEET);
        for (int i = 0; i < 8; i++) {
            fleet.append(running("r-6d4cf56db6-bcdf" + "bcdfghjk".charAt(i), i < 4 ? "one" : "two", "gpu-" + i % 4));
        }

        assertThat(together(fleet.toString(), deployment("r", 8, gpus(1))).fits())
                .isTrue();
        assertThat(together(fleet.toString(), deployment("r", 10, gpus(1))).headline())
                .isEqualTo("all 2 replicas of Deployment ml/r do not fit at the same time:"
                        + " the workloads need 10 devices of class gpu, but there are 8");
        FitTogether other = together(fleet.toString(), deployment("other", 1, gpus(1)) + deployment("r", 8, gpus(1)));
        assertThat(other.headline())
                .isEqualTo("Deployment ml/other does not fit together with the others, even when other claims free"
                        + " their devices: the workloads need 9 devices of class gpu, but there are 8");
    }

    @Test
    void devicesHeldByOthersAreNotProof() {
        String fleet = FLEET + running("stranger", "one", "gpu-0");
        FitTogether together = together(fleet, deployment("r", 8, gpus(1)));

        assertThat(together.headline())
                .isEqualTo("1 of 8 replicas of Deployment ml/r do not fit at the same time now"
                        + " (placed one after the other); all fit when other claims free their devices");
        assertThat(together.proof()).isNull();
    }

    /** A Job of ten pods that share its claim for the devices of a node. */
    private static final String JOB = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: t, namespace: ml}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu, count: 4}}]}}}
            ---
            apiVersion: batch/v1
            kind: Job
            metadata: {name: train, namespace: ml}
            spec:
              parallelism: 10
              scheduling: {resourceClaims: [{name: shared, resourceClaimTemplateName: t}]}
              template:
                spec:
                  restartPolicy: Never
                  resourceClaims: [{name: shared, resourceClaimTemplateName: t}]
                  containers: [{name: c, image: x, resources: {claims: [{name: shared}]}}]
            ---
            """;

    /** A PodGroup of six pods that share its claim. */
    private static final String GANG = """
            apiVersion: scheduling.k8s.io/v1beta1
            kind: PodGroup
            metadata: {name: gang, namespace: ml}
            spec:
              schedulingPolicy: {basic: {}}
              resourceClaims: [{name: shared, resourceClaimTemplateName: t}]
            ---
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: serve, namespace: ml}
            spec:
              replicas: 5
              template:
                spec:
                  schedulingGroup: {podGroupName: gang}
                  resourceClaims: [{name: shared, resourceClaimTemplateName: t}]
                  containers: [{name: c, image: x, resources: {claims: [{name: shared}]}}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: alone, namespace: ml}
            spec:
              schedulingGroup: {podGroupName: gang}
              resourceClaims: [{name: shared, resourceClaimTemplateName: t}]
              containers: [{name: c, image: x, resources: {claims: [{name: shared}]}}]
            ---
            """;

    private static FitTogether together(String fleet, String workloads, String gates) {
        GateSettings settings = gates == null ? GateSettings.DEFAULTS : GateSettings.parse(gates);
        FleetBuilder builder = new FleetBuilder("default");
        FleetObjects objects = new FleetObjects(builder, RELEASE, settings);
        FleetTexts.manifests(fleet).forEach(objects::addStored);
        List<Manifest> stored = objects.addApplied(FleetTexts.manifests(workloads));
        Fit fit = new Fit(builder.build(), RELEASE, settings.in(RELEASE), Duration.ofMinutes(10));
        return fit.together(Workloads.of(stored, "default"));
    }

    /** As a 1.37.1 scheduled such a Job, and such pods of a PodGroup: all pods with the one claim of their group. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            DRAWorkloadResourceClaims=true,WorkloadWithJob=true |              |                              | 0
            none                                                |              |                              | 14
            DRAWorkloadResourceClaims=true                      |              |                              | 9
            WorkloadWithJob=true                                |              |                              | 14
            # No pod is scheduled without its PodGroup.
            DRAWorkloadResourceClaims=true,WorkloadWithJob=true | kind: PodGroup | kind: Other                | 0
            # An entry with another name or template is not the group's.
            DRAWorkloadResourceClaims=true,WorkloadWithJob=true | scheduling: {resourceClaims: [{name: shared | \
            scheduling: {resourceClaims: [{name: other | 9
            # The pods of a template with a group have that group, and a Job with a controller creates none.
            DRAWorkloadResourceClaims=true,WorkloadWithJob=true | restartPolicy: Never | \
            schedulingGroup: {podGroupName: none}                                                             | 0
            DRAWorkloadResourceClaims=true,WorkloadWithJob=true | name: train, | name: train, \
            ownerReferences: [{apiVersion: v1, kind: JobSet, name: s, uid: s, controller: true}],             | 9
            """)
    void podsOfGroupShareItsClaim(String gates, String part, String other, int left) {
        String workloads = part == null ? GANG + JOB : (GANG + JOB).replace(part, other);

        assertThat(together(FLEET, workloads, gates).leftPods()).isEqualTo(left);
    }

    /** The Job runs: its PodGroup names the claim, which its pods keep. */
    @Test
    void claimOfRunningGroupIsKept() {
        String running = """
                apiVersion: scheduling.k8s.io/v1beta1
                kind: PodGroup
                metadata:
                  name: train-1-0
                  namespace: ml
                  uid: p
                  ownerReferences: [{apiVersion: batch/v1, kind: Job, name: train, uid: j, controller: true}]
                spec:
                  schedulingPolicy: {basic: {}}
                  resourceClaims: [{name: shared, resourceClaimTemplateName: t}]
                status: {resourceClaimStatuses: [{name: shared, resourceClaimName: made}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: made, namespace: ml, uid: m}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                status:
                  reservedFor: [{apiGroup: scheduling.k8s.io, resource: podgroups, name: train-1-0, uid: p}]
                  allocation: {devices: {results: [{request: r, driver: gpu.example.com, pool: one, device: gpu-0}]}}
                """;
        String gates = "DRAWorkloadResourceClaims=true,WorkloadWithJob=true";

        assertThat(together(FLEET + running, JOB + deployment("r", 7, gpus(1)), gates)
                        .leftPods())
                .isZero();
        assertThat(together(FLEET + running, JOB + deployment("r", 8, gpus(1)), gates)
                        .leftPods())
                .isOne();
    }
}
