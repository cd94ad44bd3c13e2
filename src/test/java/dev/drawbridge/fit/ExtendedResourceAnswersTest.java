package dev.drawbridge.fit;

import static dev.drawbridge.fit.FleetTexts.answer;
import static dev.drawbridge.fit.FleetTexts.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drawbridge.fit.FitResult.Answer;
import dev.drawbridge.fit.FitResult.RequestDevices;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.FitCause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of answers about extended resources, which name containers and resources, not requests of a claim. */
class ExtendedResourceAnswersTest {

    private static final String FLEET = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            status: {allocatable: {cpu: 8}}
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
            metadata: {name: s1}
            spec:
              driver: gpu.example.com
              nodeName: n1
              pool: {name: n1, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0}, {name: gpu-1}, {name: gpu-2}, {name: gpu-3}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: one, namespace: ml}
            spec: {spec: {devices: {requests: [{name: r, exactly: {deviceClassName: gpu}}]}}}
            ---
            """;

    private static final String OTHER_CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: tpu}
            spec: {extendedResourceName: example.com/gpu}
            ---
            """;

    private static String pod(String resources) {
        return """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  containers: [{name: main, image: x, resources: {limits: {%s}}}]
                """.formatted(resources);
    }

    @Test
    void exampleNamesContainerAndResource() {
        FitResult result = answer(FLEET, """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  resourceClaims: [{name: a, resourceClaimTemplateName: one}, {name: b, resourceClaimTemplateName: one}]
                  containers:
                  - name: main
                    image: x
                    resources: {limits: {cpu: 1, example.com/gpu: 2}, claims: [{name: a}, {name: b}]}
                """);

        assertThat(result.example().requests())
                .extracting(
                        RequestDevices::claim,
                        RequestDevices::request,
                        RequestDevices::resource,
                        request -> request.devices().size())
                .containsExactly(
                        tuple("ml/one", "r", null, 1),
                        tuple("ml/one", "r", null, 1),
                        tuple("", "", new ContainerResource("main", "example.com/gpu", 2), 2));
    }

    @Test
    void initContainerGetsDevicesBeyondLaterContainers() {
        FitResult result = answer(FLEET, """
                apiVersion: v1
                kind: Pod
                metadata: {name: p, namespace: ml}
                spec:
                  initContainers: [{name: warm, image: x, resources: {limits: {example.com/gpu: 6}}}]
                  containers: [{name: main, image: x, resources: {limits: {example.com/gpu: 2}}}]
                """);

        assertThat(result.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(result))
                .contains("container \"warm\": example.com/gpu: 4 devices of class gpu (of 6 requested; the others are"
                        + " shared with later containers)");
    }

    @Test
    void unprovidedResourceIsOnlyReason() {
        FitResult result = answer(FLEET, pod("example.com/gpu: 2, example.com/nic: 1"));

        assertThat(result.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(result))
                .contains("no DeviceClass and no device plugin provides example.com/nic")
                .doesNotContain("no combination");
    }

    @Test
    void nodeWithoutDevicesIsReportedWithoutSelectors() {
        String affinity =
                "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms:"
                        + " [{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]}}}";
        FitResult result = answer(
                FLEET.replace("nodeName: n1", "nodeName: n2"),
                pod("example.com/gpu: 1").replace("spec:", "spec:\n  " + affinity));

        assertThat(lines(result)).contains("these nodes have no devices").doesNotContain("matches none of 0 devices");
    }

    @Test
    void implicitNameOfMissingClassNeverFits() {
        FitResult result = answer(
                FLEET.replace("status: {allocatable: {cpu: 8}}", ""), pod("deviceclass.resource.kubernetes.io/gpo: 1"));

        assertThat(result.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(result)).contains("DeviceClass gpo not found; did you mean gpu?");
    }

    @Test
    void unknownResourcesOfNodesAreNamed() {
        FitResult result = answer(FLEET.replace("status: {allocatable: {cpu: 8}}", ""), pod("example.com/nic: 1"));

        assertThat(result.answer()).isEqualTo(Answer.UNKNOWN);
        assertThat(lines(result)).contains("status.allocatable of Node objects is not in the fleet; add it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.com/gpu: 1", "example.com/gpu: 9", "deviceclass.resource.kubernetes.io/tpu: 1"})
    void oldestOfClassesWithOneNameIsNotKnownWithoutCreationTimestamp(String resource) {
        FitResult result = answer(FLEET + OTHER_CLASS, pod(resource));

        assertThat(result.answer()).isEqualTo(Answer.UNKNOWN);
        assertThat(lines(result)).contains("DeviceClasses gpu, tpu have", "the creationTimestamp of one is not set");
    }

    /** As the scheduler's cache of classes decides: {@code extendedresourcecache.go}, updateResourceName2class. */
    @ParameterizedTest
    @CsvSource({"2026-01-01, 2026-01-02, tpu", "2026-01-02, 2026-01-01, gpu", "2026-01-01, 2026-01-01, gpu"})
    void newestOfClassesWithOneNameIsNamed(String gpu, String tpu, String provider) {
        String fleet = FLEET.replace("{name: gpu}", "{name: gpu, creationTimestamp: \"" + gpu + "T00:00:00Z\"}")
                + OTHER_CLASS.replace("{name: tpu}", "{name: tpu, creationTimestamp: \"" + tpu + "T00:00:00Z\"}");

        assertThat(answer(fleet, pod("example.com/gpu: 1")).findings())
                .extracting(FitCause::text)
                .containsExactly("DeviceClasses gpu, tpu have extendedResourceName example.com/gpu: the newest of them"
                        + " provides it, or the one with the lower name if they are equally old: " + provider);
    }

    @Test
    void classWithoutItsResourceNameIsReportedWithProvider() {
        String fleet = FLEET.replace("{name: gpu}", "{name: gpu, creationTimestamp: \"2026-01-01T00:00:00Z\"}")
                + OTHER_CLASS.replace("{name: tpu}", "{name: tpu, creationTimestamp: \"2026-01-01T00:00:00Z\"}");

        FitResult result = answer(fleet, pod("deviceclass.resource.kubernetes.io/tpu: 1"));

        assertThat(result.answer()).isEqualTo(Answer.NEVER);
        assertThat(lines(result))
                .contains("DeviceClass tpu does not provide this name either, since DeviceClass gpu provides");
    }
}
