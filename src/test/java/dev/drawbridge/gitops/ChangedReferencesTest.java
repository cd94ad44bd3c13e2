package dev.drawbridge.gitops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.Trees;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of findings about misspelled references in the merge gate. */
class ChangedReferencesTest extends RepositoryTest {

    private static final String TEMPLATE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceClaimTemplate
            metadata: {name: single-gpu, namespace: ml}
            spec:
              spec:
                devices:
                  requests:
                  - {name: gpu, exactly: {deviceClassName: gpu.nvidia.com}}
            """;

    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata: {name: train, namespace: ml}
            spec:
              containers:
              - {name: train, image: a, resources: {claims: [{name: gpu}]}}
              resourceClaims:
              - {name: gpu, resourceClaimTemplateName: %s}
            """;

    private static final String CLUSTER = """
            apiVersion: ray.io/v1
            kind: RayCluster
            metadata: {name: ray, namespace: ml}
            spec:
              headGroupSpec:
                template:
                  spec:
                    containers:
                    - {name: head, image: a, resources: {claims: [{name: gpu}]}}
                    resourceClaims:
                    - {name: gpu, resourceClaimTemplateName: %s}
            """;

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: %s}
            spec: {extendedResourceName: example.org/%s}
            """;

    /** An error for a field that named something; another one may be for what the repository does not have. */
    @ParameterizedTest
    @CsvSource({
        "single-gpu,  sinlge-gpu, gpu, ERROR",
        "other,       sinlge-gpu, gpu, WARNING",
        "single-gpu,  single-gpu, gup, ERROR",
    })
    void nameThatAChangeMisspells(String before, String after, String request, Severity severity) throws Exception {
        String pod = POD.replace("{name: gpu}]}", "{name: gpu, request: %s}]}");
        write("template.yaml", TEMPLATE);
        commit("pod.yaml", pod.formatted("gpu", before));
        write("pod.yaml", pod.formatted(request, after));

        assertThat(validated().findings())
                .filteredOn(one -> one.origin() != Origin.RECREATE)
                .singleElement()
                .satisfies(one -> assertThat(one.severity()).isEqualTo(severity))
                .satisfies(one -> assertThat(one.message()).contains("did you mean"));
    }

    @Test
    void misspelledNameOfUnchangedFileIsWarning() throws Exception {
        commit("a/template.yaml", TEMPLATE);
        write("a/pod.yaml", POD.formatted("single-gpus"));
        write("a/ray.yaml", CLUSTER.formatted("single-gpus"));
        write("b/pod.yaml", POD.formatted("single-gpus"));

        assertThat(checked(false))
                .extracting(Finding::file, Finding::origin, Finding::message)
                .containsExactly(
                        tuple(
                                "a/pod.yaml",
                                Origin.UNKNOWN_CLAIM_TEMPLATE,
                                "ResourceClaimTemplate ml/single-gpus is not in the input; did you mean single-gpu"
                                        + " (a/template.yaml:1:1)?"),
                        tuple(
                                "a/ray.yaml",
                                Origin.UNKNOWN_CLAIM_TEMPLATE,
                                "ResourceClaimTemplate ml/single-gpus is not in the input; did you mean single-gpu"
                                        + " (a/template.yaml:1:1)?"));
    }

    @Test
    void nameInAnotherNamespaceIsAWarning() throws Exception {
        commit("template.yaml", TEMPLATE.replace("namespace: ml", "namespace: gpu-test"));
        write("pod.yaml", POD.formatted("single-gpu"));

        assertThat(checked(false))
                .extracting(Finding::message)
                .singleElement()
                .asString()
                .isEqualTo("ResourceClaimTemplate ml/single-gpu is not in the input; it is in namespace gpu-test"
                        + " (template.yaml:1:1); a pod can use only objects of its own namespace");
    }

    /** What a field named is still there; what it names instead is not known, or stays in another namespace. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
        single-gpu, namespace: ml | other, namespace: ml      | WARNING | ResourceClaimTemplate ml/other is not in the input; it replaces single-gpu (far/template.yaml:1:1); add it, or fix the name
        single-gpu, namespace: ml | single-gpu, namespace: b  | ERROR   | ResourceClaimTemplate b/single-gpu is not in the input; it is in namespace ml (far/template.yaml:1:1); a pod can use only objects of its own namespace
        unknown, namespace: ml    | other, namespace: ml      | none    | none
        unknown, namespace: ml    | unknown, namespace: b     | none    | none
        """)
    void nameThatLeadsNowhereAnyMore(String before, String after, Severity severity, String message) throws Exception {
        write("far/template.yaml", TEMPLATE);
        commit("pod.yaml", pod(before));
        write("pod.yaml", pod(after));
        assertThat(checked(false))
                .filteredOn(one -> one.origin() == Origin.UNKNOWN_CLAIM_TEMPLATE)
                .extracting(Finding::severity, Finding::message)
                .isEqualTo(message == null ? List.of() : List.of(tuple(severity, message)));

        write("more/pod.yaml", pod(before));
        assertThat(checked(false))
                .as("copied, not moved")
                .noneMatch(one -> one.severity() == Severity.ERROR && one.origin() == Origin.UNKNOWN_CLAIM_TEMPLATE);

        Files.delete(folder.resolve("more/pod.yaml"));
        write("kustomization.yaml", "resources: [pod.yaml, 'https://example.com/more']\n");
        assertThat(checked(false))
                .as("in a remote resource")
                .noneMatch(one -> one.message().equals(message));
    }

    /** An object that takes the place of another in its file, as where a patch no longer finds what is renamed. */
    @ParameterizedTest
    @CsvSource({
        "single-gpu, other, 1, 1",
        "single-gpu, other, 2, 0",
        "unknown, other, 1, 0",
        "single-gpu, single-gpu, 1, 0"
    })
    void nameThatLeadsNowhereInARenamedObject(String before, String after, int pods, int findings) throws Exception {
        write("far/template.yaml", TEMPLATE);
        commit("pod.yaml", POD.formatted(before));
        String renamed = POD.formatted(after).replace("name: train, namespace", "name: t%s, namespace");
        write("pod.yaml", renamed.formatted(1) + (pods == 2 ? "---\n" + renamed.formatted(2) : ""));

        assertThat(checked(false))
                .filteredOn(one -> one.origin() == Origin.UNKNOWN_CLAIM_TEMPLATE)
                .hasSize(findings)
                .allMatch(one -> one.message().contains("it replaces single-gpu"));
    }

    /** A template that loses a request, which a container that does not change names. */
    @ParameterizedTest
    @CsvSource({"gpu, gpu, 1", "gup, gpu, 0", "'', gpu, 0", "gpu, other, 0"})
    void requestThatATemplateLoses(String request, String renamed, int findings) throws Exception {
        String pod = POD.formatted("single-gpu")
                .replace("{name: gpu}]}", "{name: gpu" + (request.isEmpty() ? "" : ", request: " + request) + "}]}");
        write("pod.yaml", pod);
        write("both.yaml", TEMPLATE.replace("single-gpu", "b") + "---\n" + pod.replace("single-gpu", "b"));
        commit("template.yaml", TEMPLATE);
        write("template.yaml", TEMPLATE.replace("{name: " + renamed + ",", "{name: new,"));
        write(
                "both.yaml",
                Files.readString(folder.resolve("both.yaml")).replace("{name: " + renamed + ", e", "{name: new, e"));

        assertThat(checked(false))
                .filteredOn(one -> one.origin() == Origin.UNKNOWN_CLAIM_REQUEST)
                .hasSize(2 * findings)
                .allMatch(one -> one.severity() == Severity.ERROR)
                .allMatch(one -> one.message().endsWith("has no request gpu; it has new"));
    }

    private static String pod(String name) {
        String[] parts = name.split(", namespace: ");
        return POD.formatted(parts[0]).replace("namespace: ml", "namespace: " + parts[parts.length - 1]);
    }

    @Test
    void nameOfBaseIsKnown() throws Exception {
        write("template.yaml", TEMPLATE);
        commit("pod.yaml", POD.formatted("single-gpus"));
        write("moved.yaml", POD.formatted("single-gpus").replace("image: a", "image: b"));
        Files.delete(folder.resolve("pod.yaml"));

        assertThat(checked(false)).isEmpty();
        assertThat(checked(true)).singleElement().satisfies(finding -> {
            assertThat(finding.known()).isTrue();
            assertThat(finding.message()).contains("did you mean single-gpu");
        });
    }

    @Test
    void nameDefinedElsewhereInHeadIsNotReported() throws Exception {
        write("near/template.yaml", TEMPLATE);
        commit("far/template.yaml", TEMPLATE.replace("single-gpu", "single-gpus"));
        write("near/pod.yaml", POD.formatted("single-gpus"));

        assertThat(checked(false)).isEmpty();
    }

    @Test
    void newlyUnusedClaimIsWarning() throws Exception {
        write("template.yaml", TEMPLATE);
        commit("pod.yaml", POD.formatted("single-gpu"));
        write("pod.yaml", POD.formatted("single-gpu").replace("resources: {claims: [{name: gpu}]}", "tty: true"));

        assertThat(checked(false)).extracting(Finding::origin).contains(Origin.UNUSED_CLAIM);
    }

    @Test
    void containersOfCustomWorkloadsUseDeclaredClaims() throws Exception {
        commit("ray.yaml", CLUSTER.formatted("single-gpu"));
        write("ray.yaml", CLUSTER.formatted("single-gpu").replace("[{name: gpu}]", "[{name: gpus}]"));

        assertThat(checked(false)).extracting(Finding::origin).containsExactly(Origin.CONTAINER_CLAIM);
    }

    @Test
    void extendedResourceOfAnotherClassIsAWarningAtTheNewOne() throws Exception {
        write("c.yaml", CLASS.formatted("c", "nic"));
        commit("b.yaml", CLASS.formatted("b", "gpu"));
        write("a.yaml", CLASS.formatted("a", "gpu"));

        assertThat(checked(false)).singleElement().satisfies(finding -> {
            assertThat(finding.file()).isEqualTo("a.yaml");
            assertThat(finding.message()).contains("DeviceClass b has the extended resource example.org/gpu as well");
        });
    }

    @Test
    void misspelledDriverIsWarning() throws Exception {
        commit("template.yaml", TEMPLATE);
        write("template.yaml", TEMPLATE + """
                  config:
                  - opaque: {driver: gpu.nvida.com, parameters: {a: 1}}
            """);

        assertThat(checked(false)).extracting(Finding::origin).contains(Origin.UNKNOWN_DRIVER);
    }

    private List<Finding> checked(boolean all) throws IOException {
        CheckSettings settings = CheckSettings.DEFAULT.with(
                new CheckSettings.Reporting(Map.of(), true, false, all, false, false, LocalDate::now));
        try (Trees trees = GitTrees.open(folder, "main", null).only(List.of(), true, manifests)) {
            return new Checker(settings).check(trees).findings();
        }
    }
}
