package dev.drawbridge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Tests of exported schemas with a third-party validator: objects that the API server created are valid. */
class SchemaTest {

    private static final Path PROOF = Path.of("src/test/resources/proof");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final Map<String, Schema> schemas = new HashMap<>();
    private final Set<String> wrong = new TreeSet<>();
    private int invalid;
    private int caught;

    private static Schema schema(
            String kind, ApiVersion version, KubernetesRelease release, GateSettings gates, boolean isDraft7) {
        String text = JSON.writeValueAsString(new Manual(version, release, false).schema(kind, gates, isDraft7));
        return SchemaRegistry.withDefaultDialect(
                        isDraft7 ? SpecificationVersion.DRAFT_7 : SpecificationVersion.DRAFT_2020_12)
                .getSchema(text);
    }

    @ParameterizedTest
    @CsvSource({"v1, 0.64", "v1beta2, 0.7", "v1beta1, 0.7", "v1alpha3, 0.87", "v1alpha2, 0.83"})
    void createdObjectsConformToSchemaAndMostRefusedOnesDoNot(String version, double least) throws IOException {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(PROOF.resolve(version + ".jsonl.gz"))),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                JsonNode recorded = JSON.readTree(line);
                if (recorded.get("op").asString().equals("CREATE") && recorded.has("object")) {
                    look(recorded, ApiVersion.parse(version).orElseThrow());
                }
            }
        }

        assertThat(wrong).isEmpty();
        System.out.printf("%s: the schemas catch %d of %d invalid objects%n", version, caught, invalid);
        assertThat(caught).isGreaterThan((int) (invalid * least));
    }

    private void look(JsonNode recorded, ApiVersion version) {
        String kind = recorded.get("kind").asString();
        for (JsonNode verdict : recorded.get("verdicts")) {
            String name = verdict.get("releases").get(0).asString();
            boolean isAll = name.endsWith("+all");
            if (name.contains("+") && !isAll) {
                continue;
            }
            KubernetesRelease release =
                    KubernetesRelease.parse(name.replace("+all", "")).orElseThrow();
            Schema schema = schemas.computeIfAbsent(
                    kind + name,
                    key -> schema(
                            kind, version, release, isAll ? GateSettings.parse("all") : GateSettings.DEFAULTS, true));
            List<Error> errors = schema.validate(recorded.get("object"));
            boolean isAllowed = verdict.get("allowed").asBoolean();
            invalid += isAllowed ? 0 : 1;
            caught += isAllowed || errors.isEmpty() ? 0 : 1;
            if (isAllowed && !errors.isEmpty()) {
                wrong.add(kind + " " + name + " " + errors.get(0) + " " + recorded.get("id"));
            }
        }
    }

    @Test
    void bothDraftsAreEquivalent() {
        JsonNode claim = JSON.readTree("""
                {"apiVersion": "resource.k8s.io/v1", "kind": "ResourceClaim", "metadata": {"name": "a"},
                 "spec": {"devices": {"requests": [{"name": "A", "exactly": {"deviceClassName": "gpu", "cout": 1}}]}}}""");
        for (boolean isDraft7 : new boolean[] {true, false}) {
            Schema schema =
                    schema("ResourceClaim", ApiVersion.V1, KubernetesRelease.K8S_1_36, GateSettings.DEFAULTS, isDraft7);

            assertThat(schema.validate(claim))
                    .extracting(Error::getKeyword)
                    .contains("pattern", "additionalProperties");
        }
    }

    @Test
    void fileNamesMatchKubeconform() {
        assertThat(new Manual(null, null, false).fileName("ResourceClaim")).isEqualTo("resourceclaim-resource-v1.json");
        assertThat(new Manual(null, null, false).fileName("pod")).isEqualTo("pod-v1.json");
        assertThat(new Manual(null, null, false).fileName("Deployment")).isEqualTo("deployment-apps-v1.json");
        assertThat(new Manual(ApiVersion.V1BETA1, null, false).fileName("DeviceClass"))
                .isEqualTo("deviceclass-resource-v1beta1.json");
    }
}
