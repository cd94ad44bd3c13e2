package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the output options of {@code fit}. */
class FitCommandTest extends CommandLineTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata:
              name: gpus
            spec:
              devices:
                requests:
                - name: gpu
                  exactly:
                    deviceClassName: gpu.nvidia.com
                    count: 9
            """;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            apps/v1beta1                | Deployment   | 1:13: apiVersion: no release from 1.27 | use apps/v1
            apps.k8s.io/v1              | Deployment   | 1:13: apiVersion: no release from 1.27 | did you mean apps/v1?
            apps/v1                     | Deploymnt    | 2:7: kind: no release from 1.27        | did you mean Deployment?
            resource.k8s.io/v1alpha1    | ResourceClaim | 1:13: apiVersion: no release from 1.27 | did you mean resource.k8s.io/v1?
            resource.k8s.io/v1          | ResourceClam | 2:7: kind: no release from 1.27        | did you mean ResourceClaim?
            """)
    void typeThatNoReleaseServesIsNamed(String apiVersion, String kind, String place, String hint) throws IOException {
        String text = "apiVersion: " + apiVersion + "\nkind: " + kind + "\nmetadata: {name: a}\nspec:\n"
                + (apiVersion.startsWith("resource")
                        ? "  devices: {requests: [{name: a, exactly: {deviceClassName: gpu.nvidia.com}}]}\n"
                        : "  template:\n    spec:\n      resourceClaims: [{name: a, resourceClaimName: b}]\n"
                                + "      containers: [{name: a, image: a, resources: {claims: [{name: a}]}}]\n");
        Path file = write("w.yaml", text);

        assertThat(run("fit", "--from", "model:8xa100", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("invalid: the API server refuses it", "w.yaml:" + place, hint);
        assertThat(err()).doesNotContain("not used");
        assertThat(run("new", "claim", "--class", "gpu.nvidia.com", "--for", file.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains(place.substring(place.indexOf(' ')), hint);
    }

    @Test
    void typeWithAPlaceholderIsUnknown() throws IOException {
        Path file = write("w.yaml", """
                apiVersion: ${API}
                kind: Job
                metadata: {name: a}
                spec: {template: {spec: {resourceClaims: [{name: a, resourceClaimName: b}], containers: [{name: a}]}}}
                """);

        run("fit", "--from", "model:8xa100", file.toString());
        assertThat(out()).doesNotContain("invalid");
        run("check", file.toString());
        assertThat(err()).contains("w.yaml:1:1: Job a has the placeholder ${API}; set it with --set");
    }

    @ParameterizedTest
    @CsvSource({"1.34, '', 0", "1.34, DRAConsumableCapacity=true, 1", "1.37, '', 1"})
    void fieldThatTheServerDropsDoesNotCount(String release, String gates, int code) throws IOException {
        Path fleet = write("fleet.yaml", """
                {apiVersion: v1, kind: Node, metadata: {name: n1}}
                ---
                {apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec:
                  driver: gpu.example.com
                  nodeName: n1
                  pool: {name: p, generation: 1, resourceSliceCount: 1}
                  devices: [{name: d, capacity: {memory: {value: 8Gi}}}]
                """);
        Path claim = write("w.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: a}
                spec:
                  devices:
                    requests:
                    - {name: gpu, exactly: {deviceClassName: gpu, capacity: {requests: {memory: 10Gi}}}}
                """);

        assertThat(run(
                        "fit",
                        "--kubernetes",
                        release,
                        "--feature-gates=" + gates,
                        "--from",
                        fleet.toString(),
                        claim.toString()))
                .isEqualTo(code);
        String lost = "w.yaml:7:51: spec.devices.requests[0].exactly.capacity: dropped by the API server";
        assertThat(err().contains(lost)).isEqualTo(code == 0);
    }

    @Test
    void quietOmitsOnlyTheSummary() throws IOException {
        assertThat(fit()).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("gpus").doesNotContain("\u001b");
        assertThat(err()).isNotEmpty();
        String answer = out();
        int summary = err().length();

        assertThat(fit("-q")).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).isEqualTo(answer + answer);
        assertThat(err()).hasSize(summary);
    }

    @Test
    void answerIsColoredOnRequestOnly() throws IOException {
        assertThat(fit("--color=always")).isEqualTo(ExitCode.FINDINGS);
        String colored = out();
        assertThat(colored).contains("\u001b[31m", "\u001b[0m");

        assertThat(fit("--no-color")).isEqualTo(ExitCode.FINDINGS);
        String plain = out().substring(colored.length());
        assertThat(colored.replaceAll("\u001b\\[\\d*m", "")).isEqualTo(plain);
    }

    private int fit(String... options) throws IOException {
        Path claim = write("claim.yaml", CLAIM);
        String[] args = new String[options.length + 4];
        args[0] = "fit";
        args[1] = "--fleet";
        args[2] = "model:8xh100";
        args[3] = claim.toString();
        System.arraycopy(options, 0, args, 4, options.length);
        return run(args);
    }

    @Test
    void strictFailsForRequestThatTheClaimDoesNotHave() throws IOException {
        String pod = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: gpus}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers: [{name: c, image: x, resources: {claims: [{name: g, request: %s}]}}]
                  resourceClaims: [{name: g, resourceClaimName: gpus}]
                """;
        String wrong = write("wrong.yaml", pod.formatted("zzz")).toString();
        String right = write("right.yaml", pod.formatted("gpu")).toString();

        assertThat(run("fit", "--fleet", "model:8xh100", wrong)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("fits now").contains("claim \"g\" has no request named \"zzz\"");
        assertThat(run("fit", "--fleet", "model:8xh100", "--strict", wrong)).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("fit", "--fleet", "model:8xh100", "--strict", right)).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void dumpIsDecidedWithItsRelease() throws IOException {
        String fleet = """
                apiVersion: v1
                kind: Node
                metadata: {name: n}
                status: {nodeInfo: {kubeletVersion: v1.34.2}}
                """;
        Path dump = write("dump.yaml", fleet);
        Path claim = write("claim.yaml", CLAIM);

        run("fit", "--fleet", dump.toString(), claim.toString());
        assertThat(err()).contains("(Kubernetes 1.34)").doesNotContain("no Node objects");

        run("fit", "--kubernetes", "1.36.3", "--fleet", dump.toString(), claim.toString());
        assertThat(err()).contains("(Kubernetes 1.36)");

        run(
                "fit",
                "--fleet",
                write("old.yaml", fleet.replace("1.34.2", "1.31.0")).toString(),
                claim.toString());
        assertThat(err()).contains("The cluster runs Kubernetes 1.31, whose scheduler is unknown");
    }
}
