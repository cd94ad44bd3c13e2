package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What users of kubectl, kubeconform and other linters expect of a check. */
class CheckHabitsTest extends CommandLineTest {

    private static final String WRONG = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata:
              name: gpu
            spec:
              colour: red
            """;

    @Test
    void whatFollowsAnUnreadableDocumentIsCheckedToo() throws IOException {
        Path file = write("a.yaml", "a: [1\nb: 2\n---\n" + WRONG + "---\n\"a\n---\n" + WRONG.replace("gpu", "other"));

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out())
                .containsSubsequence(
                        ":2:2: error: ", ":9:3: error: spec.colour", ":11:1: error: ", ":18:3: error: spec.colour");
    }

    @ParameterizedTest
    @CsvSource({"resources.k8s.io/v1", "resource.k8s/v1", "resource/v1"})
    void aGroupThatIsNearlyOursIsAnError(String apiVersion) throws IOException {
        Path file = write("a.yaml", "apiVersion: " + apiVersion + "\nkind: ResourceClaim\nmetadata: {name: a}\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("serves " + apiVersion + " ResourceClaim; did you mean resource.k8s.io/v1?");
    }

    @Test
    void claimsAreHeldAgainstAFleet() throws IOException {
        Path fleet = write("fleet.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: one}
                spec: {driver: gpu.example.com, nodeName: one, devices: [{name: gpu, count: 2}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu}
                """);
        Path claims = write("claims.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: fits}
                spec: {devices: {requests: [{name: a, exactly: {deviceClassName: gpu, count: 2}}]}}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: never}
                spec:
                  # drawbridge: ignore=fit until the new nodes are here
                  devices: {requests: [{name: a, exactly: {deviceClassName: gpu, count: 3}}]}
                """);

        assertThat(run("check", "--fleet", fleet.toString(), "--no-suppressions", claims.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        "claims.yaml:11:3: error: spec.devices: never fits this fleet (1 node): claim default/never: ")
                .contains("at most 2 of them on one node; 3 are needed")
                .contains("[FieldValueInvalid, fit] (ResourceClaim default/never)")
                .doesNotContain("fits)");
        assertThat(run("check", "--strict", "--fleet", fleet.toString(), claims.toString()))
                .isEqualTo(ExitCode.CLEAN);
        // Without a fleet the comment is of no use, and no mistake.
        assertThat(run("check", "--strict", claims.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--fleet", "nowhere.yaml", claims.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("nowhere.yaml: no such file");
        assertThat(run("check", "--fleet", fleet.toString(), "--kubernetes", "1.33", claims.toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("the schedulers of 1.34 and later are supported, not that of 1.33");
    }

    @Test
    void aConfigurationForADriverThatNoDeviceOfTheClassHasIsAWarning() throws IOException {
        Path fleet = write("fleet.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: one}
                spec: {driver: gpu.example.com, nodeName: one, devices: [{name: gpu}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: two}
                spec: {driver: nic.example.com, nodeName: one, devices: [{name: nic}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu}
                spec: {selectors: [{cel: {expression: device.driver == "gpu.example.com"}}]}
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: any}
                """);
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests:
                    - {name: gpu, exactly: {deviceClassName: gpu}}
                    - {name: alt, firstAvailable: [{name: any, deviceClassName: any}]}
                    config:
                    - requests: [%s]
                      opaque: {driver: %s, parameters: {a: 1}}
                """;
        String unused =
                "c.yaml:11:24: warning: spec.devices.config[0].opaque.driver: \"%s\": no device of class %s in the"
                        + " fleet is of this driver, but of %s; the configuration is not used";

        for (String used : List.of("gpu gpu.example.com", "alt nic.example.com", "alt/any gpu.example.com")) {
            String[] names = used.split(" ");
            check(fleet, claim.formatted(names[0], names[1]));
            assertThat(out()).as(used).doesNotContain("unusedConfig");
        }
        check(fleet, claim.formatted("gpu", "nic.example.com"));
        assertThat(out()).contains(unused.formatted("nic.example.com", "gpu", "gpu.example.com"));
        check(fleet, claim.formatted("alt", "other.example.com"));
        assertThat(out()).contains(unused.formatted("other.example.com", "any", "gpu.example.com, nic.example.com"));
    }

    private void check(Path fleet, String claim) throws IOException {
        run("check", "--fleet", fleet.toString(), write("c.yaml", claim).toString());
    }

    @Test
    void whatAClosedInputNamesIsThere() throws IOException {
        Path file = write("closed.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: p}
                spec:
                  resourceClaims:
                  - {name: a, resourceClaimName: c}
                  - {name: t, resourceClaimTemplateName: t}
                  containers: [{name: main, image: x, resources: {claims: [{name: a}, {name: t}, {name: b}]}}]
                """);
        Path classes = write("class.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu}
                """);

        assertThat(run("check", "--strict", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--closed", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("deviceClassName: DeviceClass gpu not found; add it to the input, or fix the name")
                .contains("closed.yaml:12:42: error: spec.resourceClaims[1].resourceClaimTemplateName: ")
                .contains("the pod has no resourceClaims entry named \"b\" [FieldValueNotFound, claimReference]");
        assertThat(run("check", "--closed", file.toString(), classes.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).containsOnlyOnce("DeviceClass gpu not found");
        assertThat(run("check", "--closed", "--base", "HEAD")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aTraceSaysWhatIsDemandedAndWhatIsMet() throws IOException {
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
                        "c.yaml:1: ResourceClaim c: CREATE in resource.k8s.io/v1, Kubernetes 1.37",
                        "\nmetadata.name\n  ok     must be a DNS subdomain",
                        "\nspec.devices.requests[0].name\n  ERROR  must be a DNS label",
                        "\n         FieldValueInvalid at spec.devices.requests[0].name: ",
                        "  ok     must be set [required]",
                        "\nspec.devices.requests[0].exactly\n  ERROR  count must be greater than 0",
                        "c.yaml:4:36: error: spec.devices.requests[0].name")
                .doesNotContain("Pod");
        assertThat(run("check", "--trace", "-o", "json", "-")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("--trace prints text to standard output; give the other format a file");
    }

    @Test
    void anUpdateIsTracedAgainstWhatIsStored() throws IOException {
        String slice = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: s}
                spec: {driver: d, nodeName: NODE, pool: {name: p, generation: 1, resourceSliceCount: 1}}
                """;
        Path base = Files.createDirectories(folder.resolve("base"));
        Path head = Files.createDirectories(folder.resolve("head"));
        Files.writeString(base.resolve("s.yaml"), slice);
        Files.writeString(head.resolve("s.yaml"), slice.replace("NODE", "other"));

        run("check", "--trace", "--base-dir", base.toString(), "--head-dir", head.toString());
        assertThat(out())
                .containsSubsequence(
                        ": ResourceSlice s: UPDATE in resource.k8s.io/v1, Kubernetes 1.37",
                        "\nspec.nodeName\n",
                        "  ERROR  must be as it is stored [immutable]\n");
    }

    @Test
    void aFindingNamesItsObject() throws IOException {
        assertThat(run("check", write("a.yaml", WRONG).toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("[UnknownField, unknownField] (DeviceClass gpu)");
    }

    @Test
    void aCommentSuppressesAFindingAndAnUnusedOneIsNamed() throws IOException {
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
    void anObjectThatAFolderDefinesTwiceIsAWarning() throws IOException {
        String right = WRONG.replace("  colour: red\n", "  {}\n").replace("spec:\n  {}", "spec: {}");
        Path one = write("one.yaml", right);
        write("two.yaml", right.replace("/v1", "/v1beta2"));

        assertThat(run("check", one.getParent().toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("two.yaml:4:9: warning: metadata.name: defined twice in this folder, also at ");
    }

    @Test
    void patchesOfAKustomizationAreLeftOutAndNamed() throws IOException {
        Path patch = write("patch.yaml", WRONG);
        write("kustomization.yaml", "patches:\n- path: patch.yaml\n- patch: |-\n    a: b\n");

        assertThat(run("check", patch.getParent().toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("patch.yaml: patch in kustomization.yaml").contains("1 skipped");
    }

    @Test
    void aMistakeInAnExpressionIsWhereItIsWritten() throws IOException {
        isAt("8:25", "device.nosuch == 1");
        isAt("8:26", "\"device.nosuch == 1\"");
        isAt("8:52", "'device.driver == ''a'' && device.nosuch == 1'");
        isAt("8:52", "\"device.driver == \\\"a\\\" && device.nosuch == 1\"");
        isAt("10:17", "|\n        device.driver == \"a\" &&\n          device.nosuch == 1");
        isAt("10:15", ">-\n        device.driver == \"a\" &&\n        device.nosuch == 1");
        // Where the place cannot be found, the expression is.
        isAt("8:19", "\"\\u0064evice.nosuch == 1\"");
    }

    private void isAt(String place, String expression) throws IOException {
        String selectors = "  selectors:\n  - cel:\n      expression: " + expression;
        Path file = write("a.yaml", WRONG.replace("  colour: red", selectors));

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("a.yaml:" + place + ": error: spec.selectors[0].cel.expression");
    }

    @Test
    void aTextIsATemplateOnlyIfItLooksLikeOne() throws IOException {
        assertThat(run("check", write("t.yaml", "a: {{ .Values.a }}\n").toString()))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("t.yaml: template");
        assertThat(run("check", write("n.yaml", "a: {{ }\n\u0001{{\n").toString()))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void anObjectWithAPlaceholderIsSkippedOrCheckedWithItsValue() throws IOException {
        String name = WRONG.replace("gpu", "${ENV:=test}-gpu");
        Path flux = write("flux.yaml", name + "---\n" + WRONG);
        Path helm = write("helm.yaml", WRONG.replace("gpu", "\"{{ .Values.name }}\""));

        assertThat(run("check", flux.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err())
                .contains(
                        "flux.yaml:1:1: DeviceClass ${ENV:=test}-gpu has the placeholder ${ENV:=test}; set it with --set");
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
    void helpIsOfferedForTheCommandLineOnly() throws IOException {
        assertThat(run("check", "nosuch.yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).doesNotContain("Try ");
        assertThat(run("check", "--nosuch")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("Try 'drawbridge check --help'.");
    }

    @Test
    void aFileThatChangesIsCheckedAgain() throws Exception {
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
        Instant end = Instant.now().plusSeconds(30);
        while (!output.toString(StandardCharsets.UTF_8).contains(text)) {
            assertThat(Instant.now()).isBefore(end);
            Thread.sleep(20);
        }
    }

    @Test
    void noObjectsHaveNoTable() throws IOException {
        Path file = write("a.yaml", "apiVersion: v1\nkind: Pod\n");

        assertThat(run("check", "--kubernetes", "1.33..1.37", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEmpty();
    }

    @Test
    void anOutputThatIsClosedIsAnError() throws IOException {
        String[] check = {"check", write("a.yaml", WRONG).toString()};
        PrintStream closed = new PrintStream(new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException("closed");
            }
        });
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);

        assertThat(Cli.run(check, closed, nowhere)).isEqualTo(ExitCode.USAGE);
    }

    @Test
    @EnabledIf("hasFullDevice")
    void anOutputThatIsFullIsAnError() throws IOException {
        assertThat(run("check", "-o", "json=/dev/full", write("a.yaml", WRONG).toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("/dev/full cannot be written");
    }

    static boolean hasFullDevice() {
        return Files.exists(Path.of("/dev/full"));
    }

    @Test
    void skippedFilesAreInEveryReport() throws IOException {
        Path file = write("t.yaml", "a: {{ .Values.a }}\n");

        assertThat(run("check", "-o", "junit", file.toString())).isZero();
        assertThat(out()).contains("skipped=\"1\"").contains("<skipped message=");
        assertThat(run("check", "-o", "tap", file.toString())).isZero();
        assertThat(out()).contains("t.yaml # SKIP template");
        assertThat(run("check", "-o", "gitlab", file.toString())).isZero();
        assertThat(out()).contains("\"severity\" : \"info\"");
    }

    @Test
    void sarifHasWhatItsReadersNeed() throws IOException {
        Path file = write("t.yaml", "a: {{ .Values.a }}\n");
        Path wrong = write("a.yaml", WRONG);

        assertThat(run("check", "-o", "sarif", file.toString(), wrong.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        JsonNode sarif = JsonMapper.shared().readTree(out().substring(out().indexOf('{')));
        assertThat(sarif.at("/runs/0/invocations/0/toolExecutionNotifications/0/message/text")
                        .asString())
                .contains("t.yaml");
        assertThat(sarif.at("/runs/0/tool/driver/informationUri").asString()).startsWith("https://");
        JsonNode result = sarif.at("/runs/0/results/0");
        assertThat(result.at("/partialFingerprints")
                        .properties()
                        .iterator()
                        .next()
                        .getValue()
                        .asString())
                .hasSize(64);
        assertThat(result.has("baselineState")).isFalse();
        assertThat(result.at("/locations/0/physicalLocation/artifactLocation/uri")
                        .asString())
                .startsWith("file:///");
    }
}
