package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.field.Origin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of findings about missing references without {@code --closed}. */
class CheckReferencesTest {

    private static final String TEMPLATE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: single-gpu, namespace: %s}
            spec:
              spec:
                devices:
                  requests:
                  - name: gpu
                    exactly: {deviceClassName: %s}
            ---
            """;

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: train, namespace: ml}
            spec:
              containers:
              - name: train
                resources: {claims: [{name: gpu}]}
              resourceClaims:
              - name: gpu
                resourceClaimTemplateName: %s
            """;

    @TempDir
    private Path folder;

    private String check(String text, String... options) throws IOException {
        Path file = folder.resolve("a.yaml");
        Files.writeString(file, text);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String[] arguments = new String[options.length + 2];
        arguments[0] = "check";
        System.arraycopy(options, 0, arguments, 1, options.length);
        arguments[options.length + 1] = file.toString();
        Cli.run(
                arguments,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        return CommandLineTest.joined(out.toString(StandardCharsets.UTF_8));
    }

    @Test
    void misspelledReferenceIsWarning() throws IOException {
        assertThat(check(TEMPLATE.formatted("ml", "gpu.nvidia.com") + POD.formatted("single-gpus")))
                .contains(
                        "a.yaml:20:32: warning: spec.resourceClaims[0].resourceClaimTemplateName: ResourceClaimTemplate"
                                + " ml/single-gpus is not in the input; did you mean single-gpu (")
                .contains("[FieldValueNotFound, unknownClaimTemplate]");
    }

    @Test
    void nameOfTheOtherKindIsAWarning() throws IOException {
        String pod = POD.replace("resourceClaimTemplateName", "resourceClaimName");
        assertThat(check(TEMPLATE.formatted("ml", "gpu.nvidia.com") + pod.formatted("single-gpu")))
                .contains("ResourceClaim ml/single-gpu is not in the input; there is a ResourceClaimTemplate of this"
                        + " name; use resourceClaimTemplateName for it [FieldValueNotFound, unknownClaim]");
        assertThat(check(TEMPLATE.formatted("other", "gpu.nvidia.com") + pod.formatted("single-gpu")))
                .doesNotContain("unknownClaim");
    }

    @Test
    void nameInAnotherNamespaceIsAWarning() throws IOException {
        assertThat(check(TEMPLATE.formatted("gpu-test", "gpu.nvidia.com") + POD.formatted("single-gpu")))
                .contains("ResourceClaimTemplate ml/single-gpu is not in the input; it is in namespace gpu-test (")
                .contains("); a pod can use only objects of its own namespace [FieldValueNotFound,"
                        + " unknownClaimTemplate]");
    }

    @Test
    void nameOfASeriesOrOfNothingIsSilent() throws IOException {
        assertThat(check(TEMPLATE.formatted("ml", "gpu.nvidia.com") + POD.formatted("single-gpu")))
                .isEmpty();
        assertThat(check(TEMPLATE.formatted("ml", "gpu.nvidia.com").replace("single-gpu", "gpu-1")
                        + POD.formatted("gpu-2")))
                .isEmpty();
        assertThat(check(TEMPLATE.formatted("ml", "gpu.nvidia.com") + POD.formatted("network")))
                .isEmpty();
    }

    @Test
    void workloadOfAnotherGroupIsCheckedLikeAPod() throws IOException {
        String cluster = """
                apiVersion: ray.io/v1
                kind: RayCluster
                metadata: {name: ray, namespace: ml}
                spec:
                  headGroupSpec:
                    template:
                      spec:
                        containers:
                        - name: head
                          resources: {claims: [{name: gpu, request: gup}, {name: nic}]}
                        resourceClaims:
                        - {name: gpu, resourceClaimTemplateName: single-gpu}
                """;

        assertThat(check(TEMPLATE.formatted("ml", "gpu.nvidia.com") + cluster))
                .contains("has no request gup; did you mean gpu? [FieldValueNotFound, unknownClaimRequest]")
                .contains("error: spec.headGroupSpec.template.spec.containers[0].resources.claims[1]: container"
                        + " head uses claim \"nic\", which the pod does not have; it has gpu"
                        + " [FieldValueNotFound, containerClaim]");
        assertThat(check(cluster, "--closed"))
                .contains("error: spec.headGroupSpec.template.spec.resourceClaims[0].resourceClaimTemplateName:");
    }

    @Test
    void unusedClaimIsWarningIfDevicesAreForContainers() throws IOException {
        String unused = POD.formatted("single-gpu").replace("resources: {claims: [{name: gpu}]}", "resources: {}");

        assertThat(check(TEMPLATE.formatted("ml", "gpu.nvidia.com") + unused)).contains("unusedClaim");
        assertThat(check(TEMPLATE.formatted("ml", "neuron.aws.com") + unused)).contains("unusedClaim");
        assertThat(check(TEMPLATE.formatted("ml", "vfio.gpu.nvidia.com") + unused))
                .isEmpty();
        assertThat(check(TEMPLATE.formatted("ml", "net.example.com") + unused)).isEmpty();
        assertThat(check(TEMPLATE.formatted("ml", "dranet") + unused)).isEmpty();
        assertThat(check(TEMPLATE.formatted("ml", "dranet") + unused, "--closed"))
                .doesNotContain("unusedClaim");
    }

    @Test
    void driversAndClassesAreLikeKnownOnes() throws IOException {
        assertThat(check("""
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: c}
                spec:
                  devices:
                    requests:
                    - {name: a, exactly: {deviceClassName: imex.nvidia.com}}
                    - {name: b, exactly: {deviceClassName: nic.example.com}}
                    - {name: c, exactly: {deviceClassName: dra-cpu}}
                    config:
                    - opaque: {driver: gpu.nvida.com, parameters: {a: 1}}
                """))
                .contains("DeviceClass imex.nvidia.com is not in the input; did you mean"
                        + " compute-domain-default-channel.nvidia.com?"
                        + " [FieldValueNotFound, unknownDeviceClass]")
                .contains("driver gpu.nvida.com is not in the input; did you mean gpu.nvidia.com?"
                        + " [FieldValueNotFound, unknownDriver]")
                .doesNotContain("nic.example.com")
                .doesNotContain("dra-cpu");
    }

    @Test
    void extendedResourceOfTwoClassesIsAWarning() throws IOException {
        String classes = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: a}
                spec: {extendedResourceName: example.com/gpu}
                ---
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: b}
                spec: {extendedResourceName: example.com/gpu}
                """;

        assertThat(check(classes)).contains("DeviceClass a has the extended resource example.com/gpu as well");
        assertThat(check(classes.replaceFirst("com/gpu", "com/nic"))).isEmpty();
    }

    @Test
    void formerNameOfTheRulesIsAnAlias() throws IOException {
        String near = TEMPLATE.formatted("ml", "gpu.nvidia.com") + POD.formatted("single-gpus");
        Files.writeString(folder.resolve(".drawbridge.yaml"), "severity: {claimReference: ignore}\n");

        assertThat(check(near)).contains("unknownClaimTemplate");
        assertThat(SettingsFile.nearest(folder).severity().get(Origin.UNKNOWN_CLAIM_TEMPLATE))
                .isEmpty();
        assertThat(check(near.replace("single-gpus", "single-gpus # drawbridge: ignore=claimReference")))
                .isEmpty();
        assertThat(check(near.replace("single-gpus", "single-gpus # drawbridge: ignore=unknownClaimTemplate")))
                .isEmpty();
    }

    @Test
    void closedInputSuggestsNames() throws IOException {
        String template = TEMPLATE.formatted("ml", "gpu.nvidia.com");
        String deviceClass = """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu.nvidia.com}
                ---
                """;

        assertThat(check(deviceClass + template + POD.formatted("single-gpus"), "--closed"))
                .contains("error: spec.resourceClaims[0].resourceClaimTemplateName: ResourceClaimTemplate"
                        + " ml/single-gpus is not in the input; did you mean single-gpu (")
                .hasLineCount(1);
        assertThat(check(deviceClass + template.replace("ml", "test") + POD.formatted("single-gpu"), "--closed"))
                .contains("ResourceClaimTemplate ml/single-gpu is not in the input; it is in namespace test (")
                .hasLineCount(1);
        assertThat(check(
                        deviceClass
                                + template
                                + POD.formatted("single-gpu").replace("{name: gpu}", "{name: gpu, request: gup}"),
                        "--closed"))
                .contains("error: spec.containers[0].resources.claims[0].request: ResourceClaimTemplate single-gpu (")
                .contains(" has no request gup; did you mean gpu?")
                .hasLineCount(1);
        assertThat(check(deviceClass + TEMPLATE.formatted("ml", "gpu.nvida.com"), "--closed"))
                .contains("DeviceClass gpu.nvida.com is not in the input; did you mean gpu.nvidia.com?")
                .hasLineCount(1);
        // Its driver installs the class.
        assertThat(check(TEMPLATE.formatted("ml", "gpu.nvidia.com"), "--closed"))
                .isEmpty();
        assertThat(check(POD.formatted("network"), "--closed"))
                .contains("ResourceClaimTemplate ml/network is not in the input; add it, or fix the name")
                .hasLineCount(1);
    }

    @Test
    void closedInputHasTheClaimsOfGroupsAndNim() throws IOException {
        assertThat(check("""
                apiVersion: apps.nvidia.com/v1alpha1
                kind: NIMService
                metadata: {name: llm, namespace: ml}
                spec:
                  draResources:
                  - resourceClaimTemplateName: gpu-claim
                ---
                apiVersion: scheduling.k8s.io/v1beta1
                kind: PodGroup
                metadata: {name: group, namespace: ml}
                spec:
                  schedulingPolicy: {gang: {minCount: 1}}
                  resourceClaims:
                  - {name: gpu, resourceClaimName: gpu-claim}
                ---
                apiVersion: scheduling.k8s.io/v1beta1
                kind: Workload
                metadata: {name: work, namespace: ml}
                spec:
                  podGroupTemplates:
                  - name: workers
                    schedulingPolicy: {gang: {minCount: 1}}
                    resourceClaims:
                    - {name: gpu, resourceClaimTemplateName: gpu-claim}
                """, "--closed"))
                .contains("spec.draResources[0].resourceClaimTemplateName: ResourceClaimTemplate ml/gpu-claim"
                        + " is not in the input")
                .contains("spec.resourceClaims[0].resourceClaimName: ResourceClaim ml/gpu-claim is not in the input")
                .contains("spec.podGroupTemplates[0].resourceClaims[0].resourceClaimTemplateName: ResourceClaimTemplate"
                        + " ml/gpu-claim is not in the input");
    }

    @Test
    void templateFoundByShapeHasOnlyWarnings() throws IOException {
        assertThat(check("""
                apiVersion: example.org/v1
                kind: Training
                metadata: {name: t, namespace: ml}
                spec:
                  workers:
                    template:
                      spec:
                        containers:
                        - {name: c, resources: {claims: [{name: gpus}]}}
                        resourceClaims:
                        - {name: gpu, resourceClaimTemplateName: single-gpu}
                """, "--closed"))
                .contains("warning: spec.workers.template.spec.resourceClaims[0].resourceClaimTemplateName")
                .contains("warning: spec.workers.template.spec.containers[0].resources.claims[0]: ")
                .doesNotContain("error:");
    }

    @Test
    void missingClassIsReportedOnceWithFleet() throws IOException {
        Path fleet = folder.resolve("fleet.yaml");
        Files.writeString(fleet, """
                apiVersion: resource.k8s.io/v1
                kind: DeviceClass
                metadata: {name: gpu.nvidia.com}
                ---
                apiVersion: resource.k8s.io/v1
                kind: ResourceSlice
                metadata: {name: a}
                spec:
                  driver: gpu.nvidia.com
                  nodeName: n1
                  pool: {name: n1, generation: 1, resourceSliceCount: 1}
                  devices: [{name: gpu-0}]
                """);

        assertThat(check(
                        TEMPLATE.formatted("ml", "gpu.nvidia.co") + POD.formatted("single-gpu"),
                        "--closed",
                        "--fleet",
                        fleet.toString()))
                .contains("DeviceClass gpu.nvidia.co is not in the input; did you mean gpu.nvidia.com?")
                .hasLineCount(1);
        assertThat(check(
                        TEMPLATE.formatted("ml", "gpu.nvidia.co") + POD.formatted("single-gpu"),
                        "--fleet",
                        fleet.toString()))
                .contains("DeviceClass gpu.nvidia.co not found");
    }

    @Test
    void thousandsOfMissingNamesAreCompared() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            String word = Integer.toString(1_000_000 + 7919 * i, 26);
            text.append(TEMPLATE.formatted("ml", "gpu.nvidia.com").replace("single-gpu", "one-" + word));
            text.append(POD.formatted("two-" + word)).append("---\n");
        }

        assertThat(check(text.toString())).isEmpty();
    }
}
