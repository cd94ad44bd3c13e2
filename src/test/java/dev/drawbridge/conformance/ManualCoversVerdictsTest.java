package dev.drawbridge.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.explain.Manual;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is reported of a recorded object, the manual says it of the field, of what holds it, or of several fields there. */
class ManualCoversVerdictsTest {

    private static final Path PROOF = Path.of("src/test/resources/proof");

    private final Validator validator = new Validator();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> unsaid = new TreeSet<>();

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta2", "v1beta1", "v1alpha3", "v1alpha2", "v1-cel"})
    void theManualSaysWhatIsReported(String file) throws IOException {
        CaseReader reader = new CaseReader(PROOF.resolve(file + ".jsonl.gz"));
        reader.readLines((fields, place) -> {
            look(reader.parse(fields, place));
            return true;
        });

        assertThat(seen).isNotEmpty();
        assertThat(unsaid).isEmpty();
    }

    private void look(RecordedCase recorded) {
        if (recorded.object() == null) {
            return;
        }
        RecordedRelease release =
                RecordedRelease.parse(recorded.verdicts().get(0).releases().get(0));
        ValidationRequest request = new ValidationRequest(
                recorded.apiVersion(),
                recorded.kind(),
                recorded.request(),
                recorded.object(),
                recorded.oldObject(),
                release.release(),
                release.gates(),
                UnknownFields.DENY,
                recorded.namespaceLabels());
        validator.validate(request).errors().stream()
                .filter(error -> !error.type().isDecoding())
                .forEach(error -> look(recorded, release.release(), error));
    }

    private void look(RecordedCase recorded, KubernetesRelease release, FieldError error) {
        ApiVersion version = ApiVersion.parse(recorded.apiVersion().substring(ApiVersion.GROUP.length() + 1))
                .orElseThrow();
        List<String> path = error.path().steps().stream()
                .map(FieldPath::name)
                .filter(Objects::nonNull)
                .toList();
        String key =
                recorded.kind() + " " + version + " " + release + " " + String.join(".", path) + " " + error.origin();
        if (seen.add(key) && !Manual.says(error.origin(), recorded.kind(), version, release, path)) {
            unsaid.add(key);
        }
    }
}
