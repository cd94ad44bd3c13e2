package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests of the output and exit codes of {@code drawbridge why} on a dump. */
class WhyCommandTest extends CommandLineTest {

    private static final String DUMP = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            status: {nodeInfo: {kubeletVersion: v1.36.3}}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: s1}
            spec:
              driver: gpu.example.com
              nodeName: n1
              pool: {name: n1, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0}]
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: gpu}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: waits, namespace: ml}
            spec:
              resourceClaims: [{name: c, resourceClaimTemplateName: one}]
              containers: [{name: main, image: x, resources: {claims: [{name: c}]}}]
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: runs, namespace: ml}
            spec: {nodeName: n1, containers: [{name: main, image: x}]}
            status: {phase: Running}
            """;

    @Test
    void firstCauseHasChange() throws IOException {
        int code = run(
                "why",
                "pod/waits",
                "-n",
                "ml",
                "--from",
                write("dump.yaml", DUMP).toString());

        assertThat(code).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).isEqualTo("""
                Pod ml/waits: pending
                  1. ResourceClaimTemplate ml/one does not exist [templateMissing]
                     change: create the template in the pod's namespace; the claim is then created without a change to the pod
                """);
    }

    @Test
    void scheduledPodIsExitCodeZero() throws IOException {
        assertThat(run(
                        "why",
                        "po/runs",
                        "-n",
                        "ml",
                        "--from",
                        write("dump.yaml", DUMP).toString()))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEqualTo("Pod ml/runs: scheduled, on node n1\n");
    }

    @Test
    void allPendingPodsAreInJsonWithKubeletRelease() throws IOException {
        assertThat(run(
                        "why",
                        "--all",
                        "-o",
                        "json",
                        "--from",
                        write("dump.yaml", DUMP).toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("\"kubernetes\" : \"1.36\"")
                .contains("\"object\" : \"Pod ml/waits\"")
                .contains("\"cause\" : \"templateMissing\"")
                .doesNotContain("ml/runs");
    }

    @Test
    void missingObjectsAndKindsAreInputErrors() throws IOException {
        String dump = write("dump.yaml", DUMP).toString();

        assertThat(run("why", "pod/waits", "--from", dump)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("pods \"waits\" not found in namespace default; set -n for another");
        assertThat(run("why", "jobset/x", "--from", dump)).isEqualTo(ExitCode.USAGE);
        assertThat(run("why", "waits", "--from", dump)).isEqualTo(ExitCode.USAGE);
        assertThat(run("why", "--from", dump)).isEqualTo(ExitCode.USAGE);
        assertThat(run("why", "--all", "pod/waits", "--from", dump)).isEqualTo(ExitCode.USAGE);
    }

    /** As kubectl has it. */
    @Test
    void kindAndNameAreTwoWords() throws IOException {
        String dump = write("dump.yaml", DUMP).toString();

        assertThat(run("why", "pod", "waits", "-n", "ml", "--from", dump)).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("why", "pods", "waits", "waits", "-n", "ml", "--from", dump))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).startsWith("Pod ml/waits: pending").doesNotContain("ml/pod");
        assertThat(run("why", "pod", "-n", "ml", "--from", dump)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).isEqualTo("drawbridge: pods \"pod\" not found in namespace ml; set -n for another\n");
    }

    @Test
    void clusterRoleEqualsShippedFile() throws IOException {
        assertThat(run("why", "--rbac")).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEqualTo(Files.readString(Path.of("deploy/why/rbac.yaml")));
    }

    @Test
    void controlCharactersOfEventsAreEscaped() throws IOException {
        String dump = DUMP + """
                ---
                apiVersion: v1
                kind: Event
                metadata: {name: e, namespace: ml}
                involvedObject: {kind: Pod, namespace: ml, name: waits}
                reason: FailedScheduling
                message: "\\e[2J0/1 nodes\\nare available"
                """;

        run("why", "pod/waits", "-n", "ml", "--from", write("dump.yaml", dump).toString());

        assertThat(out()).contains("  scheduler: \\u001b[2J0/1 nodes\\nare available\n");
    }

    @Test
    void agesAreRelativeToDumpTime() throws IOException {
        String created = "metadata: {creationTimestamp: \"2026-03-01T12:00:00Z\", name: waits,";
        Path dump = write("dump.yaml", DUMP.replace("metadata: {name: waits,", created));
        Files.setLastModifiedTime(dump, FileTime.from(Instant.parse("2026-03-01T12:03:00Z")));

        run("why", "pod/waits", "-n", "ml", "--from", dump.toString());

        assertThat(out()).startsWith("Pod ml/waits: pending for 3m\n");
    }

    @Test
    void workloadWhosePodsAreNotCreatedIsPendingWithoutAKnownCause() throws IOException {
        String dump = DUMP + """
                ---
                apiVersion: apps/v1
                kind: StatefulSet
                metadata: {name: db, namespace: ml, uid: db-uid}
                spec: {replicas: 2}
                """;

        assertThat(run(
                        "why",
                        "sts/db",
                        "-n",
                        "ml",
                        "--from",
                        write("dump.yaml", dump).toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).startsWith("""
                StatefulSet ml/db: pending, 2 pods not created
                  1. its controller has reported nothing about pods [unknown]
                """);
    }
}
