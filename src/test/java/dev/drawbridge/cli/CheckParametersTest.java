package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Tests of references by {@code parametersRef} of v1alpha2. */
class CheckParametersTest extends CommandLineTest {

    private static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: gpuclaimparameters.gpu.example.com}
            spec:
              group: gpu.example.com
              names: {kind: GpuClaimParameters, plural: gpuclaimparameters}
              versions:
              - name: v1alpha1
                schema:
                  openAPIV3Schema:
                    type: object
                    required: [spec]
                    properties:
                      metadata: {type: object}
                      spec: {type: object, properties: {count: {type: integer, minimum: 1}}}
            """;
    private static final String PARAMETERS = """
            apiVersion: gpu.example.com/v1alpha1
            kind: GpuClaimParameters
            metadata: {name: half, labels: {a: b}}
            spec: {count: 0, sharing: true}
            """;
    private static final String REFERENCE = """
            apiVersion: resource.k8s.io/v1alpha2
            kind: ResourceClaim
            metadata: {name: c}
            spec:
              resourceClassName: gpu
              parametersRef: {apiGroup: gpu.example.com, kind: GpuClaimParameters, name: half}
            """;

    @Test
    void parametersAreCheckedByTheirDefinition() throws IOException {
        write("parameters.yaml", PARAMETERS);
        write("claim.yaml", REFERENCE);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(run("check", "--strict-drivers", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("no schema for gpu.example.com/v1alpha1 GpuClaimParameters; add its CustomResourceDefinition"
                        + " to the input");
        write("definition.yaml", DEFINITION);
        write("claim.yaml", REFERENCE.replace("gpu.example.com,", "gpu.example.com/v1alpha1,"));
        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("parameters.yaml:4:15: error: spec.count: 0: must be greater than or equal to 1")
                .contains("parameters.yaml:4:18: error: spec.sharing: unknown field of GpuClaimParameters")
                .doesNotContain("not in the input", "metadata");
    }

    @Test
    void unreferencedParametersAreNotChecked() throws IOException {
        write("parameters.yaml", PARAMETERS);
        write("definition.yaml", DEFINITION);

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).isEmpty();
    }

    @Test
    void danglingReferenceIsWarningAndErrorIfClosed() throws IOException {
        String claim = write("claim.yaml", REFERENCE).toString();
        write("elsewhere.yaml", PARAMETERS.replace("name: half", "name: half, namespace: other"));
        String missing =
                ": spec.parametersRef.name: GpuClaimParameters default/half is not in the input; add it, or fix";

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("claim.yaml:6:78: warning" + missing);
        assertThat(run("check", "--closed", claim)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("claim.yaml:6:78: error" + missing);
        assertThat(run("check", "--namespace", "other", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).doesNotContain("other/half is not in the input");
    }

    @Test
    void unsupportedDefinitionIsReported() throws IOException {
        write("all.yaml", REFERENCE + "---\n" + PARAMETERS + "---\n" + DEFINITION.replace("minimum: 1", "if: {}"));

        assertThat(run("check", folder.toString())).isEqualTo(ExitCode.CLEAN);
        assertThat(out()).contains("warning: spec.versions: parameters of this kind are not checked: schema");
    }

    @Test
    void missingSchemaFolderIsReported() throws Exception {
        assertThat(run("check", "--drivers", "/nowhere", write("a.yaml", "{}").toString()))
                .isEqualTo(2);
        assertThat(err()).contains("/nowhere: no such file or folder");
    }
}
