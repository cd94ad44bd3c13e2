package dev.drawbridge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each error of a recorded object is documented on the page of its field or of a parent. */
class ManualCoversVerdictsTest {

    private static final Path PROOF = Path.of("src/test/resources/proof");

    /** So many objects are validated for each recorded error: another rule may report the same field and type. */
    private static final int OBJECTS = 4;

    private final Validator validator = new Validator();
    private final Map<String, Integer> recordings = new HashMap<>();
    private final Map<String, String> pages = new HashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> missing = new TreeSet<>();
    private final Set<String> explained = new HashSet<>();

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v1beta2", "v1beta1", "v1alpha3", "v1alpha2", "v1-cel"})
    void manualContainsEveryReportedRule(String file) throws IOException {
        ApiVersion version = ApiVersion.parse(file.replace("-cel", "")).orElseThrow();
        JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(PROOF.resolve(file + ".jsonl.gz"))),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Document recorded = (Document) json.read(line.getBytes(StandardCharsets.UTF_8));
                check((ObjectValue) recorded.value(), version);
            }
        }

        assertThat(seen).isNotEmpty();
        assertThat(missing).isEmpty();
    }

    private void check(ObjectValue recorded, ApiVersion version) {
        if (!(recorded.get("object") instanceof ObjectValue object)) {
            return;
        }
        ObjectValue verdict = recorded.list("verdicts").objects().get(0);
        String name = verdict.list("releases").texts().get(0);
        boolean isRare = false;
        for (ObjectValue error : verdict.list("errors").objects()) {
            String key = recorded.string("kind")
                    + name
                    + error.string("type")
                    + error.string("field").replaceAll("\\[[^]]*]", "");
            isRare |= recordings.merge(key, 1, Integer::sum) <= OBJECTS;
        }
        if (!isRare) {
            return;
        }
        KubernetesRelease release =
                KubernetesRelease.parse(name.replaceFirst("\\+.*", "")).orElseThrow();
        boolean isCreate = recorded.string("op").equals("CREATE");
        ValidationRequest request = new ValidationRequest(
                version.qualified(),
                recorded.string("kind"),
                isCreate
                        ? Operation.CREATE
                        : recorded.string("subresource").isEmpty() ? Operation.UPDATE : Operation.UPDATE_STATUS,
                object,
                recorded.get("oldObject"),
                new ApiServer(
                        release,
                        name.endsWith("+all") ? GateSettings.parse("all") : GateSettings.DEFAULTS,
                        UnknownFields.DENY),
                Map.of());
        String kind = recorded.string("kind");
        for (FieldError error : validator.validate(request).errors()) {
            if (explained.add(
                    kind + version + release + error.path().toString().replaceAll("\\[[^]]*]", "") + error.type())) {
                isExplained(kind, version, release, error);
            }
            if (!error.type().isDecoding()) {
                check(kind, version, release, error);
            }
        }
    }

    /** The {@code explain} command in a finding prints a page. */
    private void isExplained(String kind, ApiVersion version, KubernetesRelease release, FieldError error) {
        Finding finding = new Finding(
                Severity.ERROR,
                new Finding.Location("", null, null),
                new Finding.Field(
                        new ObjectReference(version.qualified(), kind, "", ""),
                        "",
                        error.path().toString()),
                new Finding.Rule(error.type().toString(), error.origin()),
                "",
                List.of(release.toString()));
        String[] words = finding.explanation().split(" ");
        assertThat(words)
                .as(finding.path())
                .startsWith("drawbridge", "explain")
                .endsWith("--api-version", version.toString(), "--kubernetes", release.toString());
        assertThat(new Manual(version, release, false).page(words[2], Map.of()).header())
                .containsKey("KIND");
    }

    private void check(String kind, ApiVersion version, KubernetesRelease release, FieldError error) {
        List<String> steps =
                List.of((kind + "." + error.path()).replaceAll("\\[[^]]*]", "").split("\\."));
        String subject = version + " " + release + " ";
        String field = String.join(".", steps);
        if (!seen.add(subject + field + " " + error.origin())) {
            return;
        }
        for (int i = 1; i <= steps.size(); i++) {
            String path = String.join(".", steps.subList(0, i));
            String page = pages.computeIfAbsent(
                    subject + path,
                    key -> new Manual(version, release, false)
                            .page(path, Map.of())
                            .text());
            if (page.contains("[" + error.origin() + "]")) {
                return;
            }
        }
        missing.add(subject + field + " " + error.origin());
    }
}
