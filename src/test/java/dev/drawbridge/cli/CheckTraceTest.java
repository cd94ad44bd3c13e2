package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests of {@code check --trace}. */
class CheckTraceTest extends CommandLineTest {

    @Test
    void traceListsRulesWithResults() throws IOException {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec: {devices: {requests: [{name: GPU, exactly: {deviceClassName: gpu, count: -1}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: other}
                """;

        assertThat(run("check", "--trace", write("c.yaml", claim).toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .containsSubsequence(
                        "c.yaml:1: ResourceClaim c: CREATE in resource.k8s.io/v1, Kubernetes "
                                + KubernetesRelease.NEWEST,
                        "\nmetadata.name\n  ok     must be a DNS subdomain",
                        "\nspec.devices.requests[0].name\n  ERROR  must be a DNS label",
                        "\n         FieldValueInvalid at spec.devices.requests[0].name: ",
                        "  ok     is required [required]",
                        "\nspec.devices.requests[0].exactly\n  ERROR  count must be greater than 0",
                        "c.yaml:4:36: error: spec.devices.requests[0].name")
                .doesNotContain("Pod");
        assertThat(run("check", "--trace", "-o", "json", "-")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("--trace prints text to standard output; give the other format a file");
    }

    @Test
    void updateIsTracedWithStoredObject() throws IOException {
        String slice = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec: {driver: d, nodeName: node, pool: {name: p, generation: 1, resourceSliceCount: 1}}
                """;
        Path base = Files.createDirectories(folder.resolve("base"));
        Path head = Files.createDirectories(folder.resolve("head"));
        Files.writeString(base.resolve("s.yaml"), slice);
        Files.writeString(head.resolve("s.yaml"), slice.replace("node,", "other,"));

        run("check", "--trace", "--base-dir", base.toString(), "--head-dir", head.toString());
        assertThat(out())
                .containsSubsequence(
                        ": ResourceSlice s: UPDATE in resource.k8s.io/v1, Kubernetes " + KubernetesRelease.NEWEST,
                        "\nspec.nodeName\n",
                        "  ERROR  field is immutable [immutable]\n");
    }
}
