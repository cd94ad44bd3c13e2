package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Tests of the two models of NVIDIA's GPU Operator in one folder. */
class GpuOperatorTest extends CommandLineTest {

    private static final String CLUSTER = "apiVersion: nvidia.com/v1alpha1\nkind: GPUCluster\nmetadata: {name: gpus}\n";
    private static final String POLICY = "apiVersion: nvidia.com/v1\nkind: ClusterPolicy\nmetadata: {name: policy}\n";
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: p}
            spec: {containers: [{name: c, image: x, resources: {limits: {nvidia.com/gpu: 1}}}]}
            """;

    @Test
    void modelsExcludeEachOther() throws IOException {
        write("c.yaml", CLUSTER);
        write("p.yaml", POLICY);

        run("check", folder.toString());
        assertThat(out())
                .contains("warning: kind: the GPU Operator does not support a GPUCluster and a ClusterPolicy in one"
                        + " cluster: ClusterPolicy policy (")
                .contains("gpuOperatorModel");
    }

    @Test
    void modelsOfTwoOverlaysAreThoseOfTwoClusters() throws IOException {
        Files.createDirectory(folder.resolve("a"));
        Files.createDirectory(folder.resolve("b"));
        write("a/c.yaml", CLUSTER);
        write("b/p.yaml", POLICY + "---\n" + POD);

        run("check", folder.toString());
        assertThat(out()).doesNotContain("gpuOperatorModel");
    }

    @Test
    void podStaysPendingWithoutAClass() throws IOException {
        write("c.yaml", CLUSTER);
        write("pod.yaml", POD);
        run("check", folder.toString());
        assertThat(out()).contains("with GPUCluster gpus no device plugin provides nvidia.com/gpu");

        write("class.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu.nvidia.com}
                spec: {extendedResourceName: nvidia.com/gpu, selectors: [{cel: {expression: "true"}}]}
                """);
        assertThat(run("check", "--strict", folder.toString())).isEqualTo(ExitCode.CLEAN);
    }

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu.nvidia.com}
            spec: {extendedResourceName: nvidia.com/gpu}
            """;

    private void overlay(String name) throws IOException {
        Files.createDirectories(folder.resolve(name));
        write(name + "/c.yaml", CLUSTER);
        write(name + "/pod.yaml", POD);
    }

    @Test
    void classMayBeElsewhere() throws IOException {
        overlay("prod");
        Files.createDirectory(folder.resolve("base"));
        write("base/class.yaml", CLASS);
        run("check", folder.toString());
        run(
                "check",
                "--from",
                folder.resolve("base").toString(),
                folder.resolve("prod").toString());
        assertThat(out()).doesNotContain("gpuOperatorModel");

        run("check", folder.resolve("prod").toString());
        assertThat(out()).contains("gpuOperatorModel").contains("drawbridge migrate --extended-resources proposes");
    }

    @Test
    void classOfAnotherClusterDoesNotCount() throws IOException {
        overlay("prod");
        overlay("staging");
        write("staging/class.yaml", CLASS);
        run("check", folder.toString());

        assertThat(out()).contains("prod/pod.yaml").doesNotContain("staging/pod.yaml");
    }

    @Test
    void everyContainerThatNeedsAGpuCounts() throws IOException {
        write("c.yaml", CLUSTER);
        write("pod.yaml", POD.replace("nvidia.com/gpu: 1", "nvidia.com/gpu: \"0\""));
        run("check", folder.toString());
        assertThat(out()).doesNotContain("gpuOperatorModel");

        write("pod.yaml", POD.replace("{containers: [", "{containers: [{name: m, image: x}], initContainers: ["));
        run("check", folder.toString());
        assertThat(out()).contains("spec.initContainers[0].resources: with GPUCluster");
    }
}
