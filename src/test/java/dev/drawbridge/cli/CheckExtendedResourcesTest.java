package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of extended resources of DeviceClasses in check and fleet. */
class CheckExtendedResourcesTest {

    private static final String FLEET = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            status: {allocatable: {cpu: 8}}
            ---
            apiVersion: v1
            kind: Node
            metadata: {name: n2}
            status: {allocatable: {example.com/gpu: 2}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu.example.com}
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
              devices: [{name: gpu-0}, {name: gpu-1}, {name: gpu-2}]
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void writeFleet() throws IOException {
        Files.writeString(folder.resolve("fleet.yaml"), FLEET);
    }

    private static String run(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Cli.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        return CommandLineTest.joined(out.toString(StandardCharsets.UTF_8));
    }

    private String check(String resources) throws IOException {
        Path pod = Files.writeString(folder.resolve("pod.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers:
                  - name: main
                    image: x
                    resources: {%s}
                """.formatted(resources));
        return run("check", "--fleet", folder.resolve("fleet.yaml").toString(), pod.toString());
    }

    @Test
    void implicitResourceOfMissingClassIsWarning() throws IOException {
        assertThat(check("limits: {deviceclass.resource.kubernetes.io/gpu.exampel.com: 1}"))
                .contains("warning: spec.containers[0].resources.limits"
                        + "[deviceclass.resource.kubernetes.io/gpu.exampel.com]: DeviceClass gpu.exampel.com is not"
                        + " in the input; did you mean gpu.example.com?")
                .doesNotContain("error:");
    }

    @Test
    void implicitResourceIsAReferenceToItsClass() throws IOException {
        check("limits: {deviceclass.resource.kubernetes.io/gpu.exampel.com: 1}");
        assertThat(run("check", folder.toString()))
                .contains("limits[deviceclass.resource.kubernetes.io/gpu.exampel.com]: DeviceClass gpu.exampel.com is"
                        + " not in the input; did you mean gpu.example.com?");
    }

    /** Each as the API server of Kubernetes 1.37 refuses it, or does not. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        {requests.example.com/gpu: 1}                   | FieldValueInvalid, extendedResource
        {example.com/gpu/x: 1}                          | FieldValueInvalid, extendedResource
        {Example.com/gpu: 1}                            | FieldValueInvalid, extendedResource
        {example.com/gpu: one}                          | FieldValueTypeInvalid, type
        {example.com/gpu: true}                         | FieldValueTypeInvalid, type
        {example.com/gpu: [1]}                          | FieldValueTypeInvalid, type
        {example.com/gpu: ""}                           | FieldValueTypeInvalid, type
        {example.com/gpu: null}                         | none
        {example.com/gpu: 1e3}                          | none
        {example.com/gpu: "${GPUS}"}                    | none
        {"${DOMAIN}/gpu": 1}                            | none
        {kubernetes.io/gpu: 1}                          | none
        {deviceclass.resource.kubernetes.io/a.b: 1.5}   | none
        {}}}], resources: {limits: {example.com/gpu: 1} | FieldValueNotSupported, extendedResource
        """)
    void shapesOfAmounts(String limits, String error) throws IOException {
        String end = limits.startsWith("{}}}]") ? "}}" : "}}]}";
        Path pod = Files.writeString(
                folder.resolve("pod.yaml"),
                "{apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {containers: [{name: main, image: x,"
                        + " resources: {limits: " + limits + end + "}");
        assertThat(run("check", pod.toString())).contains(error == null ? "" : "[" + error + "]");
        assertThat(run("check", pod.toString()).contains("error:")).isEqualTo(error != null);
    }

    @Test
    void podsOfCustomKindsHaveExtendedResources() throws IOException {
        Path cluster = Files.writeString(folder.resolve("ray.yaml"), """
                apiVersion: ray.io/v1
                kind: RayCluster
                metadata: {name: r}
                spec:
                  headGroupSpec:
                    template:
                      spec:
                        containers: [{name: main, image: x, resources: {requests: {example.com/gpu: 1}}}]
                """);
        assertThat(run("check", cluster.toString()))
                .contains("limits: must have each extended resource that is requested; add example.com/gpu: 1");
    }

    @Test
    void invalidAmountsAreErrorsAtServerPaths() throws IOException {
        assertThat(check("limits: {example.com/gpu: 1500m}"))
                .contains("error: spec.containers[0].resources.limits[example.com/gpu]: \"1500m\": must be an integer");
        assertThat(check("limits: {example.com/gpu: 2}, requests: {example.com/gpu: 1}"))
                .contains("error: spec.containers[0].resources.requests: 1: must be equal to limits for an extended"
                        + " resource; the limit of example.com/gpu is 2");
        assertThat(check("requests: {example.com/gpu: 1}"))
                .contains("error: spec.containers[0].resources.limits: must have each extended resource that is"
                        + " requested; add example.com/gpu: 1")
                .contains("[FieldValueRequired, extendedResource]");
    }

    @Test
    void implicitResourcesMayBeRequestedWithoutLimit() throws IOException {
        String name = "deviceclass.resource.kubernetes.io/gpu.example.com";
        assertThat(check("requests: {" + name + ": 1}")).doesNotContain("error:");
        assertThat(check("limits: {" + name + ": 2}, requests: {" + name + ": 1}"))
                .doesNotContain("error:");
        assertThat(check("limits: {" + name + ": 1}, requests: {" + name + ": 2}"))
                .contains("2: must be less than or equal to limits for devices of a class; the limit of");
        assertThat(check("limits: {" + name + ": -1}")).contains("must be greater than or equal to 0");
    }

    @Test
    void resourcesOfDevicePluginsFollowTheSameRules() throws IOException {
        assertThat(check("limits: {vendor.example.com/nic: 2}, requests: {vendor.example.com/nic: 1}"))
                .contains("the limit of vendor.example.com/nic is 2");
        assertThat(check("limits: {vendor.example.com/nic: 2}, requests: {vendor.example.com/nic: 2, cpu: 1}"))
                .doesNotContain("error:");
    }

    @Test
    void plainCheckNeedsNoFleet() throws IOException {
        check("requests: {vendor.example.com/nic: 2}");
        assertThat(run("check", folder.resolve("pod.yaml").toString())).contains("add vendor.example.com/nic: 2");
    }

    @Test
    void moreThanThereIsNeverFits() throws IOException {
        assertThat(check("limits: {example.com/gpu: 4}"))
                .contains("never fits this fleet (2 nodes): container \"main\": example.com/gpu: 4 devices of class");
        assertThat(check("limits: {example.com/gpu: 3}")).doesNotContain("error:");
    }

    @Test
    void fleetShowsExtendedResourcesOfClass() {
        assertThat(run("fleet", folder.resolve("fleet.yaml").toString()))
                .containsPattern("gpu\\.example\\.com +deviceclass\\.resource\\.kubernetes\\.io/gpu\\.example\\.com,"
                        + " example\\.com/gpu +3 +3 +n2");
    }
}
