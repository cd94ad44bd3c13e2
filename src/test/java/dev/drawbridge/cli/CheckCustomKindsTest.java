package dev.drawbridge.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that pod templates of custom kinds are checked by the rules of pods. */
class CheckCustomKindsTest extends CommandLineTest {

    private static final String RAY = """
            apiVersion: ray.io/v1
            kind: RayCluster
            metadata: {name: r, namespace: lab}
            spec:
              workerGroupSpecs:
              - template:
                  spec:
                    containers: [{name: c, resources: {claims: [{name: gup}, {name: b, request: x}]}}]
                    resourceClaims:
                    - {name: gpu, source: {resourceClaimTemplateName: t}}
                    - {name: b, resourceClaimTemplateName: t, resourceClaimName: u}
                    - {name: b, resourceClaimTemplateName: t}
                    - {name: d}
            """;

    private static final String PATH = "spec.workerGroupSpecs[0].template.spec.";

    @Test
    void copiedTemplateHasTheErrorsOfAPod() throws IOException {
        String file = write("ray.yaml", RAY).toString();

        assertThat(run("check", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains("ray.yaml:8:53: error: " + PATH + "containers[0].resources.claims[0]: container c uses claim"
                        + " \"gup\", which the pod does not have; did you mean gpu?")
                .contains(PATH + "resourceClaims[0].source: unknown field in v1", "[fixable] (RayCluster lab/r)")
                .contains("error: " + PATH + "resourceClaims[1]: must have exactly one of")
                .contains("error: " + PATH + "resourceClaims[2].name: \"b\": must be unique")
                .contains("error: " + PATH + "resourceClaims[3]: must have exactly one of");
        assertThat(err()).contains("1 DRA object checked", "only the claims of pods are checked");
    }

    @Test
    void upgradeAndFixReadTheTemplate() throws IOException {
        Path file = write("ray.yaml", RAY);

        run("check", "--upgrade", "1.30..1.37", file.toString());
        assertThat(out())
                .contains("resourceClaims[0].source: unknown field", "Kubernetes 1.30 accepts it")
                .containsPattern("ray.io/v1 RayCluster +1 +1 +1 +0");
        run("check", "--fix", file.toString());
        assertThat(Files.readString(file)).contains("- {name: gpu, resourceClaimTemplateName: t}\n");
    }

    @ParameterizedTest
    @CsvSource({
        "serving.kserve.io/v1beta1, InferenceService, predictor",
        "example.com/v1, Training, decode",
        "example.com/v1, Training, anything"
    })
    void templateThatAControllerChangesHasWarnings(String apiVersion, String kind, String field) throws IOException {
        String file = write("a.yaml", """
                apiVersion: %s
                kind: %s
                metadata: {name: a, namespace: lab}
                spec:
                  %s:
                    containers: [{name: c, resources: {claims: [{name: a}, {name: a}]}}]
                    resourceClaims: [{name: a, resourceClaimName: x, resourceClaimTemplateName: z}]
                """.formatted(apiVersion, kind, field)).toString();

        assertThat(run("check", file)).isZero();
        assertThat(out())
                .contains("warning: spec." + field + ".containers[0].resources.claims[1]: \"a\": must be unique")
                .contains("warning: spec." + field + ".resourceClaims[0]: must have exactly one of")
                .contains("(" + kind + " lab/a)");
    }

    @Test
    void templateThatAControllerCompletesMayUseClaimsOfOthers() throws IOException {
        assertThat(run("check", "--strict", write("a.yaml", """
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata: {name: a}
                spec: {podTemplateOverrides: [{spec: {containers: [{name: c, resources: {claims: [{name: a}]}}]}}]}
                """).toString())).isZero();
        assertThat(err()).contains("1 DRA object checked");
    }

    @Test
    void anotherVersionOfAKnownKindIsSearchedByShape() throws IOException {
        run("check", write("a.yaml", """
                apiVersion: jobset.x-k8s.io/v2
                kind: JobSet
                metadata: {name: a}
                spec: {roles: [{pod: {containers: [{name: c}], resourceClaims: [{name: a}]}}]}
                """).toString());

        assertThat(out()).contains("warning: spec.roles[0].pod.resourceClaims[0]: must have exactly one of");
    }

    @ParameterizedTest
    @CsvSource({
        "apps/v1, Rollout, argoproj.io",
        "batch/v1, JobSet, jobset.x-k8s.io",
        "v1, RayCluster, ray.io",
        "jobset.k8s.io/v1alpha2, JobSet, jobset.x-k8s.io",
        "kueue.k8s.io/v1beta1, Workload, kueue.x-k8s.io",
    })
    void wrongGroupOfAKnownKindIsAnError(String apiVersion, String kind, String group) throws IOException {
        String spec = "{containers: [{name: c, resources: {claims: [{name: g}]}}], resourceClaims: [{name: g}]}";
        Path file = write("a.yaml", """
                apiVersion: %s
                kind: %s
                metadata: {name: a}
                spec: {template: {spec: %s}}
                """.formatted(apiVersion, kind, spec));

        assertThat(run("check", file.toString())).isEqualTo(ExitCode.FINDINGS);
        assertThat(out())
                .contains(" serves " + apiVersion + " " + kind + "; did you mean " + group + "?")
                .hasLineCount(1);
    }

    @Test
    void misspelledKindFieldOfACustomKindIsRenamed() throws IOException {
        Path file = write("a.yaml", """
                apiVersion: ray.io/v1
                knd: RayCluster
                metadata: {name: a}
                spec:
                  headGroupSpec:
                    template: {spec: {containers: [{name: c, resources: {claims: [{name: g}]}}]}}
                """);

        run("check", file.toString());

        assertThat(out())
                .contains("a.yaml:2:1: error: knd: unknown field; did you mean kind? [")
                .contains("container c uses claim \"g\", which the pod does not have");
        run("check", "--fix", file.toString());
        assertThat(Files.readString(file)).contains("\nkind: RayCluster\n");
    }

    @Test
    void ownFieldsOfACustomKindAreNotUnknown() throws IOException {
        assertThat(run("check", "--strict", write("a.yaml", """
                apiVersion: example.com/v1
                kind: Training
                metadata: {name: a}
                spec:
                  pod:
                    containers: [{name: c, share: 1, resources: {claims: [{name: a, share: 2}]}}]
                    resourceClaims: [{name: a, resourceClaimName: x, mode: shared}]
                """).toString())).isZero();
        assertThat(out()).isEmpty();
    }

    @Test
    void placeholdersAreNotCompared() throws IOException {
        String ray = RAY.substring(0, RAY.indexOf("        containers")).replace("name: r,", "name: \"${NAME}\",");
        String known = ray + """
                containers: [{name: c, resources: {claims: [{name: acx}]}}]
                resourceClaims: [{name: acc, resourceClaimName: "x-${A}"}]
                """.indent(8);
        String unknown = ray + """
                containers: [{name: c, resources: {claims: [{name: acx}]}}]
                resourceClaims: [{name: "${A}", resourceClaimName: "${A}"}]
                """.indent(8);

        run("check", write("a.yaml", known + "---\n" + unknown).toString());
        assertThat(out().lines())
                .singleElement()
                .asString()
                .contains("container c uses claim \"acx\", which the pod does not have; did you mean acc?");
    }

    @Test
    void requestThatTheClaimDoesNotHaveIsAWarning() throws IOException {
        String file = write("a.yaml", """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: x, namespace: lab}
                spec: {devices: {requests: [{name: alpha, exactly: {deviceClassName: gpu.nvidia.com}}]}}
                ---
                apiVersion: v1
                kind: Pod
                metadata: {name: a, namespace: lab}
                spec:
                  containers: [{name: c, resources: {claims: [{name: gpu, request: other}]}}]
                  resourceClaims: [{name: gpu, resourceClaimName: x}]
                """).toString();

        assertThat(run("check", file)).isZero();
        assertThat(out()).contains("warning: ", "has no request other; it has alpha");
        assertThat(run("check", "--closed", file)).isEqualTo(ExitCode.FINDINGS);
        assertThat(out()).contains("error: ", "has no request other; it has alpha");
    }
}
