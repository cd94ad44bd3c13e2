package dev.drawbridge.fit;

import static dev.drawbridge.fit.FleetTexts.answer;
import static dev.drawbridge.fit.FleetTexts.lines;
import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.fit.FitResult.Answer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of free device-plugin resources, with running pods. */
class DevicePluginsTest {

    private static final String FLEET = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            status: {allocatable: {cpu: 8, example.com/gpu: 2}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            spec: {extendedResourceName: example.com/gpu}
            ---
            """;

    private static final String SECOND_NODE = """
            apiVersion: v1
            kind: Node
            metadata: {name: n2}
            status: {allocatable: {cpu: 8}}
            ---
            """;

    private static final String RUNNING = """
            apiVersion: v1
            kind: Pod
            metadata: {name: web-7c9f8d6b5-x2x4z, namespace: ml}
            spec:
              nodeName: n1
              containers: [{name: main, image: x, resources: {limits: {example.com/gpu: 1}}}]
            status: {phase: Running}
            ---
            """;

    private static String pod(int gpus) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  containers: [{name: main, image: x, resources: {limits: {example.com/gpu: %d}}}]
                """.formatted(gpus);
    }

    @Test
    void requestsOfRunningPodsAreNotFree() {
        FitResult result = answer(FLEET + RUNNING, pod(2));

        assertThat(answer(FLEET + RUNNING, pod(1)).answer()).isEqualTo(Answer.FITS);
        assertThat(result.answer()).isEqualTo(Answer.FITS_WHEN_FREED);
        assertThat(result.now()).isEmpty();
        assertThat(result.freed()).containsExactly("n1");
        assertThat(lines(result))
                .contains("the device plugin offers 2 of example.com/gpu, pods that run request 1, and the pod requests"
                        + " 2")
                .contains("requested by Pod ml/web-7c9f8d6b5-x2x4z");
    }

    @Test
    void moreThanDevicePluginOffersNeverFits() {
        assertThat(answer(FLEET + RUNNING, pod(3)).answer()).isEqualTo(Answer.NEVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Succeeded", "Failed"})
    void endedPodsUseNothing(String phase) {
        assertThat(answer(FLEET + RUNNING.replace("Running", phase), pod(2)).answer())
                .isEqualTo(Answer.FITS);
    }

    @Test
    void unboundPodUsesNothing() {
        assertThat(answer(FLEET + RUNNING.replace("nodeName: n1", "priority: 0"), pod(2))
                        .answer())
                .isEqualTo(Answer.FITS);
    }

    @Test
    void podDoesNotBlockItself() {
        String running = RUNNING.replace("web-7c9f8d6b5-x2x4z", "p");

        assertThat(answer(FLEET + running, running.replace("gpu: 1", "gpu: 2")).answer())
                .isEqualTo(Answer.FITS);
    }

    @Test
    void runningReplicasDoNotBlockTheirDeployment() {
        String deployment = """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %s, namespace: ml}
                spec:
                  selector: {matchLabels: {app: web}}
                  template:
                    metadata: {labels: {app: web}}
                    spec:
                      containers: [{name: main, image: x, resources: {limits: {example.com/gpu: 2}}}]
                """;

        assertThat(answer(FLEET + RUNNING, deployment.formatted("web")).answer())
                .isEqualTo(Answer.FITS);
        assertThat(answer(FLEET + RUNNING, deployment.formatted("we")).answer()).isEqualTo(Answer.FITS_WHEN_FREED);
    }

    private static final String REPLICAS = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: web, namespace: ml}
            spec:
              replicas: %d
              selector: {matchLabels: {app: web}}
              template:
                metadata: {labels: {app: web}}
                spec:
                  containers: [{name: main, image: x, resources: {limits: {example.com/gpu: 1}}}]
            """;

    @ParameterizedTest
    @CsvSource({"2,0", "3,1", "5,3"})
    void replicasBeyondDevicePluginsAreLeft(int replicas, int left) {
        assertThat(FleetTexts.together(FLEET, REPLICAS.formatted(replicas)).leftPods())
                .isEqualTo(left);
    }

    @Test
    void runningReplicasCountOnce() {
        assertThat(FleetTexts.together(FLEET + RUNNING, REPLICAS.formatted(2)).leftPods())
                .isZero();
        assertThat(FleetTexts.together(FLEET + RUNNING, REPLICAS.formatted(3)).leftPods())
                .isEqualTo(1);
    }

    @Test
    void nodesWithDevicesRunFurtherReplicas() {
        String slice = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec: {driver: gpu.example.com, nodeName: n2, devices: [{name: gpu, count: 3}]}
                ---
                """;

        assertThat(FleetTexts.together(FLEET + SECOND_NODE + slice, REPLICAS.formatted(5))
                        .leftPods())
                .isZero();
        assertThat(FleetTexts.together(FLEET + SECOND_NODE + slice, REPLICAS.formatted(6))
                        .leftPods())
                .isEqualTo(1);
        assertThat(FleetTexts.together(FLEET + SECOND_NODE + slice, REPLICAS.formatted(6))
                        .proof())
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({"n1, NEVER", "n2, FITS", "n1 n2, UNKNOWN"})
    void podWithClaimsIsNotBoundWhereAPluginOffersItsResource(String nodes, Answer expected) {
        String terms = Stream.of(nodes.split(" "))
                .map("{matchFields: [{key: metadata.name, operator: In, values: [%s]}]}"::formatted)
                .collect(Collectors.joining(", "));
        String devices = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: gpu.example.com
                  allNodes: true
                  pool: {name: p, generation: 1, resourceSliceCount: 1}
                  devices: [{name: a}, {name: b}]
                ---
                """;
        String pod = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml}
                spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  affinity:
                    nodeAffinity:
                      requiredDuringSchedulingIgnoredDuringExecution:
                        nodeSelectorTerms: [%s]
                  resourceClaims: [{name: c, resourceClaimName: c}]
                  containers: [{name: main, image: x, resources: {limits: {example.com/gpu: 1}, claims: [{name: c}]}}]
                """.formatted(terms);
        FitResult result = answer(FLEET + SECOND_NODE + devices, pod);

        assertThat(result.answer()).isEqualTo(expected);
        assertThat(lines(result).contains("a device plugin offers example.com/gpu, which has a DeviceClass"))
                .isEqualTo(expected != Answer.FITS);
    }
}
