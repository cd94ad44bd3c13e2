package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@code drawbridge check --upgrade}. */
class CheckUpgradeTest extends CommandLineTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/VERSION
            kind: ResourceClaim
            metadata: {name: gpu}
            spec:
              devices:
                requests:
                - name: gpu
                  REQUEST
                constraints:
                - matchAttribute: NAME
            """;

    private static String claim(String version, String request, String name) {
        return CLAIM.replace("VERSION", version).replace("REQUEST", request).replace("NAME", name);
    }

    private static final String FLAT = "deviceClassName: gpu.example.com";
    private static final String EXACT = "exactly: {deviceClassName: gpu.example.com}";
    private static final String NUMA = "gpu.example.com/numa";

    @Test
    void removedVersionBreaks() throws IOException {
        String file = write("c.yaml", claim("v1beta1", FLAT, NUMA)).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("c.yaml:1:13: error: apiVersion: resource.k8s.io/v1beta1 ResourceClaim is not served in"
                        + " Kubernetes 1.38")
                .contains("use resource.k8s.io/v1, as drawbridge migrate does")
                .containsPattern("resource.k8s.io/v1beta1 ResourceClaim +1 +1 +0 +0");
    }

    @Test
    void ruleOfNewerReleaseBreaks() throws IOException {
        String file = write("c.yaml", claim("v1", EXACT, NUMA + "/node")).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("has two slashes: ", "; Kubernetes 1.37 accepts it");
    }

    @Test
    void mistakeOfOlderReleaseIsWarning() throws IOException {
        String file = write("c.yaml", claim("v1", EXACT, "numa")).toString();

        assertThat(run("check", "--upgrade", "1.36..1.37", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("warning: ").contains("; Kubernetes 1.36 also refuses it");
        assertThat(run("check", "--upgrade", "1.36..1.37", "--strict", file)).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void newlyEffectiveFieldIsWarning() throws IOException {
        String text = claim("v1", EXACT + "\n      ", NUMA)
                .replace("gpu.example.com}", "gpu.example.com, capacity: {requests: {memory: 1Gi}}}");
        String file = write("c.yaml", text).toString();

        assertThat(run("check", "--upgrade", "1.35..1.36", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("capacity: takes effect in Kubernetes 1.36: Kubernetes 1.35 drops it")
                .containsPattern("resource.k8s.io/v1 ResourceClaim +1 +0 +1 +0");
    }

    @Test
    void deprecatedVersionIsWarning() throws IOException {
        String file = write("c.yaml", claim("v1beta2", EXACT, NUMA)).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("is deprecated in Kubernetes 1.36 and later, unavailable in 1.39 and later; use v1");
    }

    @Test
    void errorsInRemovedVersionAreReported() throws IOException {
        String newRule =
                write("new.yaml", claim("v1beta1", FLAT, NUMA + "/node")).toString();
        String oldRule = write("old.yaml", claim("v1beta1", FLAT + "\n      count: -1", NUMA))
                .toString();
        String unknown = write("unknown.yaml", claim("v1beta1", FLAT + "\n      clas: a", NUMA))
                .toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", newRule, oldRule, unknown))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("new.yaml:1:13: error: apiVersion: resource.k8s.io/v1beta1 ResourceClaim is not served")
                .contains("new.yaml:10:23: error: ", "has two slashes: ", "; Kubernetes 1.37 accepts it")
                .contains("old.yaml:1:13: error: apiVersion: resource.k8s.io/v1beta1 ResourceClaim is not served")
                .contains("old.yaml:9:14: warning: spec.devices.requests[0].count: -1: must be greater than 0;"
                        + " Kubernetes 1.37 also refuses it")
                .contains("unknown.yaml:9:7: warning: spec.devices.requests[0].clas: unknown field")
                .containsPattern("resource.k8s.io/v1beta1 ResourceClaim +3 +3 +0 +0");
    }

    @Test
    void changedDefaultIsWarning() throws IOException {
        String file = write("c.yaml", claim("v1beta1", "selectors: []", NUMA)).toString();

        run("check", "--upgrade", "1.32..1.33", file);
        assertThat(out())
                .contains("warning: spec.devices.requests[0].allocationMode: not set: the default is"
                        + " \"ExactCount\" in Kubernetes 1.32, none in Kubernetes 1.33; set it")
                .doesNotContain("requests[0].count: not set");
    }

    @Test
    void unchangedDefaultIsNotReported() throws IOException {
        String file = write("c.yaml", claim("v1", EXACT, NUMA)).toString();

        assertThat(run("check", "--upgrade", "1.34..1.37", "--strict", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).doesNotContain("changedDefault");
    }

    @Test
    void suppressedFindingIsOmitted() throws IOException {
        String text = claim("v1beta1", FLAT, NUMA).replace("v1beta1", "v1beta1 # drawbridge: ignore=notServed");
        String file = write("c.yaml", text).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).doesNotContain("is not served");
    }

    @Test
    void patchOfKustomizationIsSkipped() throws IOException {
        write("kustomization.yaml", """
                resources: [c.yaml]
                patches:
                - path: patch.yaml
                """);
        write("c.yaml", claim("v1", EXACT, NUMA));
        String folder = write("patch.yaml", """
                apiVersion: resource.k8s.io/v1beta1
                kind: ResourceClaim
                metadata: {name: gpu}
                """).getParent().toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", folder)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).doesNotContain("v1beta1").containsPattern("resource.k8s.io/v1 ResourceClaim +1 +0 +0 +0");
    }

    @Test
    void onlyTextHasTable() throws IOException {
        String file = write("c.yaml", claim("v1beta1", FLAT, NUMA)).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", "-o", "json", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).startsWith("{").endsWith("}" + System.lineSeparator()).contains("notServed");
    }

    @Test
    void optionsForReleasesAreRefused() throws IOException {
        String file = write("c.yaml", claim("v1", EXACT, NUMA)).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", "--kubernetes", "1.37", file))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--upgrade", "1.37..1.38", "--base", "HEAD", file))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--upgrade", "1.38..1.37", file)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("expected an older release, then a newer one");
    }

    /** Options that mean a cluster are not passed over. */
    @Test
    void optionsOfAClusterNeedOne() throws IOException {
        String file = write("c.yaml", claim("v1", EXACT, NUMA)).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", "--helm-releases", file))
                .isEqualTo(ExitCode.USAGE);
        assertThat(run("check", "--cluster", "--helm-releases", file)).isEqualTo(ExitCode.USAGE);
        assertThat(err()).contains("--helm-releases needs --upgrade and --cluster");
        assertThat(run("check", "--upgrade", "1.37..1.38", "--context", "no-such-context", file))
                .isEqualTo(ExitCode.USAGE);
    }

    @Test
    void rolesAloneHaveNoTable() throws IOException {
        String file = write("role.yaml", """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: scheduler}
                rules:
                - {apiGroups: [""], resources: [pods/binding], verbs: [create]}
                - {apiGroups: [resource.k8s.io], resources: [resourceclaims/status], verbs: [update]}
                """).toString();

        assertThat(run("check", "--upgrade", "1.35..1.36", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("claimStatusAccess").doesNotContain("1.35 to 1.36");
    }

    private static final String RULE = "{apiGroups: [resource.k8s.io], apiVersions: [VERSIONS], operations: [CREATE],"
            + " resources: [resourceclaims]}";

    private static String matching(String kind, String fields, String... versions) {
        StringBuilder text = new StringBuilder("apiVersion: admissionregistration.k8s.io/v1\nkind: " + kind
                + "\nmetadata: {name: p}\n" + fields + "\n");
        for (String of : versions) {
            text.append("    - ").append(RULE.replace("VERSIONS", of)).append('\n');
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ValidatingAdmissionPolicy        | spec:|  matchConstraints:|    resourceRules:
            ValidatingAdmissionPolicy        | spec:|  matchConstraints:|    excludeResourceRules:
            ValidatingAdmissionPolicyBinding | spec:|  matchResources:|    resourceRules:
            MutatingAdmissionPolicy          | spec:|  matchConstraints:|    resourceRules:
            MutatingAdmissionPolicyBinding   | spec:|  matchResources:|    resourceRules:
            ValidatingWebhookConfiguration   | webhooks:|- name: w.example.com|  rules:
            MutatingWebhookConfiguration     | webhooks:|- name: w.example.com|  rules:
            """, ignoreLeadingAndTrailingWhitespace = true)
    void ruleOfRemovedVersionBreaks(String kind, String field, String match, String rules) throws IOException {
        String indent = field.equals("spec:") ? "  " : "";
        String fields = field + "\n" + indent + match + "\n  " + indent + rules;
        String file = write("p.yaml", matching(kind, fields, "v1beta1")).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("p.yaml:7:", "apiVersions: matches nothing of resource.k8s.io in Kubernetes 1.38")
                .contains("; add v1beta2, v1, ", "; in Kubernetes 1.37 it matches")
                .containsPattern(kind + " +1 +1 +0 +0");
        assertThat(run("check", "--upgrade", "1.36..1.37", file)).isEqualTo(ExitCode.CLEAN);
    }

    private static final String CONSTRAINTS = "spec:\n  matchConstraints:\n    resourceRules:";

    @ParameterizedTest
    @ValueSource(
            strings = {"'*'", "v1", "v1beta1, v1", "v1beta1; v1", "v1beta1; '*'", "v1beta1, '${VERSION}'", "v1beta9"})
    void ruleThatStillMatchesIsNotReported(String versions) throws IOException {
        String text = matching("ValidatingAdmissionPolicy", CONSTRAINTS, versions.split("; "));
        String file = write("p.yaml", text).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", "--strict", file)).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void ruleForLessDoesNotReplaceOneOfRemovedVersion() throws IOException {
        String text = matching("ValidatingAdmissionPolicy", CONSTRAINTS, "v1beta1", "v1");
        String file =
                write("p.yaml", text.replaceFirst("CREATE", "CREATE, UPDATE")).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("resourceRules[0].apiVersions").doesNotContain("resourceRules[1]");
    }

    @Test
    void ruleOfOtherGroupIsNotReported() throws IOException {
        String text =
                matching("ValidatingAdmissionPolicy", CONSTRAINTS, "v1beta1").replace("resource.k8s.io", "apps");
        String file = write("p.yaml", text).toString();

        assertThat(run("check", "--upgrade", "1.37..1.38", "--strict", file)).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void exactMatchIsExplained() throws IOException {
        String text = matching("ValidatingAdmissionPolicy", CONSTRAINTS, "v1beta1");
        String exact = text.replace("    resourceRules", "    matchPolicy: Exact\n    resourceRules");

        run("check", "--upgrade", "1.37..1.38", write("p.yaml", exact).toString());
        assertThat(out()).contains("with matchPolicy Exact, only objects written in a version of the rule match");
    }

    @Test
    void ruleOfVersionThatIsNotServedIsWarningOfOneRelease() throws IOException {
        String text = matching(
                "ValidatingAdmissionPolicyBinding",
                "spec:\n  policyName: p\n  validationActions: [Deny]" + "\n  matchResources:\n    resourceRules:",
                "v1beta1");
        String file = write("p.yaml", text).toString();

        run("check", "--kubernetes", "1.37", file);
        assertThat(out()).contains("policyBinding").doesNotContain("matches nothing");
        run("check", "--kubernetes", "1.38", file);
        assertThat(out()).contains("p.yaml:9:", "apiVersions: matches nothing of resource.k8s.io");
    }

    @Test
    void objectThatOnlyNewerReleaseDeniesBreaks() throws IOException {
        String claim = CheckPoliciesTest.CLAIM.replace("allocationMode: All", "capacity: {requests: {memory: 1Gi}}");
        String policy =
                CheckPoliciesTest.POLICY.replace("q.exactly.allocationMode != 'All'", "!has(q.exactly.capacity)");
        String file = write("p.yaml", policy + "---\n" + claim).toString();

        assertThat(run("check", "--upgrade", "1.34..1.37", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("p.yaml:22:5: error", "denied request: not all devices; Kubernetes 1.34 accepts it")
                .containsPattern("ResourceClaim +1 +1 +1 +0");
        assertThat(run("check", "--upgrade", "1.36..1.37", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("warning", "denied request: not all devices; Kubernetes 1.36 also refuses it");
    }

    @Test
    void otherObjectThatIsDeniedInBothReleasesIsWarning() throws IOException {
        String policy = CheckPoliciesTest.POLICY
                .replace("resource.k8s.io], apiVersions: [v1]", "''], apiVersions: [v1]")
                .replace("resourceclaims", "configmaps")
                .replaceFirst("expression: .*", "expression: 'false'");
        String file = write(
                        "p.yaml", policy + "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, namespace: a}\n")
                .toString();

        assertThat(run("check", "--upgrade", "1.36..1.37", file)).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("ConfigMap a/c", "; Kubernetes 1.36 also refuses it");
    }

    @Test
    void policyThatOnlyOneReleaseAcceptsBreaks() throws IOException {
        String policy = CheckPoliciesTest.POLICY.replaceFirst(".io/v1\n", ".io/v1beta1\n");

        assertThat(run(
                        "check",
                        "--upgrade",
                        "1.33..1.34",
                        write("p.yaml", policy).toString()))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("ValidatingAdmissionPolicy is served in admissionregistration.k8s.io/v1beta1");
    }
}
