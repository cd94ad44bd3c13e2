package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.field.Origin;
import dev.drawbridge.report.Format;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.commons.cli.Option;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the commands and their output. */
class CliTest extends CommandLineTest {

    private static final List<String> FORMATS =
            Arrays.stream(Format.values()).map(Format::toString).toList();

    @Test
    void schemaPrintsAKindOrWritesAFileForEach() throws IOException {
        Path out = folder.resolve("schemas");

        assertThat(run("schema", "ResourceClaim", "--draft", "2020-12")).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("https://json-schema.org/draft/2020-12/schema")
                .contains("\"title\" : \"ResourceClaim\"", "\"description\" : \"The number of devices to allocate.")
                .contains("\"$defs\"");
        assertThat(run("schema", "--kubernetes", "1.34", "--out", out.toString()))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(out.resolve("resourceslice-resource-v1.json")).content().contains("\"maxItems\" : 128");
        assertThat(out.resolve("resourceslice-resource-v1beta1.json")).exists();
        assertThat(out.resolve("resourceslice-resource-v1alpha2.json")).doesNotExist();
        assertThat(run("schema", "--out", out.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out.resolve("resourceslice-resource-v1alpha2.json")).exists();
        assertThat(run("schema")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("name one KIND to print, or --out DIR");
        assertThat(run("schema", "ResourceClam")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("did you mean ResourceClaim?");
    }

    @Test
    void explainPrintsAPageAsTextJsonOrMarkdown() {
        assertThat(run("explain", "spec.devices.requests.exactly.count", "--kubernetes", "1.34"))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("FIELD:      spec.devices.requests.exactly.count <integer>", "  - default 1\n");
        assertThat(run("explain", "ResourceClass", "-o", "json")).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("\"kind\" : \"ResourceClass\"").contains("\"path\" : \"driverName\"");
        assertThat(run("explain", "DeviceClass", "-o", "markdown", "--api-version", "resource.k8s.io/v1beta1"))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("# DeviceClass\n").contains("resource.k8s.io/v1beta1 in Kubernetes 1.37");
        assertThat(run("explain", "ResourceClam")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("did you mean ResourceClaim?");
        assertThat(run("explain", "maxItems", "--api-version", "v2")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("--api-version").contains("unknown version \"v2\"");
    }

    @Test
    void validObjectsAreCountedAndExitCodeIsZero() throws IOException {
        Path file = write("claim.yaml", CLAIM + "---\napiVersion: v1\nkind: Pod\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(err()).contains("1 DRA object checked in 1 file: 1 warning; 1 other document\n");
    }

    @Test
    void checkShowsMistakesAtTheirPositions() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  allocationMode: Later\n  colour: blue\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(file
                        + ":7:19: error: spec.allocationMode: \"Later\": must be one of WaitForFirstConsumer,"
                        + " Immediate")
                .contains(file + ":8:3: error: spec.colour: ");
    }

    @Test
    void unservedVersionForSelectedReleaseIsError() throws IOException {
        Path file = write("claim.yaml", CLAIM);

        assertThat(run("check", "--kubernetes", "1.31", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("Kubernetes 1.31 does not serve ResourceClaim in resource.k8s.io/v1alpha2; 1.27 to 1.30 do;"
                        + " 1.31 serves it in v1alpha3");
    }

    @Test
    void strictFailsOnWarnings() throws IOException {
        Path file = write("claim.yaml", CLAIM);

        assertThat(run("check", "--strict", file.toString())).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void controlCharactersInKeyAreEscaped() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  \"a\\nb\\e[2K\\u202e\": 1\n");

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(file + ":7:3: error: spec.a\\nb\\u001b[2K\\u202e: unknown field in resource.k8s.io");
    }

    @Test
    void unwritableFileIsUsageError() throws IOException {
        String file = write("claim.yaml", CLAIM).toString();
        Path nowhere = folder.resolve("nowhere/report");

        assertThat(run("check", "--output", "json=" + nowhere, file)).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--write-baseline", nowhere.toString(), file)).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--baseline", nowhere.toString(), file)).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .containsSubsequence(
                        nowhere + ": cannot be written: no such file or folder",
                        nowhere + ": cannot be written: no such file or folder",
                        nowhere + ": no such file or folder");
    }

    @Test
    void outputDoesNotOverwriteAnInput() throws IOException {
        String file = write("claim.yaml", CLAIM).toString();
        String same =
                folder.resolve("../" + folder.getFileName() + "/claim.yaml").toString();

        assertThat(run("check", "-o", "html=" + same, file)).isEqualTo(ExitCode.USAGE);
        assertThat(run("fit", "--from", file, "-o", "html=" + file, "pod.yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .contains("--output: " + same + " is an input; name another file", "--output: " + file + " is an");
        assertThat(Path.of(file)).hasContent(CLAIM);
    }

    @Test
    void misspelledArgumentHasSuggestion() {
        assertThat(run("chek")).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--kubernets=1.34", ".")).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--feature-gates", "DRAPrioritisedList=true", "."))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--nonsense", ".")).isEqualTo(ExitCode.USAGE);
        assertThat(err())
                .containsSubsequence(
                        "unknown command chek; did you mean check?",
                        "unknown option --kubernets; did you mean --kubernetes?",
                        "unknown feature gate \"DRAPrioritisedList\"; did you mean DRAPrioritizedList?",
                        "unknown option --nonsense\n");
    }

    @Test
    void invalidPatternIsUsageError() throws IOException {
        String file = write("claim.yaml", CLAIM).toString();

        assertThat(run("check", "--ignore", "[", file)).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", folder + "/a[")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).containsSubsequence("the pattern [ cannot be read", "a[ cannot be read");
    }

    @Test
    void onlyOneFormatGoesToStandardOutput() throws IOException {
        String file = write("claim.yaml", CLAIM).toString();

        assertThat(run("check", "--output", "json", "--output", "sarif", file)).isEqualTo(ExitCode.USAGE);
        assertThat(out()).isEmpty();
        assertThat(err()).contains("--output: one format goes to standard output; give each other one a FORMAT=FILE");
    }

    @Test
    void severalReleasesHaveTableOfVerdicts() throws IOException {
        Path file = write("claim.yaml", CLAIM);

        assertThat(run("check", "--kubernetes", "1.30..1.31", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).containsPattern("1\\.30 +1\\.31").containsPattern("ResourceClaim default/a +ok +-");
    }

    @Test
    void namespaceInInputDecidesAdminAccess() throws IOException {
        String claim = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a, namespace: NS}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: c, adminAccess: true}}]}}
            ---
            """;
        String labelled = "apiVersion: v1\nkind: Namespace\nmetadata: {name: good, labels:"
                + " {resource.kubernetes.io/admin-access: 'true'}}\n---\n";
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
    void duplicateNameWithPendingNamespaceKeepsFindingsOfBoth() throws IOException {
        String claim = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: a, namespace: good}
            spec: {devices: {requests: [{name: r, exactly: {deviceClassName: c, FIELD: true}}]}}
            ---
            """;
        String labelled = "apiVersion: v1\nkind: Namespace\nmetadata: {name: good, labels:"
                + " {resource.kubernetes.io/admin-access: 'true'}}\n";
        Path file =
                write("all.yaml", claim.replace("FIELD", "adminAccess") + claim.replace("FIELD", "colour") + labelled);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains(":9:").contains("colour").doesNotContain("adminAccess");
    }

    @Test
    void deprecatedVersionIsWarningWithReplacement() throws IOException {
        Path file = write("class.yaml", """
            apiVersion: resource.k8s.io/v1beta1
            kind: DeviceClass
            metadata: {name: a}
            spec: {}
            """);

        assertThat(run("check", "--kubernetes", "1.34..1.35", file.toString())).isZero();
        assertThat(out())
                .contains(file
                        + ":1:13: warning: apiVersion: resource.k8s.io/v1beta1 DeviceClass is deprecated in"
                        + " Kubernetes 1.35 and later, unavailable in 1.38 and later; use v1")
                .contains("(DeviceClass a; Kubernetes 1.35)");
    }

    @Test
    void summaryGroupsMistakesAcrossPositions() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  colour: blue\n---\n" + CLAIM + "  colour: red\n");

        assertThat(run("check", "--summary", "--quiet", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(err()).containsPattern("2 +error +UnknownField +spec.colour");
    }

    @Test
    void verboseListsValidObjects() throws IOException {
        Path file = write("claim.yaml", CLAIM + "---\n" + CLAIM.replace("name: a", "name: b") + "  colour: red\n");

        assertThat(run("check", "--verbose", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(file + ":1: ok: ResourceClaim default/a")
                .doesNotContain("ok: ResourceClaim default/b");
    }

    @Test
    void baselineMatchesFindingsOnMovedLines() throws IOException {
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
    void everyFormatIsAccepted() throws IOException {
        Path file = write("claim.yaml", CLAIM + "  colour: <blue>\n");
        for (String format : new String[] {"text", "json", "sarif", "junit", "github", "gitlab", "markdown", "html"}) {
            Path report = folder.resolve("report." + format);

            assertThat(run("check", "-o", format + "=" + report, file.toString()))
                    .isEqualTo(ExitCode.FINDINGS);
            assertThat(report).content().contains("spec.colour");
        }
        assertThat(folder.resolve("report.sarif"))
                .content()
                .contains(Origin.UNKNOWN_FIELD.text().why());
        assertThat(out()).isEmpty();
        assertThat(run("check", "-o", "pdf", file.toString())).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void statusIsValidatedUnlessIgnored() throws IOException {
        String exported = CLAIM + "status:\n  driverName: -a\n";
        Path file = write("claim.yaml", exported);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("check", "--status", "ignore", file.toString())).isZero();
        assertThat(out()).contains("error: status.driverName").contains("ignored on create");
    }

    @ParameterizedTest
    @CsvSource({
        "1,drawbridge c,check certs completion",
        "2,drawbridge check --stat,--status",
        "3,drawbridge check --status c,check",
        "2,drawbridge completion f,fish",
        "3,drawbridge fit --from model:8x,model:8xh100 model:8xa100",
        "4,drawbridge fit --fleet model :,8xh100 8xa100 4xt4 gb200-nvl72 gb300-nvl72 mig-a100 dranet-h100 dranet-a3"
                + " efa-a100 mi300x gaudi3 tpu-v5e tpu-v6e trn2 cpu-2numa example",
        "5,drawbridge fit --fleet model : tpu,tpu-v5e tpu-v6e",
        "3,drawbridge why --output t,text",
        "2,drawbridge drivers i,init",
        "4,drawbridge explain --driver gaudi.intel.com device.m,device.model"
    })
    void shellCompletesWords(int at, String words, String expected) throws Exception {
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
    void everyShellHasCompletion() {
        assertThat(run("completion", "zsh")).isZero();
        assertThat(run("completion", "fish")).isZero();
        assertThat(run("completion", "powershell")).isZero();
        assertThat(out())
                .contains("'check --status' = 'check ignore'\n", "'drivers' = '--", "    }\n}\n")
                .contains("'check --allow' = 'recreate'\n", "'schema --draft' = '7 2020-12'\n")
                .contains("'check --output' = '" + String.join(" ", FORMATS) + "'\n");
        assertThat(out()).contains("bashcompinit").contains("-l kubernetes");
        assertThat(run("completion", "csh")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void helpIsAManualPage() {
        assertThat(run("help", "--man", "check")).isZero();
        assertThat(out())
                .startsWith(".TH DRAWBRIDGE\\-CHECK 1\n.SH NAME\ndrawbridge\\-check \\- Check the DRA objects")
                .contains("\n.TP\n\\fB\\-n, \\-\\-namespace\\fR \\fINS\\fR\nNamespace of objects without one");
        for (Command command : Cli.commands()) {
            assertThat(run("help", "--man", command.name())).isZero();
        }
        assertThat(out().lines().filter(line -> line.startsWith(".") && !line.matches("\\.(TH|SH|TP|B|nf|fi)( .*)?")))
                .isEmpty();
    }

    @Test
    void everyLineOfADeclarationIsRead() {
        for (Command command : Cli.commands()) {
            String text = BundledFile.text("/commands/" + command.name() + ".txt");
            assertThat(text).startsWith((command.name() + " " + command.parameters()).strip() + "\n");
            assertThat(command.options().stream().map(Option::getLongOpt)).doesNotHaveDuplicates();
            text.lines()
                    .filter(line -> line.startsWith("-") || line.startsWith("= "))
                    .flatMap(
                            line -> Pattern.compile("--([\\w-]+)").matcher(line).results())
                    .forEach(option -> assertThat(command.options().stream().map(Option::getLongOpt))
                            .contains(option.group(1)));
            command.notes().forEach(note -> assertThat(note).doesNotStartWith("-"));
        }
    }

    @Test
    void withoutACommandTheHelpIsPrinted() {
        assertThat(run()).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).startsWith("Usage: drawbridge").contains("check", "why");
    }

    @Test
    void usageErrorHasOwnExitCode() {
        assertThat(run("chekc")).isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--kubernetes", "1.26", "x.yaml")).isEqualTo(ExitCode.USAGE);
        assertThat(run("certs", "--out", folder.toString(), "--days", "0")).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("expected: 1.27");
    }

    @ParameterizedTest
    @MethodSource("helps")
    void helpFitsTerminalOf80Columns(String command) {
        assertThat(run(command, "--help")).isZero();

        assertThat(out().lines().filter(line -> !line.startsWith("  kubectl ") && !line.startsWith("  drawbridge ")))
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    static Stream<String> helps() {
        return Stream.concat(Stream.of("help"), Cli.commands().stream().map(Command::name));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            check --format sarif            | unknown option --format; did you mean --output?
            migrate --dry-run a.yaml        | unknown option --dry-run; did you mean --diff?
            check --exclude a               | unknown option --exclude; did you mean --ignore?
            check --unsafe-fixes a          | unknown option --unsafe-fixes; did you mean --fix?
            lint .                          | unknown command lint; did you mean check?
            man check                       | did you mean help --man?
            new template                    | with --template for a template
            check -n Team .                 | --namespace: "Team": must be a DNS label
            check --allow delete .          | --allow: invalid value "delete"; expected: recreate\\n
            doctor --dry-run                | unknown option --dry-run\\n
            certs                           | --out DIR is missing
            new claim --class               | --class: NAME is missing
            dump -o cluster.yaml            | expected: yaml, json; in a file: FORMAT=cluster.yaml
            check -o report.sarif .         | html; in a file: FORMAT=report.sarif
            explain FieldValueInvalid       | "FieldValueInvalid", but the type of an error; a rule is the last word
            explain claim                   | did you mean ResourceClaim?\\n
            explain foobar                  | ; the kinds are ResourceClaim,
            """)
    void wordsOfOtherToolsHaveAHint(String words, String error) {
        assertThat(run(words.split(" "))).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains(error.replace("\\n", "\n"));
    }

    @Test
    void helpAndVersionArePrinted() {
        assertThat(run("--help")).isZero();
        assertThat(run("version", "--rules")).isZero();
        assertThat(run("serve", "--help")).isZero();
        assertThat(Cli.isServe(new String[] {"serve", "--server.port=1"})).isTrue();
        assertThat(Cli.isServe(new String[] {"serve", "--help"})).isFalse();
        assertThat(out())
                .contains("serve")
                .contains("Exit codes")
                .contains("maxItems                        A list or map must not have more entries than its limit.")
                .contains("drawbridge.tls.directory")
                .contains("rules of Kubernetes 1.27");
    }

    /** As with {@code | head}, the reader closes the pipe before the output ends. */
    @Test
    void closedPipeIsNotReported() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.drawbridge.Main",
                        "schema",
                        "ResourceSlice")
                .start();
        process.getInputStream().close();

        assertThat(process.errorReader().lines()).isEmpty();
        assertThat(process.waitFor()).isEqualTo(ExitCode.CLEAN);
    }
}
