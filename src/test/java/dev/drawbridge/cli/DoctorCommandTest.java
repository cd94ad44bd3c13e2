package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of the output and exit codes of {@code drawbridge doctor} on a dump. */
class DoctorCommandTest extends CommandLineTest {

    private static final String DUMP = """
            apiVersion: v1
            kind: Node
            metadata: {name: n1}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: p, namespace: ml}
            ---
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: nic}
            spec: {selectors: [{cel: {expression: device.driver == "nic.example.com"}}]}
            ---
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: s}
            spec:
              driver: gpu.example.com
              nodeName: %s
              pool: {name: n1, generation: 1, resourceSliceCount: 1}
              devices: [{name: gpu-0}]
            """;

    private int doctor(String node, String... more) throws IOException {
        String[] words = new String[more.length + 3];
        words[0] = "doctor";
        words[1] = "--from";
        words[2] = write("dump.yaml", DUMP.formatted(node)).toString();
        System.arraycopy(more, 0, words, 3, more.length);
        return run(words);
    }

    @Test
    void warningsFailAndHaveAFix() throws IOException {
        assertThat(doctor("gone")).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).isEqualTo("""
                SEVERITY  RULE                 OBJECT           MESSAGE
                warning   sliceWithoutNode     ResourceSlice s  node gone does not exist; driver gpu.example.com
                info      classMatchesNothing  DeviceClass nic  matches none of 1 device

                sliceWithoutNode: delete the slice: kubectl delete resourceslice NAME
                classMatchesNothing: check that the driver runs, or delete the class
                """);
    }

    /** The answer is about an object that exists in no cluster. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            doctor            | (this ResourceClaim is invalid: the API server refuses it)
            why resourceclaim/c | (this ResourceClaim is invalid: the API server refuses it)
            fleet             | (this ResourceClaim is invalid and not used)
            fit dump.yaml     |
            """)
    void mistypedObjectThatIsWrittenByHandIsNamed(String words, String note) throws IOException {
        String claim = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: default}
                spec: {devices: {request: [{name: g, exactly: {deviceClassName: nic}}]}}
                """;
        Path dump = write("dump.yaml", DUMP.formatted("n1") + claim.replace("{name: c,", "{name: c, uid: u,"));
        run("doctor", "--from", dump.toString());
        assertThat(err()).doesNotContain("unknown field");
        Files.writeString(dump, DUMP.formatted("n1") + claim);
        List<String> command = new ArrayList<>(
                List.of(words.replace("dump.yaml", dump.toString()).split(" ")));
        command.addAll(List.of("--from", dump.toString()));

        run(command.toArray(String[]::new));

        String mistake = "spec.devices.request: unknown field in resource.k8s.io/v1; did you mean requests?";
        assertThat(note == null ? out() : err())
                .containsOnlyOnce(note == null ? mistake + "\n" : mistake + " " + note + "\n");
    }

    /** Only schedulers of 1.37.0 and older taint devices by a rule without a selector. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1.37   | taintRuleMatchesNothing | has no deviceSelector: a scheduler of 1.37.0 taints all devices with it
            1.37.0 | knownBug                | kube-scheduler 1.37.0 has kubernetes#141620, fixed in 1.37.1
            1.37.1 | taintRuleMatchesNothing | selects none of 1 device
            """)
    void taintRuleWithoutSelectorDependsOnThePatch(String release, String rule, String message) throws IOException {
        Path dump = write("dump.yaml", DUMP.formatted("n1") + """
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceTaintRule
                metadata: {name: repair}
                spec: {taint: {key: example.com/repair, effect: NoSchedule}}
                """);

        run("doctor", "--from", dump.toString(), "--kubernetes", release);

        assertThat(out()).containsPattern("warning +" + rule + " +DeviceTaintRule repair +" + message);
    }

    @Test
    void findingsOfOneRuleAreCounted() throws IOException {
        StringBuilder dump = new StringBuilder(DUMP.formatted("n1"));
        String slice = DUMP.substring(DUMP.lastIndexOf("---"));
        for (int i = 0; i < 25; i++) {
            dump.append(slice.formatted("gone").replace("name: s}", "name: s" + i + "}"));
        }

        run("doctor", "--from", write("dump.yaml", dump.toString()).toString());

        assertThat(out())
                .contains("ResourceSlice s19 ", "sliceWithoutNode: 5 more; -o json has all")
                .doesNotContain("s20 ");
    }

    @Test
    void withoutProblemsWhatWasExaminedIsNamed() {
        assertThat(run("doctor", "--from", "model:8xh100")).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .startsWith("No problems found.\nExamined: nodes (1)")
                .contains("deviceclasses (1)", "resourceslices (1)\n");
    }

    @Test
    void infoFailsOnlyOnRequest() throws IOException {
        assertThat(doctor("n1")).isEqualTo(ExitCode.CLEAN);
        assertThat(doctor("n1", "--fail-on", "info")).isEqualTo(ExitCode.FINDINGS);
        assertThat(doctor("gone", "--fail-on", "never")).isEqualTo(ExitCode.CLEAN);
        assertThat(doctor("gone", "--fail-on", "error")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void jsonAndMarkdownHaveTheSame() throws IOException {
        doctor("gone", "-o", "json");
        doctor("gone", "-o", "markdown");

        assertThat(out())
                .contains("\"rule\" : \"sliceWithoutNode\"")
                .contains("| warning | sliceWithoutNode | ResourceSlice s |");
    }

    @Test
    void rulesAndCausesAreExplained() throws IOException {
        assertThat(run("explain", "poolIncomplete")).isEqualTo(ExitCode.CLEAN);
        assertThat(run("explain", "devicesTaken")).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("A pool has all slices").contains("Other claims hold the devices.");
    }

    @Test
    void clusterRoleEqualsShippedFile() throws IOException {
        assertThat(run("doctor", "--rbac")).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEqualTo(Files.readString(Path.of("deploy/why/doctor-rbac.yaml")));
    }

    @Test
    void invalidTimeIsUnknown() throws IOException {
        String claim = """
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c, namespace: ml, deletionTimestamp: "|soon|", finalizers: ["a|b"]}
                """;

        String dump = write("dump.yaml", DUMP.formatted("n1") + claim).toString();

        assertThat(run("doctor", "--from", dump, "-o", "markdown")).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("| warning | claimStuck | ResourceClaim ml/c | is being deleted; finalizers: a\\|b |");
    }
}
