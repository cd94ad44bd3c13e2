package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of features that users know from kubectl, kubeconform and other linters. */
class CheckHabitsTest extends CommandLineTest {

    @Test
    void documentsAfterUnreadableOneAreChecked() throws IOException {
        Path file = write("a.yaml", "a: [1\nb: 2\n---\n" + WRONG + "---\n\"a\n---\n" + WRONG.replace("gpu", "other"));

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out())
                .containsSubsequence(
                        ":2:2: error: ", ":9:3: error: spec.colour", ":11:1: error: ", ":18:3: error: spec.colour");
    }

    @ParameterizedTest
    @CsvSource({"resources.k8s.io/v1", "resource.k8s/v1", "resource/v1"})
    void misspelledGroupIsError(String apiVersion) throws IOException {
        Path file = write("a.yaml", "apiVersion: " + apiVersion + "\nkind: ResourceClaim\nmetadata: {name: a}\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("serves " + apiVersion + " ResourceClaim; did you mean resource.k8s.io/v1?");
    }

    @Test
    void commentSuppressesFindingAndUnusedOneIsReported() throws IOException {
        Path own = write("own.yaml", WRONG.replace("red", "red # drawbridge: ignore=unknownField the driver's own"));
        Path above = write(
                "above.yaml",
                WRONG.replace("  colour", "  # drawbridge: ignore=unknownField,cel\n\n  # more\n  colour"));

        assertThat(run("check", own.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("0 errors, 0 warnings").contains("1 suppressed");
        assertThat(run("check", "--strict", above.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("above.yaml:6:3: warning: unused suppression of cel; remove it [unusedSuppression]");
        assertThat(run("check", "--no-suppressions", own.toString())).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void duplicateObjectInFolderIsWarning() throws IOException {
        String right = WRONG.replace("  colour: red\n", "  {}\n").replace("spec:\n  {}", "spec: {}");
        Path one = write("one.yaml", right);
        write("two.yaml", right.replace("/v1", "/v1beta2"));

        assertThat(run("check", one.getParent().toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("two.yaml:4:9: warning: metadata.name: defined twice in this folder, also at ");
    }

    @Test
    void kustomizePatchesAreSkippedAndReported() throws IOException {
        Path patch = write("patch.yaml", WRONG);
        write("kustomization.yaml", "patches:\n- path: patch.yaml\n- patch: |-\n    a: b\n");

        assertThat(run("check", patch.getParent().toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err())
                .contains("patch.yaml: patch of a kustomization; to check it: drawbridge check --kustomize " + folder)
                .contains("1 skipped");
    }

    @Test
    void mistakeInExpressionHasPosition() throws IOException {
        isAt("8:25", "device.nosuch == 1");
        isAt("8:26", "\"device.nosuch == 1\"");
        isAt("8:52", "'device.driver == ''a'' && device.nosuch == 1'");
        isAt("8:52", "\"device.driver == \\\"a\\\" && device.nosuch == 1\"");
        isAt("10:17", "|\n        device.driver == \"a\" &&\n          device.nosuch == 1");
        isAt("10:15", ">-\n        device.driver == \"a\" &&\n        device.nosuch == 1");
        // The position is that of the expression if the exact place is unknown.
        isAt("8:19", "\"\\u0064evice.nosuch == 1\"");
    }

    private void isAt(String place, String expression) throws IOException {
        String selectors = "  selectors:\n  - cel:\n      expression: " + expression;
        Path file = write("a.yaml", WRONG.replace("  colour: red", selectors));

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("a.yaml:" + place + ": error: spec.selectors[0].cel.expression");
    }

    @Test
    void unreadableTextIsTemplateOnlyWithActions() throws IOException {
        assertThat(run("check", write("t.yaml", "a: {{ .Values.a }}\n").toString()))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("t.yaml: template");
        assertThat(run("check", write("n.yaml", "a: {{ }\n\u0001{{\n").toString()))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void objectWithPlaceholderIsSkippedOrCheckedWithValue() throws IOException {
        String name = WRONG.replace("gpu", "${ENV:=test}-gpu");
        Path flux = write("flux.yaml", name + "---\n" + WRONG);
        Path helm = write("helm.yaml", WRONG.replace("gpu", "\"{{ .Values.name }}\""));

        assertThat(run("check", flux.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err())
                .contains("flux.yaml:1:1: DeviceClass ${ENV:=test}-gpu has the placeholder ${ENV:=test}; set it with"
                        + " --set");
        assertThat(out()).doesNotContain(":6:3").contains("flux.yaml:13:3: error: spec.colour");
        assertThat(run("check", "--set", "ENV=prod", flux.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("flux.yaml:6:3: error: spec.colour").contains("(DeviceClass prod-gpu)");
        assertThat(run("check", helm.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("has the placeholder {{ .Values.name }}; render it first");
    }

    @Test
    void filesAreNamedAsForKubectl() throws IOException {
        Path file = write("a.yaml", WRONG);

        assertThat(run("check", "-q", "-R", "-f", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).isEmpty();
        assertThat(run("check", "--color=always", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("\u001b[31merror");
        assertThat(run("help", "check")).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("Usage: drawbridge check");
    }

    @Test
    void helpIsSuggestedOnlyForUsageErrors() throws IOException {
        assertThat(run("check", "nosuch.yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).doesNotContain("Try ");
        assertThat(run("check", "--nosuch")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("Try 'drawbridge check --help'.");
    }

    @Test
    void watchChecksChangedFile() throws Exception {
        Path file = write("a.yaml", "apiVersion: v1\nkind: Pod\n");
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(output, true, StandardCharsets.UTF_8);
        Thread watch = new Thread(() -> Cli.run(new String[] {"check", "--watch", file.toString()}, stream, stream));
        watch.start();
        await(output, "watching for changes");
        write("a.yaml", WRONG);
        await(output, "error: spec.colour");
        watch.interrupt();
        watch.join();
    }

    private static void await(ByteArrayOutputStream output, String text) throws InterruptedException {
        Instant end = Instant.now().plusSeconds(300);
        while (!output.toString(StandardCharsets.UTF_8).contains(text)) {
            assertThat(Instant.now()).isBefore(end);
            Thread.sleep(20);
        }
    }
}
