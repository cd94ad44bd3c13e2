package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Tests of the input of {@code check}: files, folders, patterns, pipes, lists and other documents. */
class CheckInputTest extends CommandLineTest {

    @Test
    void checkReadsJsonAndLists() throws IOException {
        Path file = write(
                "list.json",
                "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n{\"apiVersion\":\"resource.k8s.io/v1alpha2\","
                        + "\"kind\":\"ResourceClass\",\"metadata\":{\"name\":\"a\"},\"driverName\":7}]}");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(":2:102: error: items[0].driverName: 7: expected a string, found a number; put it in quotes"
                        + " [FieldValueTypeInvalid, type]");
    }

    @Test
    void readsJsonFileAsKubectl() throws IOException {
        String claim = "{\"apiVersion\":\"resource.k8s.io/v1alpha2\",\"kind\":\"ResourceClass\",\"metadata\":{"
                + "\"name\":\"a\"},\"driverName\":7}";

        assertThat(run("check", write("several.json", claim + "\n" + claim).toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(run("check", write("mark.json", "\ufeff" + claim).toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(run("check", write("broken.json", claim.substring(1)).toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(out())
                .containsSubsequence(
                        "several.json:1:102: error: driverName: 7: expected a string",
                        "several.json:2:102: error: driverName: 7: expected a string",
                        "mark.json:1:",
                        "broken.json:1:");
    }

    @Test
    void unservedVersionIsError() throws IOException {
        String named = "metadata: {name: a}\n---\n";
        Path file = write(
                "claim.yaml",
                "apiVersion: resource.k8s.io/v1\nkind: resourceclaim\n" + named
                        + "apiVersion: resource.k8s.io/v1\nkind: ResourceClass\n" + named
                        + "apiVersion: v1\nkind: DeviceClass\n" + named
                        + "apiVersion: resource.k8s.io/v9\nkind: ResourceClaim\n" + named
                        + "kind: ResourceClaim\n" + named
                        + "apiVersion: resource.k8s.io/v1\n" + named
                        + "apiVersion: 1\nkind: ResourceClaim\n" + named
                        + "apiVersion: resource.k8s.io/v1\nkind: true\n" + named);

        String none = "error: apiVersion: no release from 1.27 to " + KubernetesRelease.NEWEST + " serves ";
        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .containsSubsequence(
                        ":2:7: " + none.replace("apiVersion", "kind")
                                + "resource.k8s.io/v1 resourceclaim; did you mean ResourceClaim?",
                        ":5:13: " + none + "resource.k8s.io/v1 ResourceClass; did you mean DeviceClass?",
                        ":9:13: " + none + "v1 DeviceClass; did you mean resource.k8s.io/v1?",
                        ":13:13: " + none + "resource.k8s.io/v9 ResourceClaim; ",
                        ":17:1: error: apiVersion: is missing; set it, such as resource.k8s.io/v1",
                        ":20:1: error: kind: is missing; set it, such as ResourceClaim",
                        ":23:13: error: apiVersion: expected a string, found a number; set it, such as resource.k8s",
                        ":28:7: error: kind: expected a string, found a boolean; set it, such as ResourceClaim");
    }

    @Test
    void itemOfTypedListHasItsKind() throws IOException {
        Path file = write(
                "list.yaml",
                "apiVersion: resource.k8s.io/v1alpha2\nkind: ResourceClassList\nitems:\n- metadata: {name: a}\n "
                        + " driverName: 7\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(":5:15: error: items[0].driverName: 7: expected a string, found a number");
    }

    @Test
    void unreadableInputIsUsageError() throws IOException {
        assertThat(run("check", write("bad.yaml", "a: [1\nb: 2\n").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", folder.resolve("missing.yaml").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out()).contains("bad.yaml:2:");
        assertThat(err()).contains("missing.yaml: no such file");
    }

    @Test
    void fileOfWorkingDirectoryIsNamedWithoutDot() {
        assertThat(run("check", "./deploy/try/before")).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).startsWith("deploy/try/before/claim.yaml:");
    }

    @Test
    void namedPipeIsReadAndPipeInFolderIsSkipped() throws Exception {
        Path file = write("claim.yaml", CLAIM);
        Path pipe = pipe("pipe.yaml");

        assertThat(run("check", folder.toString())).isZero();
        new ProcessBuilder("cp", file.toString(), pipe.toString()).start();
        assertThat(run("check", pipe.toString())).isZero();
        assertThat(err())
                .containsSubsequence(
                        "1 DRA object checked in 1 file",
                        pipe + ": named pipe; waiting for its writer",
                        "1 DRA object checked in 1 file");
    }

    @Test
    void comparesTwoPipes() throws Exception {
        Path base = pipe("base");
        Path head = pipe("head");
        Path old = write("old.yaml", CLAIM);
        Path now = write("new.yaml", CLAIM.replace("gpu.example.com", "gpu2.example.com"));
        new ProcessBuilder("cp", old.toString(), base.toString()).start();
        new ProcessBuilder("cp", now.toString(), head.toString()).start();

        assertThat(run("check", "--base-dir", base.toString(), "--head-dir", head.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).startsWith(head + ":6:22: error: spec: field is immutable");
    }

    /** As {@code fit --from <(kubectl get ...)} does. */
    @Test
    void fleetIsReadFromAPipe() throws IOException, InterruptedException {
        Path claim = write("claim.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: a}
                spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu}}]}}
                """);
        Path named = write("class.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu}
                spec: {}
                """);
        Path pipe = pipe("pipe.yaml");
        new ProcessBuilder("cp", named.toString(), pipe.toString()).start();

        assertThat(run("fit", "--from", pipe.toString(), "--from", "model:8xh100", claim.toString()))
                .isZero();
        assertThat(out()).contains("fits now on 1 of 1 node");

        new ProcessBuilder("cp", named.toString(), pipe.toString()).start();
        assertThat(run("doctor", "--from", pipe.toString())).isZero();
    }

    private Path pipe(String name) throws IOException, InterruptedException {
        Path pipe = folder.resolve(name);
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        return pipe;
    }

    @Test
    void checkWalksFoldersAndPatternsExceptIgnoredFiles() throws IOException {
        Files.createDirectories(folder.resolve("a/.hidden"));
        Files.writeString(folder.resolve("a/one.yaml"), CLAIM);
        Files.writeString(folder.resolve("a/two.yml"), CLAIM);
        Files.writeString(folder.resolve("a/.hidden/three.yaml"), CLAIM);
        Files.writeString(folder.resolve("a/notes.txt"), "no manifest");

        assertThat(run("check", folder.resolve("a").toString())).isZero();
        assertThat(run("check", folder + "/a/one.yaml", folder + "/a/../a", folder + "/a/", folder + "/*/two.yml"))
                .isZero();
        assertThat(run("check", "--ignore", "two.*", folder.resolve("a").toString()))
                .isZero();
        assertThat(run("check", folder + "/**.yml")).isZero();
        assertThat(err())
                .containsSubsequence(
                        "2 DRA objects checked in 2 files",
                        "2 DRA objects checked in 2 files",
                        "1 DRA object checked in 1 file",
                        "1 DRA object checked in 1 file");
    }

    @Test
    void templateIsSkippedAndFailsOnlyIfStrict() throws IOException {
        Path file = write("template.yaml", "kind: {{ .Values.kind }}\n  - x\n");

        assertThat(run("check", file.toString())).isZero();
        assertThat(run("check", "--strict", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("skipped " + file).contains("1 skipped");
    }

    @Test
    void tooLargeFileIsRefusedWithItsName() throws IOException {
        Path file = folder.resolve("huge.yaml");
        byte[] line = ("# " + "x".repeat(1022) + "\n").getBytes(StandardCharsets.UTF_8);
        try (OutputStream lines = Files.newOutputStream(file)) {
            for (int i = 0; i < 33 * 1024; i++) {
                lines.write(line);
            }
        }

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out()).contains("larger than 33554432 bytes");
    }

    @Test
    void unreadableFileIsFailedTestCase() throws IOException {
        Path file = write("bad.yaml", "a: [\n");

        assertThat(run("check", "-o", "junit", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out()).contains("errors=\"1\"");
    }
}
