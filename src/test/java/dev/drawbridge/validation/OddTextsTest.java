package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of strings and numbers that Go and Java treat differently. */
class OddTextsTest {

    private static final String CLASS = """
            apiVersion: resource.k8s.io/v1
            kind: DeviceClass
            metadata: {name: x, annotations: {NOTE: kept}}
            spec:
              config:
              - opaque:
                  driver: d.example.com
                  parameters: {scale: NUMBER}
            """;

    private static final String SLICE = """
            apiVersion: resource.k8s.io/v1
            kind: ResourceSlice
            metadata: {name: x}
            spec:
              driver: DRIVER
              nodeName: node
              pool: {name: node, generation: 1, resourceSliceCount: 1}
              devices:
              - name: d
                capacity: {memory: {value: QUANTITY}}
            """;

    private static Verdict verdict(String kind, String yaml, KubernetesRelease release) {
        Document document = (Document) new YamlReader(ReadLimits.DEFAULT)
                .read(yaml.getBytes(StandardCharsets.UTF_8))
                .get(0);
        return new Validator()
                .validate(new ValidationRequest(
                        "resource.k8s.io/v1",
                        kind,
                        Operation.CREATE,
                        document.value(),
                        null,
                        new ApiServer(release, GateSettings.ALL, UnknownFields.DENY),
                        Map.of()));
    }

    private static List<String> errors(Verdict verdict) {
        return verdict.errors().stream()
                .map(error -> error.type() + " " + error.path())
                .toList();
    }

    @ParameterizedTest
    @CsvSource({"\u0130,1_34,true", "\u0130,1_37,true", "\u212a,1_37,true", "\u017f,1_37,false", "\u00e9,1_37,false"})
    void driverOfSliceIsLoweredCharacterByCharacter(String driver, String release, boolean allowed) {
        Verdict verdict = verdict(
                "ResourceSlice",
                SLICE.replace("DRIVER", "'" + driver + "'").replace("QUANTITY", "1"),
                KubernetesRelease.valueOf("K8S_" + release));

        assertThat(errors(verdict)).isEqualTo(allowed ? List.of() : List.of(ErrorType.INVALID + " spec.driver"));
    }

    @Test
    void driverOfParametersIsComparedWithoutCaseSinceItIsDeclared() {
        String yaml = CLASS.replace("d.example.com", "\u0130").replace("NUMBER", "1");

        assertThat(errors(verdict("DeviceClass", yaml, KubernetesRelease.K8S_1_36)))
                .isEmpty();
        assertThat(errors(verdict("DeviceClass", yaml, KubernetesRelease.K8S_1_37)))
                .containsExactly(ErrorType.INVALID + " spec.config[0].opaque.driver");
    }

    @ParameterizedTest
    @CsvSource({"\u0130,true", "\u212a,true", "\u017f,false"})
    void keyOfAnnotationIsLoweredCharacterByCharacter(String key, boolean allowed) {
        String yaml = CLASS.replace("NOTE", "'" + key + "'").replace("NUMBER", "1");

        assertThat(errors(verdict("DeviceClass", yaml, KubernetesRelease.K8S_1_37)))
                .isEqualTo(allowed ? List.of() : List.of(ErrorType.INVALID + " metadata.annotations"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"1\\n\"", "\"\\n1\"", "|\n                  1"})
    void quantityWithLineBreakIsInvalid(String text) {
        String yaml = SLICE.replace("DRIVER", "d")
                .replace("{memory: {value: QUANTITY}}", "\n      memory:\n        value: " + text);

        assertThat(errors(verdict("ResourceSlice", yaml, KubernetesRelease.K8S_1_37)))
                .containsExactly(ErrorType.WRONG_TYPE + " spec.devices[0].capacity[memory].value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"' 1'", "'1 '", "'1\u00a0'"})
    void quantityIsTrimmed(String text) {
        String yaml = SLICE.replace("DRIVER", "d").replace("QUANTITY", text);

        assertThat(errors(verdict("ResourceSlice", yaml, KubernetesRelease.K8S_1_37)))
                .isEmpty();
    }

    @Test
    void parametersHaveNoNumberBeyondFloat() {
        String path = ErrorType.INVALID + " spec.config[0].opaque.parameters";

        assertThat(errors(json("1e309"))).containsExactly(path);
        assertThat(errors(json("[{\"a\":-1e400}]"))).containsExactly(path);
        assertThat(errors(json("9".repeat(400)))).containsExactly(path);
        assertThat(errors(json("1e308"))).isEmpty();
        assertThat(errors(json("1e-999"))).isEmpty();
    }

    /** The YAML reader converts such numbers to floating point. */
    private static Verdict json(String number) {
        String text = """
                {"apiVersion":"resource.k8s.io/v1","kind":"DeviceClass","metadata":{"name":"x"},
                 "spec":{"config":[{"opaque":{"driver":"d","parameters":{"a":NUMBER}}}]}}""";
        return verdict("DeviceClass", text.replace("NUMBER", number), KubernetesRelease.K8S_1_37);
    }

    @Test
    void fieldOfDifferentCaseHasItsType() {
        String yaml = CLASS.replace("NUMBER", "1").replace("kind: DeviceClass", "kind: DeviceClass\nKIND: {}");

        assertThat(errors(verdict("DeviceClass", yaml, KubernetesRelease.K8S_1_37)))
                .contains(ErrorType.WRONG_TYPE + " kind");
    }

    @Test
    void escapesOnlyWrittenByGoAreWarning() {
        String yaml = CLASS.replace("NUMBER", "'" + "<".repeat(5000) + "'");

        Verdict verdict = verdict("DeviceClass", yaml, KubernetesRelease.K8S_1_37);

        assertThat(errors(verdict)).isEmpty();
        assertThat(verdict.warnings()).anyMatch(warning -> warning.type() == ErrorType.TOO_LONG);
    }
}
