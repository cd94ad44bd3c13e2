package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Trees;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Finding;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the merge gate with admission policies: what a change creates, updates and deletes. */
class PolicyGateTest extends RepositoryTest {

    private static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: team}
            spec:
              matchConstraints:
                resourceRules:
                - apiGroups: ["*"]
                  apiVersions: ["*"]
                  operations: [CREATE, UPDATE, DELETE]
                  resources: [resourceclaims, configmaps]
              validations:
              - expression: request.operation != 'CREATE' || has(object.metadata.labels)
                message: a label is required
              - expression: request.operation != 'UPDATE' || object.metadata.labels.team == oldObject.metadata.labels.team
                message: the team is fixed
              - expression: request.operation != 'DELETE' || oldObject.metadata.labels.team != 'keep'
                message: it is kept
            """;

    private static final String BINDING = """
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: all}
            spec: {policyName: team, validationActions: [Deny]}
            """;

    private static String claim(String metadata) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {%s}
                spec:
                  devices:
                    requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]
                """.formatted(metadata);
    }

    private List<Finding> decisions() throws Exception {
        try (Trees trees = GitTrees.open(folder, "main", null, List.of(), new ManifestFiles(List.of()))) {
            return new Checker(CheckSettings.DEFAULT)
                    .check(trees).findings().stream()
                            .filter(finding -> finding.origin() == Origin.ADMISSION_POLICY
                                    || finding.origin() == Origin.POLICY_DEFINITION
                                    || finding.origin() == Origin.POLICY_UNKNOWN)
                            .toList();
        }
    }

    private Finding decision() throws Exception {
        assertThat(decisions()).hasSize(1);
        return decisions().get(0);
    }

    @BeforeEach
    void commitPolicy() throws Exception {
        commit("policies/team.yaml", POLICY + BINDING);
        commit("claim.yaml", claim("name: a, labels: {team: keep}"));
        commit("map.yaml", "{apiVersion: v1, kind: ConfigMap, metadata: {name: m, labels: {team: keep}}}");
    }

    @Test
    void newObjectIsCreated() throws Exception {
        write("new.yaml", claim("name: b"));

        assertThat(decision().file()).isEqualTo("new.yaml");
        assertThat(decision().message())
                .isEqualTo("ValidatingAdmissionPolicy 'team' with binding 'all' denied request: a label is required");
    }

    @Test
    void changedObjectIsUpdatedFromItsOldState() throws Exception {
        write("claim.yaml", claim("name: a, labels: {team: other}"));

        assertThat(decision().message()).endsWith("the team is fixed");
        assertThat(decision().path()).isEqualTo("metadata.labels.team");
    }

    @Test
    void updateInAnotherVersionIsConverted() throws Exception {
        commit(
                "policies/team.yaml",
                POLICY.replace("apiVersions: [\"*\"]", "apiVersions: [v1]")
                                .replace(
                                        "object.metadata.labels.team == oldObject.metadata.labels.team",
                                        "object.spec.devices == oldObject.spec.devices")
                        + BINDING);
        write(
                "claim.yaml",
                claim("name: a, labels: {team: other}")
                        .replace("k8s.io/v1", "k8s.io/v1beta1")
                        .replace("exactly: {deviceClassName: gpu.example.com}", "deviceClassName: gpu.example.com"));

        assertThat(decisions()).isEmpty();
    }

    @Test
    void missingObjectIsDeleted() throws Exception {
        Files.delete(folder.resolve("claim.yaml"));

        assertThat(decision().file()).isEqualTo("claim.yaml");
        assertThat(decision().message()).endsWith("denied request: it is kept; this change deletes it");
    }

    @Test
    void movedObjectIsNotDeleted() throws Exception {
        Files.delete(folder.resolve("claim.yaml"));
        write("moved/claim.yaml", claim("name: a, labels: {team: keep}"));

        assertThat(decisions()).isEmpty();
    }

    @Test
    void objectOfAnyKindIsDecided() throws Exception {
        Files.delete(folder.resolve("map.yaml"));

        assertThat(decision().object().kind()).isEqualTo("ConfigMap");
    }

    @Test
    void policyOfTheHeadDecidesAboutTheSameChange() throws Exception {
        write("new.yaml", claim("name: b"));
        write("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "true") + BINDING);

        assertThat(decisions()).isEmpty();
    }

    @Test
    void deletedPolicyDecidesNothing() throws Exception {
        write("new.yaml", claim("name: b"));
        Files.delete(folder.resolve("policies/team.yaml"));

        assertThat(decisions()).isEmpty();
    }

    @Test
    void newPolicyDecidesNothingAboutWhatDoesNotChange() throws Exception {
        commit("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "true") + BINDING);
        commit("b.yaml", claim("name: b"));
        write("policies/team.yaml", POLICY + BINDING);

        assertThat(decisions()).isEmpty();
    }

    @Test
    void statusOfAnUpdatedObjectIsUnknown() throws Exception {
        commit(
                "policies/team.yaml",
                POLICY.replaceAll("object.metadata.labels.team == .*", "!has(oldObject.status.allocation)") + BINDING);
        write("claim.yaml", claim("name: a, labels: {team: other}"));

        assertThat(decision().message()).endsWith("it depends on the status of the object in the cluster");
    }

    @Test
    void onlyNewMistakesOfPoliciesFail() throws Exception {
        commit("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "1") + BINDING);
        write("policies/team.yaml", POLICY.replace("has(object.metadata.labels)", "1") + BINDING + "# more");
        assertThat(decisions()).isEmpty();

        write(
                "policies/team.yaml",
                POLICY.replace("has(object.metadata.labels)", "1").replace("'keep'", "1 +") + BINDING);
        assertThat(decision().origin()).isEqualTo(Origin.POLICY_DEFINITION);
        assertThat(decision().path()).isEqualTo("spec.validations[2].expression");
    }
}
