package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@code check} with admission policies and quotas in the input. */
class CheckPoliciesTest extends CommandLineTest {

    private static final String POLICY = """
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicy
            metadata: {name: devices}
            spec:
              matchConstraints:
                resourceRules:
                - {apiGroups: [resource.k8s.io], apiVersions: [v1], operations: [CREATE], resources: [resourceclaims]}
              validations:
              - expression: object.spec.devices.requests.all(q, !has(q.exactly) || q.exactly.allocationMode != 'All')
                message: not all devices
            ---
            apiVersion: admissionregistration.k8s.io/v1
            kind: ValidatingAdmissionPolicyBinding
            metadata: {name: everywhere}
            spec: {policyName: devices, validationActions: [Deny]}
            """;

    private static final String CLAIM = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaim
            metadata: {name: all, namespace: lab}
            spec:
              devices:
                requests:
                - {name: gpu, exactly: {deviceClassName: gpu.example.com, allocationMode: All}}
            """;

    @TempDir
    private Path folder;

    private String put(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return folder.toString();
    }

    @Test
    void denialIsAtTheFieldThatTheExpressionReads() throws IOException {
        put("policy.yaml", POLICY);

        assertThat(run("check", put("claim.yaml", CLAIM))).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(
                        "claim.yaml:6:5: error: spec.devices.requests: ValidatingAdmissionPolicy 'devices' with binding"
                                + " 'everywhere' denied request: not all devices [FieldValueForbidden, admissionPolicy]"
                                + " (ResourceClaim lab/all)");
    }

    @Test
    void bindingThatWarnsIsWarning() throws IOException {
        put("policy.yaml", POLICY.replace("[Deny]", "[Warn, Audit]"));

        assertThat(run("check", put("claim.yaml", CLAIM))).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("warning: spec.devices.requests: Validation failed for ValidatingAdmissionPolicy 'devices'");
    }

    @Test
    void policyWithoutBindingDecidesNothing() throws IOException {
        put("policy.yaml", POLICY.substring(0, POLICY.indexOf("---")));

        assertThat(run("check", put("claim.yaml", CLAIM))).isEqualTo(ExitCode.CLEAN);
    }

    @Test
    void policyThatTheServerRefusesIsError() throws IOException {
        put("policy.yaml", POLICY.replaceAll("expression: .*", "expression: object.spec.devices.requests.size()"));

        assertThat(run("check", put("claim.yaml", CLAIM))).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("policy.yaml:9:17: error: spec.validations[0].expression: Invalid value:")
                .contains("must evaluate to bool but got int [FieldValueInvalid, policyDefinition]")
                .doesNotContain("admissionPolicy");
    }

    @Test
    void unknownNamespaceIsWarningAndKnownOneDecides() throws IOException {
        put(
                "policy.yaml",
                POLICY.replace("[Deny]}", "[Deny], matchResources: {namespaceSelector: {matchLabels: {tier: gold}}}}"));
        put("claim.yaml", CLAIM);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out())
                .contains("warning: not known whether ValidatingAdmissionPolicy 'devices' allows it: it depends on the"
                        + " labels of namespace lab [FieldValueForbidden, policyUnknown]");

        put("namespace.yaml", "{apiVersion: v1, kind: Namespace, metadata: {name: lab, labels: {tier: gold}}}");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void claimsOfPodsExceedQuota() throws IOException {
        String quota = """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: few, namespace: lab}
                spec: {hard: {gpu.example.com.deviceclass.resource.k8s.io/devices: "5"}}
                """;
        String template = """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaimTemplate
                metadata: {name: two, namespace: lab}
                spec:
                  spec:
                    devices:
                      requests:
                      - name: gpu
                        firstAvailable:
                        - {name: a, deviceClassName: gpu.example.com, count: 2}
                        - {name: b, deviceClassName: gpu.example.com}
                ---
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: d, namespace: lab}
                spec:
                  replicas: REPLICAS
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers: [{name: c, image: x, resources: {claims: [{name: gpus}]}}]
                      resourceClaims:
                      - {name: gpus, resourceClaimTemplateName: two}
                """;
        put("quota.yaml", quota);

        assertThat(run("check", put("app.yaml", template.replace("REPLICAS", "2"))))
                .isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", put("app.yaml", template.replace("REPLICAS", "4"))))
                .isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("app.yaml:24:49")
                .contains("exceeded quota: few, requested: gpu.example.com.deviceclass.resource.k8s.io/devices=2, used:"
                        + " gpu.example.com.deviceclass.resource.k8s.io/devices=4, limited:"
                        + " gpu.example.com.deviceclass.resource.k8s.io/devices=5; 2 of 4 pods get their claim"
                        + " [FieldValueForbidden, resourceQuota]");
    }

    @Test
    void claimForAllDevicesCountsAsTheMost() throws IOException {
        put("claim.yaml", CLAIM);
        put(
                "quota.yaml",
                "{apiVersion: v1, kind: ResourceQuota, metadata: {name: q, namespace: lab}, spec: {hard:"
                        + " {gpu.example.com.deviceclass.resource.k8s.io/devices: 31}}}");

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("requested: gpu.example.com.deviceclass.resource.k8s.io/devices=32");
    }
}
