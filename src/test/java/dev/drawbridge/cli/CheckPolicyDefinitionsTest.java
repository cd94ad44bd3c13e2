package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of what is wrong in admission policies themselves. */
class CheckPolicyDefinitionsTest extends CommandLineTest {

    @TempDir
    private Path folder;

    private String put(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return folder.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            resources: [resourceclaims]  | resources: [resourceclaim]   | resources[0]: resource.k8s.io has no resource resourceclaim; did you mean resourceclaims?
            resources: [resourceclaims]  | resources: [ResourceClaims]  | resource.k8s.io has no resource ResourceClaims; did you mean resourceclaims?
            resources: [resourceclaims]  | resources: [resourceclaim/status] | did you mean resourceclaims?
            resources: [resourceclaims]  | resources: [devices]         | has no resource devices; it has deviceclasses, devicetaintrules,
            apiGroups: [resource.k8s.io] | apiGroups: [resources.k8s.io] | apiGroups[0]: no API group resources.k8s.io; did you mean resource.k8s.io?
            apiGroups: [resource.k8s.io] | apiGroups: [resource.k8s.io/v1] | did you mean resource.k8s.io?
            apiVersions: [v1]            | apiVersions: [v2]            | apiVersions[0]: resource.k8s.io has no version v2; it has v1,
            apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [resourceclaims] | apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pod] | no resource is named pod; did you mean pods?
            apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [resourceclaims] | apiGroups: [apps, batch], apiVersions: [v1], operations: [CREATE], resources: [Job] | no resource is named Job; did you mean jobs?
            '  matchConstraints:'        | '  paramKind: {apiVersion: v1, kind: Configmap}~  matchConstraints:' | paramKind.kind: v1 has no kind Configmap; did you mean ConfigMap?
            '  matchConstraints:'        | '  paramKind: {apiVersion: resource.k8s.io/v1, kind: DeviceClasses}~  matchConstraints:' | has no kind DeviceClasses; did you mean DeviceClass?
            """)
    void nameThatMatchesNothingIsWarning(String from, String to, String expected) throws IOException {
        assertThat(CheckPoliciesTest.POLICY).contains(from);
        put("policy.yaml", CheckPoliciesTest.POLICY.replace(from, to.replace("~", "\n")));

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("warning: ").contains(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            resources: [resourceclaims]  | resources: [resourceclaims/*, deviceclasses, resourceclaimparameters]
            resources: [resourceclaims]  | resources: ["*"]
            apiVersions: [v1]            | apiVersions: [v1alpha1, v1alpha2, v1alpha3, v1beta1, v1beta2, v1]
            apiVersions: [v1]            | apiVersions: ["*"]
            apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [resourceclaims] | apiGroups: ["", apps], apiVersions: [v1], operations: [CREATE], resources: [pods, deployments, replicationcontrollers, pods/binding]
            apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [resourceclaims] | apiGroups: ["", example.com], apiVersions: [v1], operations: [CREATE], resources: [pod]
            apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [resourceclaims] | apiGroups: [resource.x-k8s.io], apiVersions: [v1], operations: [CREATE], resources: [things]
            apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [resourceclaims] | apiGroups: ["*"], apiVersions: [v1], operations: [CREATE], resources: [pod]
            '  matchConstraints:'        | '  paramKind: {apiVersion: v1, kind: Secret}~  matchConstraints:'
            '  matchConstraints:'        | '  paramKind: {apiVersion: rules.example.com/v1, kind: Configmap}~  matchConstraints:'
            """)
    void nameThatMayMatchHasNoFinding(String from, String to) throws IOException {
        assertThat(CheckPoliciesTest.POLICY).contains(from);
        String policy = CheckPoliciesTest.POLICY
                .replace(from, to.replace("~", "\n"))
                .replaceAll("expression: .*", "expression: 'true'");

        assertThat(run("check", "--strict", put("policy.yaml", policy)))
                .as(out())
                .isEqualTo(ExitCode.CLEAN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v1       | 1.29 | is served in admissionregistration.k8s.io/v1 by Kubernetes 1.30 and later
            v1beta1  | 1.34 | is served in admissionregistration.k8s.io/v1beta1 by Kubernetes 1.28 to 1.33
            v1beta1  | 1.27 | by Kubernetes 1.28 to 1.33
            v1alpha1 | 1.32 | by Kubernetes 1.26 to 1.31
            v2       | 1.37 | serves admissionregistration.k8s.io/v2 ValidatingAdmissionPolicy; did you mean admissionregistration.k8s.io/v1?
            v1       | 1.30 |
            v1beta1  | 1.33 |
            """)
    void versionThatTheReleaseDoesNotServeIsError(String version, String release, String expected) throws IOException {
        String policy = CheckPoliciesTest.POLICY.replace(
                "admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/" + version);
        put("policy.yaml", policy);

        int code = run("check", "--kubernetes", release, folder.toString());

        assertThat(code).as(out()).isEqualTo(expected == null ? ExitCode.CLEAN : ExitCode.FINDINGS);
        assertThat(out()).contains(expected == null ? "" : expected + " [FieldValueNotSupported, notServed]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            admissionregistration.k8s.io/v1      | ValidatingAdmisionPolicy  | 2:7: error: kind     | ValidatingAdmissionPolicy?       | true
            admissionregistration.k8s.io/v1      | validatingadmissionpolicy | 2:7: error: kind     | ValidatingAdmissionPolicy?       | true
            admissionregistration.k8s.io/v1      | ValidatingAdmissionPolicyBindings | 2:7: error: kind | ValidatingAdmissionPolicyBinding? | true
            admissionregistration/v1             | ValidatingAdmissionPolicy | 1:13: error: apiVersion | admissionregistration.k8s.io/v1? | true
            admisionregistration.k8s.io/v1       | ValidatingAdmissionPolicy | 1:13: error: apiVersion | admissionregistration.k8s.io/v1? | true
            policies.k8s.io/v1beta1              | ValidatingAdmissionPolicy | 1:13: error: apiVersion | admissionregistration.k8s.io/v1? | false
            admissionregistration.k8s.io/v2      | ValidatingAdmissionPolicy | 1:13: error: apiVersion | admissionregistration.k8s.io/v1? | false
            v1                                   | ResourceQuotas            | 2:7: error: kind     | ResourceQuota?                   | true
            v2                                   | ResourceQuota             | 1:13: error: apiVersion | v1?                              | false
            policy.k8s.io/v1                     | ResourceQuota             | 1:13: error: apiVersion | v1?                              | true
            core/v1                              | ResourceQuota             | 1:13: error: apiVersion | v1?                              | true
            ''                                   | ResourceQuota             | 1:13: error: apiVersion | set it, such as v1               | false
            """)
    void policyOrQuotaThatNoReleaseServesIsRefused(
            String apiVersion, String kind, String place, String hint, boolean isFixable) throws IOException {
        put("policy.yaml", "apiVersion: '" + apiVersion + "'\nkind: " + kind + "\nmetadata: {name: a}\nspec: {}\n");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        "policy.yaml:" + place + ": ",
                        hint + " [FieldValueNotSupported, notServed]" + (isFixable ? " [fixable] (" : " ("))
                .containsOnlyOnce("error:");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            admissionregistration.k8s.io/v1beta1 | MutatingAdmissionPolicy
            admissionregistration.k8s.io/v1      | MutatingAdmissionPolicyBinding
            policies.kyverno.io/v1               | ValidatingPolicy
            quota.openshift.io/v1                | ClusterResourceQuota
            example.com/v1                       | ResourceQuotas
            quota.k8s.io/v1                      | ResourceQuota
            federation.k8s.io/v1                 | Pod
            jobs.k8s.io/v1alpha1                 | Job
            ${API}                               | ResourceQuota
            ${API}                               | Pod
            '{{ .Values.api }}'                  | ResourceClaim
            scheduling.x-k8s.io/v1alpha1         | PodGroup
            scheduling.sigs.k8s.io/v1alpha1      | PodGroup
            """)
    void similarKindOfOthersHasNoFinding(String apiVersion, String kind) throws IOException {
        put(
                "policy.yaml",
                "apiVersion: '" + apiVersion + "'\nkind: " + kind
                        + "\nmetadata: {name: a}\nspec: {resourceClaims: [{name: a, resourceClaimName: b}]}\n");

        assertThat(run("check", folder.toString())).as(out()).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void versionThatTheNewestReleaseDoesNotServeIsWarning() throws IOException {
        put(
                "policy.yaml",
                CheckPoliciesTest.POLICY.replace(
                        "admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"));

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains(" warning: apiVersion: ValidatingAdmissionPolicy is served in "
                        + "admissionregistration.k8s.io/v1beta1 by Kubernetes 1.28 to 1.33");
    }

    @Test
    void policyThatTheServerRefusesIsError() throws IOException {
        put(
                "policy.yaml",
                CheckPoliciesTest.POLICY.replaceAll(
                        "expression: .*", "expression: object.spec.devices.requests.size()"));

        assertThat(run("check", put("claim.yaml", CheckPoliciesTest.CLAIM))).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("policy.yaml:9:17: error: spec.validations[0].expression: Invalid value:")
                .contains("must evaluate to bool but got int [FieldValueInvalid, policyDefinition]")
                .doesNotContain("admissionPolicy");
    }

    @Test
    void functionOfLaterReleaseIsErrorOfEarlierOne() throws IOException {
        put(
                "policy.yaml",
                CheckPoliciesTest.POLICY.replaceAll("expression: .*", "expression: ip('10.0.0.1').family() == 4"));
        put("claim.yaml", CheckPoliciesTest.CLAIM);

        assertThat(run("check", "--kubernetes", "1.34", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--kubernetes", "1.30", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("undeclared reference to 'ip' (in container ''); accepted by Kubernetes 1.31 and later [");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            objekt.spec == null                             ; did you mean object?
            object.spec.devices.requests.siez() > 0         ; did you mean size?
            object.spec.devices.requests.exist(r, true)     ; did you mean exists?
            variables.limt > 0                              ; did you mean limit?
            request.userInfo.usrname == ''                  ; did you mean username?
            namespaceObject.metadata.label.size() == 0      ; did you mean labels?
            object.spec.devices.requests.all(r, r.exactly.cuont == 1) ; did you mean count?
            object.spec.devices.requests.all(r, r.Exactly.count == 1) ; did you mean exactly?
            """)
    void misspelledNameOfExpressionHasHintAfterTheMessage(String expression, String hint) throws IOException {
        String policy = CheckPoliciesTest.POLICY
                .replaceAll("expression: .*", "expression: \"" + expression + "\"")
                .replace("  validations:", "  variables: [{name: limit, expression: '1'}]\n  validations:");

        run("check", put("policy.yaml", policy));

        assertThat(out()).contains("; " + hint + " [");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            object.spec.xyz == 1                                     ; undefined field 'xyz' [
            object.spec.devices == 1 + 'count'                       ; applied to '(int, string)' [
            """)
    void problemWithoutNearNameHasNoHint(String expression, String message) throws IOException {
        run(
                "check",
                put(
                        "policy.yaml",
                        CheckPoliciesTest.POLICY.replaceAll("expression: .*", "expression: \"" + expression + "\"")));

        assertThat(out()).contains(message).doesNotContain("did you mean");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            |~      true &&~        1 + 'a' == 2       ; 11:11: error
            |~      true &&~        object.spec.xyz    ; 11:20: warning
            |~      true &&                             ; 10:14: error
            >-~      true &&~      1 + 'a' == 2       ; 11:9: error
            "true && 1 + 'a' == 2"                        ; 9:28: error
            true && 1 + 'a' == 2                          ; 9:27: error
            |~      object.spec.devices.requests.size() ; 9:17: error
            """)
    void mistakeOfExpressionIsAtItsLineInTheBlock(String expression, String place) throws IOException {
        String policy = CheckPoliciesTest.POLICY.replaceAll(
                "(?m)expression: .*$\n.*message", "expression: " + expression.replace("~", "\n") + "\n    message");
        put("policy.yaml", policy);

        run("check", folder.toString());
        assertThat(out()).contains("policy.yaml:" + place);

        run("check", "--policy", folder.resolve("policy.yaml").toString(), put("claim.yaml", CheckPoliciesTest.CLAIM));
        assertThat(out()).contains("policy.yaml:" + place);
    }
}
