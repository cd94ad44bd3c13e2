package dev.drawbridge.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of one fixture for each kind, like a real manifest; its comments have the places of its templates and their
 * numbers of pods.
 */
class PodTemplatesTest {

    private static final Path FIXTURES = Path.of("src/test/resources/workload");

    private final PodTemplates templates = new PodTemplates();

    static List<Path> fixtures() throws IOException {
        try (Stream<Path> files = Files.list(FIXTURES)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("fixtures")
    void templatesAreAtPathsOfFixture(Path file) throws IOException {
        List<String> expected = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith("# "))
                .map(line -> line.substring(2))
                .toList();

        List<PodTemplate> found = templates.of(manifest(Files.readString(file)));

        assertThat(found.stream().map(one -> one.path() + " x" + one.replicas()))
                .containsExactlyElementsOf(expected);
        assertThat(found).allSatisfy(one -> {
            assertThat(one.isGuessed()).isFalse();
            assertThat(one.claims()).hasSize(1);
            // Pod groups and NIM have no containers.
            assertThat(one.uses())
                    .hasSizeLessThanOrEqualTo(1)
                    .allSatisfy(use -> assertThat(use.name()).isEqualTo("gpu"));
        });
    }

    @Test
    void everyKindOfTableHasFixture() throws IOException {
        TreeSet<String> fixed = new TreeSet<>();
        for (Path file : fixtures()) {
            Manifest manifest = manifest(Files.readString(file));
            fixed.add(manifest.apiVersion().replaceFirst("/?[^/]*$", "") + "/" + manifest.kind());
        }

        assertThat(WorkloadKinds.ROWS)
                .allSatisfy(row -> assertThat(fixed).contains(row.group() + "/" + row.kind()))
                .allSatisfy(row -> assertThat(row.source()).matches("\\S+/\\S+ \\S+ \\S+"));
        assertThat(fixed).hasSizeGreaterThanOrEqualTo(25);
    }

    @Test
    void unknownKindIsSearchedByShape() {
        List<PodTemplate> found = templates.of(manifest("""
                apiVersion: example.com/v1
                kind: Training
                metadata: {name: t}
                spec:
                  groups:
                  - pods:
                      template:
                        spec:
                          containers: [{name: main}]
                          resourceClaims: [{name: gpu, resourceClaimName: gpu}]
                status:
                  template:
                    spec:
                      containers: [{name: main}]
                      resourceClaims: [{name: gpu, resourceClaimName: gpu}]
                """));

        assertThat(found).hasSize(1);
        assertThat(found.get(0).path()).hasToString("spec.groups[0].pods.template.spec");
        assertThat(found.get(0).isGuessed()).isTrue();
    }

    @Test
    void examplesAndSchemasAreNotSearched() {
        String pod = "{template: {spec: {containers: [{name: c}], resourceClaims: [{name: a}]}}}";

        assertThat(templates.of(manifest(
                        "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, spec: " + pod + "}")))
                .isEmpty();
        assertThat(templates.of(manifest("{apiVersion: v1, kind: ConfigMap, data: " + pod + "}")))
                .isEmpty();
        assertThat(templates.of(
                        manifest("{apiVersion: example.com/v1, kind: A, spec: {schema: {properties: " + pod + "}}}")))
                .isEmpty();
    }

    @Test
    void settingsAddKinds() {
        PodTemplates more =
                new PodTemplates(List.of(PodTemplates.row("example.com/Training spec.workers[].pod")), List.of());

        assertThat(more.of(manifest("""
                                apiVersion: example.com/v1
                                kind: Training
                                spec:
                                  workers:
                                  - pod: {containers: [{name: c}], resourceClaims: [{name: a, resourceClaimName: b}]}
                                """)))
                .singleElement()
                .satisfies(one -> assertThat(one.path()).hasToString("spec.workers[0].pod"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PodTemplates.row("Training spec"))
                .withMessageContaining("expected \"GROUP/KIND PATH\"");
    }

    private static Manifest manifest(String text) {
        return new ManifestReader()
                .read("a.yaml", text.getBytes(StandardCharsets.UTF_8))
                .manifests()
                .get(0);
    }
}
