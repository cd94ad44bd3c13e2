package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

    /** A name that shares a beginning or a part with the only field that it can be. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            requests: [{name: a, exactly: {class: g}}]                                 | class: deviceClassName
            requests: [{name: a, exactly: {deviceClassName: g, selectors: [{cel: {expr: 'true'}}]}}] | expr: expression
            constraints: [{matchAttrs: a.b/c}]                                          | matchAttrs: matchAttribute
            requests: [{name: a, exactly: {deviceClassName: g, selectors: [{ce: {expression: 'true'}}]}}] | ce: cel
            config: [{opaque: {driverName: a.b, params: {}}}]      | driverName: driver; params: parameters
            """)
    void fieldThatIsMissingByAnotherNameIsNoMistakeOfItsOwn(String devices, String meant) throws IOException {
        Path claim = write("a.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: a}
                spec: {devices: {%s}}
                """.formatted(devices));

        assertThat(run("check", claim.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out().lines()
                        .filter(line -> line.contains(" error: "))
                        .map(line -> line.replaceFirst(
                                ".* error: (?:\\S*\\.)?(\\w+: )unknown field \\S+ \\S+ did you mean (\\w+)\\?.*",
                                "$1$2")))
                .containsExactly(meant.split("; "));
    }

    /** The missing field is the misspelled one, also where nothing can be fixed. */
    @Test
    void consequencesAreLeftOut() throws IOException {
        Path claim = Files.createDirectory(folder.resolve("head")).resolve("a.yaml");
        Files.writeString(claim, """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: a}
                spec: {devices: {requests: [{name: g, exactly: {deviceClassname: gpu.example.com}}]}}
                """);
        Path base = Files.createDirectory(folder.resolve("base"));

        for (String[] words : new String[][] {
            {"check", "--fix=unsafe", "--diff", claim.toString()},
            {"check", claim.toString()},
            {
                "check",
                "--base-dir",
                base.toString(),
                "--head-dir",
                claim.getParent().toString()
            },
        }) {
            run(words);
        }
        assertThat(out())
                .containsPattern(
                        "(?s)deviceClassname: unknown field.*\\[fixable].*did you mean deviceClassName\\? [^f]*");
        assertThat(out() + err()).doesNotContain("is required");
    }

    /** Drivers refuse parameters in any release, and Kubernetes in none. */
    @Test
    void parametersAreRefusedByTheDriver() throws IOException {
        Path file = write("a.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: a}
                spec:
                  devices:
                    requests: [{name: g, exactly: {deviceClassName: gpu.amd.com}}]
                    config:
                    - opaque:
                        driver: gpu.amd.com
                        parameters: {apiVersion: gpu.resource.amd.com/v1alpha1, kind: GpuConfig, colour: red}
                """);

        assertThat(run("check", "--upgrade", "1.36..1.37", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).doesNotContain("refuse").containsPattern("ResourceClaim +1 +0 +0 +0");
        assertThat(run("check", "--kubernetes", "1.36..1.37", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("ok*      ok*", "* Kubernetes accepts it").doesNotContain("refused");
    }

    @Test
    void secondClaimOfANameIsRefused() throws IOException {
        String claim = "apiVersion: resource.k8s.io/v1\nkind: ResourceClaim\nmetadata: {name: a%s}\n"
                + "spec: {devices: {requests: [{name: %s, exactly: {deviceClassName: gpu.example.com}}]}}\n";
        write("a.yaml", claim.formatted("", "a"));
        write("b.yaml", claim.formatted("", "b"));
        write("c.yaml", claim.formatted(", labels: {b: c}", "a"));

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .containsPattern("b.yaml.*the second apply is refused: spec is immutable")
                .containsPattern("c.yaml.*the one applied last wins");
    }

    @Test
    void statusIsOfNoInterestIfIgnoredOrPrinted() throws IOException {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: a%s}
                spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu.example.com}}]}}
                status: {reservedFor: [{resource: pods, name: p, uid: u}]}
                """;
        Path file = write("a.yaml", claim.formatted(""));
        Path printed = write("b.yaml", claim.formatted(", uid: u, resourceVersion: '1'"));

        run("check", "--status", "ignore", file.toString());
        run("check", printed.toString());
        assertThat(out()).doesNotContain("ignored on create");
        run("check", file.toString());
        assertThat(out()).contains("ignored on create");
    }

    @Test
    void meantFieldIsNamed() throws IOException {
        Path file = write("a.yaml", """
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceclaims: [{name: g, resourceClaimName: g}]
                  containers: [{name: c, image: x, resources: {limits: {claims: [{name: g}]}}}]
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: g}
                spec:
                  devices:
                    requests: [{name: a, exactly: {deviceClassName: nvidia.com/gpu, count: 1.0}}]
                """);

        run("check", file.toString());
        assertThat(out())
                .contains("did you mean resourceClaims? [UnknownField, unknownField] [fixable]")
                .contains("resources.limits.claims: [{\"name\":\"g\"}]: must not have claims; claims belongs in"
                        + " resources, next to limits and requests [FieldValueTypeInvalid, type] [fixable]")
                .contains("is a resource of a device plugin, not a DeviceClass; did you mean gpu.nvidia.com?");
        run("check", "--fix", file.toString());
        assertThat(file)
                .content()
                .contains("  resourceClaims: [{name: g", "claims: [{name: g}]")
                .doesNotContain("resourceclaims", "limits: {claims");
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
        assertThat(err()).contains("no findings; 1 suppressed");
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
                .contains("patch.yaml: patch of a kustomization; to check it: --kustomize " + folder)
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
        // No rule for a spec depends on the metadata.
        assertThat(out())
                .contains("flux.yaml:6:3: error: spec.colour", "flux.yaml:13:3: error: spec.colour")
                .contains("(DeviceClass ${ENV:=test}-gpu)");
        assertThat(err()).contains("1 DRA object checked in 1 file: 2 errors; 1 skipped");
        run("check", "--fix", "--diff", flux.toString());
        assertThat(out() + err()).doesNotContain("metadata.name");
        Path value = write("value.yaml", name.replace("red", "${COLOUR}"));
        assertThat(run("check", value.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--set", "ENV=prod", flux.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("flux.yaml:6:3: error: spec.colour").contains("(DeviceClass prod-gpu)");
        assertThat(run("check", helm.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("has the placeholder {{ .Values.name }}; render it first");
    }

    /** A placeholder may give an object any name: it is no advice for a name that is missing. */
    @Test
    void placeholderIsNoAdvice() throws IOException {
        Path file = write("a.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: "{{ .Values.name }}"}
                spec: {devices: {requests: [{name: g, exactly: {deviceClassName: gpu.nvidia.com}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  containers: [{name: c, image: a, resources: {claims: [{name: x}]}}]
                  resourceClaims: [{name: x, resourceClaimTemplateName: missing}]
                """);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEmpty();
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
        await(output, "error: colour");
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
