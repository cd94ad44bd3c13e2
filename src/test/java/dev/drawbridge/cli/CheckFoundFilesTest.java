package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of files in checked folders that are not manifests: editor settings, charts, baselines, fleets. */
class CheckFoundFilesTest extends CommandLineTest {

    private static final String RIGHT = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: right}
            spec: {devices: {requests: [{name: a, exactly: {deviceClassName: b}}]}}
            """;

    private static final String JSON_WITH_COMMENT = """
            {
              // schema of resource.k8s.io/v1
              "a": 1
            }
            """;

    @Test
    void unreadableJsonIsSkippedInFolderAndErrorIfNamed() throws IOException {
        Path file = write("settings.json", JSON_WITH_COMMENT);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEmpty();
        assertThat(err())
                .contains("skipped " + file + ":2:3: cannot be read: JSON has no comments; remove this one")
                .contains("1 skipped");
        assertThat(run("check", file.toString())).isEqualTo(ExitCode.USAGE);
        assertThat(out()).contains("settings.json:2:3: error: JSON has no comments; remove this one [unreadable]");
    }

    @Test
    void templatesOfManifestsAreNamedIfTheyMentionClaims() throws IOException {
        write("claim.yaml.tmpl", RIGHT + "${MORE}\n");
        write("service.yaml.j2", "kind: {{ kind }}\n");
        write("notes.tmpl", RIGHT);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err())
                .contains("claim.yaml.tmpl: template; render it first", "2 skipped")
                .doesNotContain("service", "notes");
    }

    @Test
    void templatesOfManifestsAreNotFixed() throws IOException {
        String wrong = RIGHT.replace("resource.k8s.io", "resources.k8s.io");
        Path template = write("claim.yaml.j2", wrong);
        Path manifest = write("claim.yaml", wrong);

        run("check", "--fix", folder.toString());
        assertThat(template).hasContent(wrong);
        assertThat(manifest).hasContent(RIGHT);
    }

    @Test
    void unreadableFilesWithoutAWordOfClaimsAreOnlyCounted() throws IOException {
        write("tsconfig.json", JSON_WITH_COMMENT.replace("resource.k8s.io/v1", "modules"));
        write("notes.yaml", "a: [1\n");
        write("claim.yaml", RIGHT);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--strict", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("2 skipped").doesNotContain("tsconfig");
    }

    @Test
    void brokenManifestInAFolderIsAnError() throws IOException {
        write("claim.yaml", WRONG + "a: [1\n");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("[unreadable]");
        assertThat(run("check", folder.resolve("claim.yaml").toString())).isEqualTo(ExitCode.USAGE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "apiVersion: resource.k8s.io/v1\nname: {{ .Values.a }}\n",
                "apiVersion: {{ include \"api\" . }}\nkind: ResourceClaim\nspec: {{ .Values.spec }}\n",
                "kind: Deployment\nspec: {{ .Values.a }}\n  resourceClaims:\n"
            })
    void templateWithClaimsIsListed(String text) throws IOException {
        Path template = write("template.yaml", text);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("skipped " + template + ": template");
    }

    @Test
    void templateOfAChartNamesItsChart() throws IOException {
        Path chart = folder.resolve("charts/gpu");
        Files.createDirectories(chart.resolve("templates/tests"));
        write("charts/gpu/templates/tests/claim.yaml", "apiVersion: resource.k8s.io/v1\nname: {{ .Values.a }}\n");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("; render it first, or use --helm " + chart + "\n");
    }

    @Test
    void templateWithoutClaimsIsOnlyCounted() throws IOException {
        write("service.yaml", "kind: Service\nspec: {{ .Values.a }}\n");
        write("claim.yaml", RIGHT);

        assertThat(run("check", "--strict", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("1 skipped").doesNotContain("service.yaml");
    }

    @Test
    void strictPrintsReasonEvenIfQuiet() throws IOException {
        Path template = write("template.yaml", "apiVersion: resource.k8s.io/v1\nname: {{ .Values.a }}\n");

        assertThat(run("check", "--strict", "-q", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err())
                .contains("skipped " + template + ": template")
                .endsWith("--strict: failed because of 1 skipped file\n");
    }

    @Test
    void baselineInTheFolderIsNotAManifest() throws IOException {
        write("claim.yaml", WRONG);
        Path baseline = folder.resolve("baseline.yaml");

        assertThat(run("check", "--write-baseline", baseline.toString(), folder.toString()))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("wrote a baseline of 1 finding to");
        assertThat(run("check", "--baseline", baseline.toString(), folder.toString()))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("checked in 1 file: no findings").doesNotContain("other document");
    }

    @Test
    void fleetInTheFolderIsCheckedOnlyIfNamed() throws IOException {
        write("claim.yaml", WRONG.replace("\n  colour: red", " {}"));
        String node = """
                apiVersion: v1
                kind: Node
                metadata:
                  name: a
                ---
                """;
        Path fleet = write("fleet.yaml", node + WRONG.replace("name: gpu", "name: other"));

        run("check", "--fleet", fleet.toString(), folder.toString());
        assertThat(out()).doesNotContain("fleet.yaml:11:3");
        run("check", "--fleet", fleet.toString(), folder.toString(), fleet.toString());
        assertThat(out()).contains("fleet.yaml:11:3: error: spec.colour");
    }

    @Test
    void folderAsFleetAndInputIsChecked() throws IOException {
        write("claim.yaml", WRONG);

        run("check", "--fleet", folder.toString(), folder.toString());
        assertThat(out()).contains("claim.yaml:6:3: error: spec.colour");
    }

    @Test
    void checkWithoutAPathChecksTheCurrentFolder() {
        CheckPlan plan = CheckPlan.of(
                Arguments.of(Command.named("check"), List.of()), SettingsFile.NONE, false, new TraceText());

        assertThat(plan.paths()).containsExactly(".");
    }

    @Test
    void watchNoticesFleetBaselineSettingsAndCharts() throws IOException {
        Files.createDirectories(folder.resolve("chart/templates"));
        Path template = write("chart/templates/a.tpl", "");
        Path fleet = write("fleet.yaml", "");
        Path baseline = write("baseline.txt", "");
        Path settings = write(".drawbridge.yaml", "");
        for (Path file : List.of(template, fleet, baseline, settings)) {
            String before = state();
            assertThat(state()).isEqualTo(before);
            Files.writeString(file, "kubernetes: '1.34'");
            assertThat(state()).as(file.toString()).isNotEqualTo(before);
        }
    }

    private String state() throws IOException {
        List<String> words = List.of(
                "--fleet=" + folder.resolve("fleet.yaml"),
                "--baseline=" + folder.resolve("baseline.txt"),
                "--helm=" + folder.resolve("chart"));
        Arguments arguments = Arguments.of(Command.named("check"), words);
        return WatchedFiles.state(CheckPlan.of(arguments, SettingsFile.nearest(folder), false, new TraceText()));
    }

    @Test
    void counterSetThatACompletePoolLacksIsAWarning() throws IOException {
        String slice = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: %s}
                spec:
                  driver: d.example.com
                  nodeName: n
                  pool: {name: n, generation: 1, resourceSliceCount: %d}
                  %s
                """;
        String devices = "devices: [{name: a, consumesCounters: [{counterSet: s, counters: {memory: {value: 1Gi}}}]}]";
        String counters = "sharedCounters: [{name: s, counters: {memory: {value: 8Gi}}}]";

        run("check", write("alone.yaml", slice.formatted("a", 1, devices)).toString());
        assertThat(out()).contains("counter set s not found").contains("poolInvalid");

        run("check", write("part.yaml", slice.formatted("a", 2, devices)).toString());
        run(
                "check",
                write("both.yaml", slice.formatted("a", 2, devices) + "---\n" + slice.formatted("b", 2, counters))
                        .toString());
        assertThat(out().split("poolInvalid", -1)).hasSize(2);
    }
}
