package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that each document with claims is checked, or named. */
class CheckEverythingTest extends CommandLineTest {

    private static final String CLAIM = "{\"apiVersion\": \"resource.k8s.io/v1\", \"kind\": \"ResourceClaim\","
            + " \"metadata\": {\"name\": \"x\"}, \"spec\": {\"devices\": {\"requests\": [{\"name\": \"a\","
            + " \"exactly\": {\"deviceClassName\": \"b\", \"cout\": 2}}]}}}";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[CLAIM]|[0].spec",
                "[{\"a\": 1}, [CLAIM]]|[1].[0].spec",
                "{\"a.yaml\": CLAIM}|[a.yaml].spec",
                "{\"a\": {\"b\": [CLAIM]}}|[a].[b][0].spec",
                "{\"kind\": \"List\", \"items\": [CLAIM, 3]}|items[0].spec",
                "CLAIM\\nCLAIM|spec"
            })
    void objectsInArraysAndMapsAreChecked(String text, String path) throws IOException {
        String json = text.replace("\\n", "\n").replace("CLAIM", CLAIM);
        Path file = write("a.json", json);

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("error: " + path + ".devices.requests[0].exactly.cout: unknown field");
        assertThat(run("check", write("a.yaml", json).toString())).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void objectsInArraysAreFixed() throws IOException {
        Path file = write("a.json", "{\"a.yaml\": [" + CLAIM + "]}");

        run("check", "--fix", file.toString());
        assertThat(Files.readString(file)).contains("\"count\": 2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"resource.kubernetes.io/v1", "dra.k8s.io/v1", "k8s.io/v1", "resource/v1beta1", "apps/v1"})
    void groupOfKubernetesWithAKindOfTheGroupIsMisspelled(String apiVersion) throws IOException {
        assertThat(run(
                        "check",
                        write("a.json", CLAIM.replace("resource.k8s.io/v1", apiVersion))
                                .toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("serves " + apiVersion + " ResourceClaim; did you mean resource.k8s.io/");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {a: \"kind: ResourceClaim\\n\"}}|data.a",
                "{apiVersion: example.com/v1, kind: A, spec: {resourceClaims: [{name: a}]}}|spec.resourceClaims",
                "{apiVersion: apps/v0, kind: Deployment, spec: {resourceClaims: [{name: a}]}}|spec.resourceClaims",
                "{apiVersion: example.com/v1, kind: ResourceClaim, spec: {deviceClassName: a}}|spec.deviceClassName",
                "{metadata: {name: a}, spec: {devices: {deviceClassName: a}}}|spec.devices.deviceClassName",
                "{worker: {resources: {claims: [{name: a}]}}}|worker.resources.claims",
                "{apiVersion: v1, kind: Secret, stringData: {a: \"kind: ResourceClaim\\n\"}}|stringData.a",
                "{kind: ConfigMap, data: {a: '{\"spec\":{},\"kind\":\"ResourceClaim\"}'}}|data.a",
                "{kind: ConfigMap, data: {a: 'spec: {resourceClaims: [{name: a}]}'}}|data.a",
                "{kind: ConfigMap, data: {a: 'a: {resourceClaimTemplateName: b}'}}|data.a",
                "{apiVersion: a.io/v1, kind: A, resourcesPerNode: {claims: [{name: a}]}}|resourcesPerNode.claims",
                "{kind: Kustomization, patches: [{patch: \"spec:\\n  resourceClaims:\\n\"}]}|patches[0].patch"
            })
    void documentWithClaimsThatIsNotCheckedIsNamed(String text, String path) throws IOException {
        Path file = write("a.yaml", text + "\n");

        assertThat(run("check", file.toString())).isZero();
        assertThat(err())
                .contains("skipped " + file + ":1:1: ", path + " has claims that are not checked; ")
                .contains("; 1 skipped");
        assertThat(run("check", "--strict", file.toString())).isEqualTo(ExitCode.FINDINGS);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{apiVersion: v1, kind: ConfigMap, data: {a: \"kubectl get ResourceClaim\\n\"}}",
                "{kind: ClusterRole, rules: [{apiGroups: [resource.k8s.io], resources: [resourceclaims]}]}",
                "{kind: Event, involvedObject: {apiVersion: resource.k8s.io/v1, kind: ResourceClaim}}",
                "{kind: ControllerRevision, data: {spec: {resourceClaims: [{name: a}]}}}",
                "{kind: CustomResourceDefinition, spec: {properties: {resourceClaims: [{a: b}]}}}",
                "{worker: {resourceClaims: []}}"
            })
    void documentThatNamesNoClaimIsOnlyCounted(String text) throws IOException {
        assertThat(run("check", write("a.yaml", text + "\n").toString())).isZero();
        assertThat(err()).contains("; 1 other document\n").doesNotContain("claims that");
    }

    @ParameterizedTest
    @CsvSource({"'{\"claims\":', '}'", "'[', ']'", "'{\"a\":[', ']}'"})
    void deepDocumentIsOnlyCounted(String begin, String end) throws IOException {
        String deep = begin.repeat(4_500) + "1" + end.repeat(4_500);

        assertThat(run("check", write("a.json", "{\"a\":" + deep + "}").toString()))
                .isZero();
        assertThat(err()).contains("; 1 other document\n");
        String custom = "{\"apiVersion\":\"a.io/v1\",\"kind\":\"A\",\"spec\":" + deep + "}";
        assertThat(run("check", write("b.json", custom).toString())).isZero();
        assertThat(err()).contains("; 1 other document\n");
    }

    @ParameterizedTest
    @CsvSource({"resources.k8s.io/v1, DeviceClas", "resourc.k8s.io/v1, Deviceclass"})
    void misspelledGroupAndKindAreAMistake(String apiVersion, String kind) throws IOException {
        String text = "{apiVersion: %s, kind: %s, metadata: {name: a}}\n".formatted(apiVersion, kind);

        assertThat(run("check", write("a.yaml", text).toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("did you mean resource.k8s.io/v1 DeviceClass?");
    }

    @Test
    void pathWithNothingToCheckIsAWarning() throws IOException {
        Path folder = Files.createDirectories(
                write("a.json", CLAIM.replace("cout", "count")).resolveSibling("others"));
        String service = Files.writeString(folder.resolve("s.yaml"), "{apiVersion: v1, kind: Service}\n")
                .toString();
        String claim = folder.resolveSibling("a.json").toString();

        assertThat(run("check", folder.toString(), claim)).isZero();
        assertThat(err()).contains("drawbridge: warning: " + folder + ": nothing to check: no DRA objects or claims\n");
        assertThat(run("check", "--strict", folder.toString(), claim)).isEqualTo(ExitCode.FINDINGS);
        assertThat(run("check", "--strict", service)).isEqualTo(ExitCode.FINDINGS);
        // A hook names the files that changed.
        assertThat(run("check", "--strict", service, claim)).isZero();
        // Each way to write a path counts.
        String here =
                Path.of("").toAbsolutePath().relativize(folder.getParent()).toString();
        assertThat(run("check", "--strict", claim, here, here + "/*.json")).isZero();
        assertThat(run("check", "--strict", here, claim)).isZero();
        Path link = Files.createSymbolicLink(folder.resolve("link"), folder.getParent());
        assertThat(run("check", "--strict", link.toString())).isZero();
    }

    @Test
    void patchWithoutClaimsIsOnlyCounted() throws IOException {
        write("kustomization.yaml", "patches: [{path: a.yaml}, {path: b.yaml, target: {kind: DeviceClass}}]\n");
        write("a.yaml", "{kind: Service, metadata: {name: a}}\n");
        Path folder = write("b.yaml", "[{op: remove, path: /spec}]\n").resolveSibling("");

        run("check", folder.toString());
        assertThat(err())
                .contains("skipped " + folder.resolve("b.yaml") + ": patch", "2 skipped")
                .doesNotContain("a.yaml");
    }

    @Test
    void linkToNothingThatNobodyNamedIsNoFile() throws IOException {
        Path claim = write("claim.json", CLAIM.replace("cout", "count"));
        Files.createSymbolicLink(claim.resolveSibling("link.yaml"), Path.of("nosuch.yaml"));

        assertThat(run("check", claim.resolveSibling("").toString())).isZero();
        assertThat(err()).contains("checked in 1 file: no findings\n");
    }

    @Test
    void statusOfAPrintedObjectIsNotIgnoredOnCreate() throws IOException {
        String claim = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: x, namespace: lab%s}
                spec: {devices: {requests: [{name: a, exactly: {deviceClassName: b}}]}}
                status: {reservedFor: [{resource: pods, name: p, uid: u}]}
                """;
        String written = write("a.yaml", claim.formatted("")).toString();
        String printed = write("b.yaml", claim.formatted(", uid: u, resourceVersion: \"1\""))
                .toString();

        run("check", written);
        assertThat(out()).contains("a.yaml:5:10: warning: status.reservedFor: dropped by the API server");
        run("check", "--status", "ignore", written);
        run("check", printed);
        assertThat(out().lines().filter(line -> line.contains("dropped"))).hasSize(1);
    }

    @Test
    void moreThanTenFindingsOfARuleAreOneLine() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 12; i++) {
            text.append(CLAIM.replace("\"x\"", "\"x" + i + "\"")).append('\n');
        }
        String file = write("a.json", text.toString()).toString();

        run("check", file);
        assertThat(out().lines()).hasSize(11).last().isEqualTo("2 more: error [unknownField]; all with --verbose");
        run("check", "--verbose", file);
        assertThat(out()).contains("(ResourceClaim default/x11)");
    }

    @Test
    void eachMessageOfPoliciesIsShown() throws IOException {
        StringBuilder text = new StringBuilder("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: p}
                spec:
                  matchConstraints:
                    resourceRules:
                    - {apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [configmaps]}
                  validations:
                """);
        for (int i = 0; i < 12; i++) {
            text.append("  - expression: '").append(i).append("'\n");
        }
        for (int i = 0; i < 13; i++) {
            text.append("  - expression: '0'\n");
        }

        run("check", write("policy.yaml", text.toString()).toString());

        assertThat(out().lines().filter(line -> line.contains(" error: "))).hasSize(10 + 9 + 2);
        assertThat(out().lines()).last().isEqualTo("4 more: error [policyDefinition]; all with --verbose");
    }

    @Test
    void tooManyMistakesAreNamed() throws IOException {
        StringBuilder text =
                new StringBuilder("{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {labels: {");
        for (int i = 0; i < 10_010; i++) {
            text.append("f").append(i).append(": 1, ");
        }
        run("check", write("a.yaml", text + "}}}\n").toString());

        assertThat(err()).contains("has 10000 mistakes or more; only the first 10000 are reported");
    }
}
