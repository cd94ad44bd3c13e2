package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CliTest {

    private static final String CLAIM = """
        apiVersion: resource.k8s.io/v1alpha2
        kind: ResourceClaim
        metadata:
          name: a
        spec:
          resourceClassName: gpu.example.com
        """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder;

    @Test
    void checkWhenAllIsRightThenCleanAndCounted() throws IOException {
        Path file = write("claim.yaml", CLAIM + "---\napiVersion: v1\nkind: Pod\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err())
                .contains(
                        "1 DRA object checked in 1 file: 0 errors, 1 warning; 1 other document, 0 skipped, 0 unreadable");
    }

    @Test
    void checkShowsEachMistakeWhereItStands() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  allocationMode: Later\n  colour: blue\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        file
                                + ":7:19: error: spec.allocationMode: \"Later\": must be one of WaitForFirstConsumer, Immediate")
                .contains(file + ":8:3: error: spec.colour: ");
    }

    @Test
    void checkReadsJsonAndLists() throws IOException {
        Path file = write(
                "list.json",
                "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n{\"apiVersion\":\"resource.k8s.io/v1alpha2\",\"kind\":\"ResourceClass\",\"metadata\":{\"name\":\"a\"},\"driverName\":7}]}");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        ":2:102: error: items[0].driverName: 7: must be a string, is a number [FieldValueTypeInvalid]");
    }

    @Test
    void aFileOfJsonIsReadAsKubectlReadsIt() throws IOException {
        String claim =
                "{\"apiVersion\":\"resource.k8s.io/v1alpha2\",\"kind\":\"ResourceClass\",\"metadata\":{\"name\":\"a\"},\"driverName\":7}";

        assertThat(run("check", write("several.json", claim + "\n" + claim).toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(run("check", write("mark.json", "\ufeff" + claim).toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(run("check", write("broken.json", claim.substring(1)).toString()))
                .isEqualTo(ExitCode.USAGE);
        assertThat(out())
                .containsSubsequence(
                        "several.json:1:102: error: driverName: 7: must be a string",
                        "several.json:2:102: error: driverName: 7: must be a string",
                        "mark.json:1:",
                        "broken.json:1:");
    }

    @Test
    void checkOfAReleaseThatDoesNotServeTheObjectIsAnError() throws IOException {
        Path file = write("claim.yaml", CLAIM);

        assertThat(run("check", "--kubernetes", "1.31", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        "Kubernetes 1.31 does not serve ResourceClaim in resource.k8s.io/v1alpha2; 1.27 to 1.30 do; 1.31 serves it in v1alpha3");
    }

    @Test
    void whatNoReleaseServesIsAnError() throws IOException {
        String named = "metadata: {name: a}\n---\n";
        Path file = write(
                "claim.yaml",
                "apiVersion: resource.k8s.io/v1\nkind: resourceclaim\n" + named
                        + "apiVersion: resource.k8s.io/v1\nkind: ResourceClass\n" + named
                        + "apiVersion: v1\nkind: DeviceClass\n" + named
                        + "apiVersion: resource.k8s.io/v9\nkind: ResourceClaim\n" + named
                        + "kind: ResourceClaim\n" + named
                        + "apiVersion: resource.k8s.io/v1\n" + named);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .containsSubsequence(
                        ":1:13: error: apiVersion: no release from 1.27 to 1.37 serves resource.k8s.io/v1 resourceclaim; the kind is spelled ResourceClaim",
                        ":5:13: error: apiVersion: no release from 1.27 to 1.37 serves resource.k8s.io/v1 ResourceClass; resource.k8s.io/v1alpha2 has it",
                        ":9:13: error: apiVersion: no release from 1.27 to 1.37 serves v1 DeviceClass; resource.k8s.io/v1 has it",
                        ":13:13: error: apiVersion: no release from 1.27 to 1.37 serves resource.k8s.io/v9 ResourceClaim; ",
                        ":17:1: error: apiVersion: is not set; set it, such as resource.k8s.io/v1",
                        ":20:13: error: apiVersion: stands without a kind; set kind, such as ResourceClaim");
    }

    @Test
    void anEntryOfATypedListIsOfItsKind() throws IOException {
        Path file = write(
                "list.yaml",
                "apiVersion: resource.k8s.io/v1alpha2\nkind: ResourceClassList\nitems:\n- metadata: {name: a}\n  driverName: 7\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(":5:15: error: items[0].driverName: 7: must be a string, is a number");
    }

    @Test
    void strictFailsOnWarnings() throws IOException {
        Path file = write("claim.yaml", CLAIM);

        assertThat(run("check", "--strict", file.toString())).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void inputThatCannotBeReadIsNeitherCleanNorAFinding() throws IOException {
        assertThat(run("check", write("bad.yaml", "a: [1\nb: 2\n").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", folder.resolve("missing.yaml").toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out()).contains("bad.yaml:2:");
        assertThat(err()).contains("missing.yaml: there is no such file");
    }

    @Test
    void aKeyThatEndsALineOrMovesTheCursorIsEscaped() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  \"a\\nb\\e[2K\\u202e\": 1\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(file + ":7:3: error: spec.a\\u000ab\\u001b[2K\\u202e: is no field of this type");
    }

    @Test
    void aFileThatCannotBeWrittenIsNoBug() throws IOException {
        String file = write("claim.yaml", CLAIM).toString();
        Path nowhere = folder.resolve("nowhere/report");

        assertThat(run("check", "--output", "json=" + nowhere, file)).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--write-baseline", nowhere.toString(), file)).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--baseline", nowhere.toString(), file)).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .containsSubsequence(
                        "--output: " + nowhere + " cannot be written: there is no such file or folder",
                        nowhere + ": cannot be written: there is no such file or folder",
                        nowhere + ": there is no such file or folder");
    }

    @Test
    void aPatternThatCannotBeReadIsNoBug() throws IOException {
        String file = write("claim.yaml", CLAIM).toString();

        assertThat(run("check", "--ignore", "[", file)).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", folder + "/a[")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).containsSubsequence("the pattern [ cannot be read", "a[ cannot be read");
    }

    @Test
    void oneFormatGoesToStandardOutput() throws IOException {
        String file = write("claim.yaml", CLAIM).toString();

        assertThat(run("check", "--output", "json", "--output", "sarif", file)).isEqualTo(ExitCode.USAGE);
        assertThat(out()).isEmpty();
        assertThat(err()).contains("--output: one format goes to standard output; give each other one a FORMAT=FILE");
    }

    @Test
    void aFileOfTheWorkingDirectoryIsNamedWithoutADot() {
        assertThat(run("check", "./deploy/try/before")).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).startsWith("deploy/try/before/claim.yaml:");
    }

    @Test
    void aPipeIsReadWhereItIsNamedAndNotWaitedForInAFolder() throws Exception {
        Path file = write("claim.yaml", CLAIM);
        Path pipe = pipe("pipe.yaml");

        assertThat(run("check", folder.toString())).isZero();
        new ProcessBuilder("cp", file.toString(), pipe.toString()).start();
        assertThat(run("check", pipe.toString())).isZero();
        assertThat(err()).containsSubsequence("1 DRA object checked in 1 file", "1 DRA object checked in 1 file");
    }

    @Test
    void twoPipesAreABaseAndAHead() throws Exception {
        Path base = pipe("base");
        Path head = pipe("head");
        Path old = write("old.yaml", CLAIM);
        Path now = write("new.yaml", CLAIM.replace("gpu.example.com", "gpu2.example.com"));
        new ProcessBuilder("cp", old.toString(), base.toString()).start();
        new ProcessBuilder("cp", now.toString(), head.toString()).start();

        assertThat(run("check", "--base-dir", base.toString(), "--head-dir", head.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).startsWith(head + ":6:22: error: spec: must not be changed");
    }

    private Path pipe(String name) throws IOException, InterruptedException {
        Path pipe = folder.resolve(name);
        new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor();
        return pipe;
    }

    @Test
    void checkWalksFoldersAndPatternsAndLeavesOutWhatItIsTold() throws IOException {
        Files.createDirectories(folder.resolve("a/.hidden"));
        Files.writeString(folder.resolve("a/one.yaml"), CLAIM);
        Files.writeString(folder.resolve("a/two.yml"), CLAIM);
        Files.writeString(folder.resolve("a/.hidden/three.yaml"), CLAIM);
        Files.writeString(folder.resolve("a/notes.txt"), "no manifest");

        assertThat(run("check", folder.resolve("a").toString())).isZero();
        assertThat(run("check", "--ignore", "two.*", folder.resolve("a").toString()))
                .isZero();
        assertThat(run("check", folder + "/**.yml")).isZero();
        assertThat(err())
                .containsSubsequence(
                        "2 DRA objects checked in 2 files",
                        "1 DRA object checked in 1 file",
                        "1 DRA object checked in 1 file");
    }

    @Test
    void aTemplateIsSkippedAndFailsOnlyWhenStrict() throws IOException {
        Path file = write("template.yaml", "kind: {{ .Values.kind }}\n  - x\n");

        assertThat(run("check", file.toString())).isZero();
        assertThat(run("check", "--strict", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("skipped " + file).contains("1 skipped");
    }

    @Test
    void severalReleasesGiveATableOfWhereAnObjectIsValid() throws IOException {
        Path file = write("claim.yaml", CLAIM);

        assertThat(run("check", "--kubernetes", "1.30..1.31", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).containsPattern("1\\.30 +1\\.31").containsPattern("ResourceClaim default/a +ok +-");
    }

    @Test
    void aNamespaceInTheInputDecidesOnAdminAccess() throws IOException {
        String claim = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a, namespace: NS}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: c, adminAccess: true}}]}}
            ---
            """;
        String labelled =
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: good, labels: {resource.kubernetes.io/admin-access: 'true'}}\n---\n";
        String plain = "apiVersion: v1\nkind: Namespace\nmetadata: {name: bad}\n";
        Path file = write(
                "all.yaml",
                claim.replace("NS", "good")
                        + claim.replace("NS", "bad")
                        + claim.replace("NS", "other")
                        + labelled
                        + plain);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .containsPattern(":9:.*error: .*adminAccess: .*needs the label")
                .containsPattern(":14:.*warning: .*adminAccess: needs the label")
                .doesNotContain(":4:");
        assertThat(run("check", "--admin-namespace", "bad", "--admin-namespace", "other", file.toString()))
                .isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void oneOfTwoObjectsOfANameThatWaitsForItsNamespaceLosesNothingOfTheOther() throws IOException {
        String claim = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a, namespace: good}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: c, FIELD: true}}]}}
            ---
            """;
        String labelled =
                "apiVersion: v1\nkind: Namespace\nmetadata: {name: good, labels: {resource.kubernetes.io/admin-access: 'true'}}\n";
        Path file =
                write("all.yaml", claim.replace("FIELD", "adminAccess") + claim.replace("FIELD", "colour") + labelled);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(":9:").contains("colour").doesNotContain("adminAccess");
    }

    @Test
    void aDeprecatedVersionIsAWarningThatSaysWhatToUse() throws IOException {
        Path file = write("class.yaml", """
            apiVersion: resource.k8s.io/v1beta1
            kind: DeviceClass
            metadata: {name: a}
            spec: {}
            """);

        assertThat(run("check", "--kubernetes", "1.34..1.35", file.toString())).isZero();
        assertThat(out())
                .contains(
                        file
                                + ":1:13: warning: apiVersion: resource.k8s.io/v1beta1 DeviceClass is deprecated in Kubernetes 1.35 and later, unavailable in 1.38 and later; use v1")
                .contains("(Kubernetes 1.35)");
    }

    @Test
    void theSummaryCountsMistakesWhereverTheyStand() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  colour: blue\n---\n" + CLAIM + "  colour: red\n");

        assertThat(run("check", "--summary", "--quiet", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).containsPattern("2 +error +UnknownField +spec.colour");
    }

    @Test
    void whatIsRightIsNamedWhereThatIsAskedFor() throws IOException {
        Path file = write("claim.yaml", CLAIM + "---\n" + CLAIM.replace("name: a", "name: b") + "  colour: red\n");

        assertThat(run("check", "--verbose", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(file + ":1: ok: ResourceClaim default/a")
                .doesNotContain("ok: ResourceClaim default/b");
    }

    @Test
    void aTextBeyondTheLimitIsRefusedByName() throws IOException {
        Path file = folder.resolve("huge.yaml");
        byte[] line = ("# " + "x".repeat(1022) + "\n").getBytes(StandardCharsets.UTF_8);
        try (OutputStream lines = Files.newOutputStream(file)) {
            for (int i = 0; i < 33 * 1024; i++) {
                lines.write(line);
            }
        }

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out()).contains("more than 33554432 bytes");
    }

    @Test
    void aFileThatCannotBeReadIsATestThatFails() throws IOException {
        Path file = write("bad.yaml", "a: [\n");

        assertThat(run("check", "-o", "junit", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "-o", "tap", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out()).contains("failures=\"1\"").contains("not ok 1");
    }

    @Test
    void whatABaselineHasDoesNotFailThoughLinesMove() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  colour: blue\n");
        Path baseline = folder.resolve("baseline");

        assertThat(run("check", "--write-baseline", baseline.toString(), file.toString()))
                .isZero();
        write("claim.yaml", "# moved\n" + CLAIM + "  colour: blue\n");
        assertThat(run("check", "--baseline", baseline.toString(), file.toString()))
                .isZero();
        write("claim.yaml", CLAIM + "  shape: round\n");
        assertThat(run("check", "--baseline", baseline.toString(), file.toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).contains("obsolete").contains("spec.colour");
    }

    @Test
    void everyFormatIsOne() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  colour: <blue>\n");
        for (String format : new String[] {"text", "json", "sarif", "junit", "github", "gitlab", "tap", "markdown"}) {
            Path report = folder.resolve("report." + format);

            assertThat(run("check", "-o", format + "=" + report, file.toString()))
                    .isEqualTo(ExitCode.FINDINGS);
            assertThat(report).content().contains("spec.colour");
        }
        assertThat(out()).isEmpty();
        assertThat(run("check", "-o", "html", file.toString())).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aStatusIsJudgedUnlessItIsToBeIgnored() throws IOException {
        String exported = CLAIM + "status:\n  driverName: -a\n";
        Path file = write("claim.yaml", exported);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("check", "--status", "ignore", file.toString())).isZero();
        assertThat(out()).contains("error: status.driverName").contains("a create does not read it");
    }

    @ParameterizedTest
    @CsvSource({
        "1,drawbridge c,check conformance certs completion",
        "2,drawbridge check --stat,--status",
        "3,drawbridge check --status j,judge",
        "2,drawbridge completion f,fish"
    })
    void aShellCompletesWords(int at, String words, String expected) throws Exception {
        assertThat(run("completion", "bash")).isZero();
        Path script = write("completion.bash", out());
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source " + script + "; COMP_WORDS=(" + words + "); COMP_CWORD=" + at
                                + "; _drawbridge; echo ${COMPREPLY[@]}")
                .redirectErrorStream(true)
                .start();

        assertThat(new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo(expected + "\n");
    }

    @Test
    void everyShellHasItsCompletion() {
        assertThat(run("completion", "zsh")).isZero();
        assertThat(run("completion", "fish")).isZero();
        assertThat(out()).contains("bashcompinit").contains("-l kubernetes");
        assertThat(run("completion", "csh")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void usageIsAnErrorOfItsOwn() {
        assertThat(run()).isEqualTo(ExitCode.USAGE);
        assertThat(run("chekc")).isEqualTo(ExitCode.USAGE);
        assertThat(run("check")).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--kubernetes", "1.26", "x.yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(run("certs", "--out", folder.toString(), "--days", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("must be one of 1.27");
    }

    @Test
    void helpAndVersionAreThere() {
        assertThat(run("--help")).isZero();
        assertThat(run("version")).isZero();
        assertThat(run("serve", "--help")).isZero();
        assertThat(Cli.isServe(new String[] {"serve", "--server.port=1"})).isTrue();
        assertThat(Cli.isServe(new String[] {"serve", "--help"})).isFalse();
        assertThat(out())
                .contains("serve")
                .contains("conformance")
                .contains("Exit codes")
                .contains("drawbridge.tls.directory")
                .contains("rules of Kubernetes 1.27");
    }

    @Test
    void conformancePrintsTheTableAndFailsOnADifference() throws IOException {
        Path own = Path.of("src/test/resources/conformance/own.jsonl");
        Path turned = write("turned.jsonl", Files.readString(own).replace("FieldValueForbidden", "FieldValueRequired"));

        assertThat(run("conformance", "--release", "1.29", own.toString())).isZero();
        assertThat(out()).contains("release").contains("1.29").doesNotContain("1.30   ");
        assertThat(run("conformance", "--show", "1", turned.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("own-");
        assertThat(run("conformance", folder.resolve("none").toString())).isEqualTo(ExitCode.USAGE);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private int run(String... args) {
        return Cli.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
