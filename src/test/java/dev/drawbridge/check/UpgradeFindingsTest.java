package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.schema.KubernetesRelease;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of reporting clients that write a version that an upgrade removes. */
class UpgradeFindingsTest {

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata:
              name: gpu
              namespace: team-a
              annotations:
                kubectl.kubernetes.io/last-applied-configuration: |
                  {"apiVersion":"resource.k8s.io/APPLIED","kind":"ResourceClaim","metadata":{"name":"gpu"}}
              managedFields:
              - {manager: kubectl, operation: Update, apiVersion: resource.k8s.io/v1beta1, time: "2026-11-01T00:00:00Z"}
              - {manager: scheduler, operation: Apply, apiVersion: resource.k8s.io/v1, time: "2026-11-02T00:00:00Z"}
            spec:
              devices:
                requests:
                - name: gpu
                  exactly: {deviceClassName: gpu.example.com}
            """;

    private static List<Manifest> manifests(String text) {
        return new ManifestReader()
                .read("cluster", text.getBytes(StandardCharsets.UTF_8))
                .manifests();
    }

    private static List<Finding> writers(String text, KubernetesRelease from, KubernetesRelease to) {
        Manifest manifest = manifests(text).get(0);
        return new UpgradeFindings(CheckSettings.DEFAULT, from, to, new FindingFactory(CheckSettings.DEFAULT))
                .writers(manifest);
    }

    @Test
    void writersOfRemovedVersionAreNamed() {
        List<Finding> findings =
                writers(CLAIM.replace("APPLIED", "v1beta1"), KubernetesRelease.K8S_1_37, KubernetesRelease.K8S_1_38);

        assertThat(findings).hasSize(2);
        assertThat(findings.get(0).severity()).isEqualTo(Severity.WARNING);
        assertThat(findings.get(0).sentence())
                .startsWith("metadata.managedFields[0].apiVersion: kubectl wrote it as resource.k8s.io/v1beta1")
                .contains("which Kubernetes 1.38 does not serve");
        assertThat(findings.get(1).severity()).isEqualTo(Severity.ERROR);
        assertThat(findings.get(1).sentence()).contains("last applied with kubectl as resource.k8s.io/v1beta1");
    }

    @Test
    void writersOfServedVersionsAreNotNamed() {
        assertThat(writers(CLAIM.replace("APPLIED", "v1"), KubernetesRelease.K8S_1_36, KubernetesRelease.K8S_1_37))
                .isEmpty();
    }

    @Test
    void findingsForObjectsOfClusterAreReported() {
        UpgradeChecker checker = new UpgradeChecker(
                CheckSettings.DEFAULT, KubernetesRelease.K8S_1_37, KubernetesRelease.K8S_1_38, (object, writers) -> {});
        checker.objects(manifests(CLAIM.replace("APPLIED", "v1beta1")));

        assertThat(checker.report().findings()).hasSize(2);
        assertThat(checker.report().summary().findings().errors()).isEqualTo(1);
    }

    /** Kubernetes 1.33 does not serve the claim, and accepts nothing. */
    @ParameterizedTest
    @CsvSource({"1.34, true", "1.33, false"})
    void policiesAndWebhooksOfClusterAreCompared(String from, boolean isAccepted) {
        List<Integer> broken = new ArrayList<>();
        UpgradeChecker checker = new UpgradeChecker(
                CheckSettings.DEFAULT,
                KubernetesRelease.parse(from).orElseThrow(),
                KubernetesRelease.K8S_1_38,
                (object, writers) -> broken.add(object.breaks() ? 1 : 0));
        checker.objects(manifests(
                CLAIM.replace("APPLIED", "v1").replace("exactly: {", "exactly: {capacity: {requests: {memory: 10Gi}}, ")
                        + """
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: p}
                spec:
                  matchConstraints:
                    resourceRules:
                    - {apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: ['*']}
                  validations: [{expression: '!has(object.spec.devices.requests[0].exactly.capacity)'}]
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: b}
                spec: {policyName: p, validationActions: [Deny]}
                ---
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingWebhookConfiguration
                metadata: {name: w}
                webhooks:
                - name: w.example.com
                  rules:
                  - {apiGroups: [resource.k8s.io], apiVersions: [v1beta1], operations: [CREATE], resources: ['*']}
                """));

        Predicate<String> accepted = message -> message.endsWith("; Kubernetes " + from + " accepts it") == isAccepted;
        assertThat(checker.report().findings())
                .filteredOn(finding -> finding.severity() == Severity.ERROR)
                .extracting(Finding::message)
                .satisfiesExactlyInAnyOrder(
                        denied ->
                                assertThat(denied).contains("failed expression").matches(accepted),
                        unmatched -> assertThat(unmatched).contains("matches nothing of resource.k8s.io"));
        assertThat(broken).containsExactly(1, 1);
    }
}
