package dev.drawbridge.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Fleet;
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
        Fit fit = new Fit(whole, RELEASE, GateSettings.DEFAULTS.in(RELEASE), Duration.ofSeconds(10));
        return fit.together(Workloads.of(manifests, "default"));
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
}
