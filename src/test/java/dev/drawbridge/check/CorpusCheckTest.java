package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedData;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Report.Answer;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The local check of each manifest in {@code ../shared/corpus} has the recorded verdict of each release. */
class CorpusCheckTest {

    private static final List<KubernetesRelease> RELEASES = List.of(KubernetesRelease.values());

    @ParameterizedTest
    @CsvSource({"'', ''", "all, +all"})
    void everyReleaseHasRecordedFindings(String gates, String suffix) throws IOException {
        Path recorded = SharedData.require("conformance/corpus.jsonl.gz");
        GateSettings settings = gates.isEmpty() ? GateSettings.DEFAULTS : GateSettings.parse(gates);
        CheckSettings check = CheckSettings.DEFAULT.with(new CheckSettings.Target(RELEASES, settings, false));
        List<JsonNode> cases = new ArrayList<>();
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(recorded)), StandardCharsets.UTF_8))) {
            lines.lines().map(JsonMapper.shared()::readTree).forEach(cases::add);
        }
        Map<String, byte[]> texts = new LinkedHashMap<>();
        for (JsonNode one : cases) {
            String file = one.get("file").asString();
            texts.put(file, Files.readAllBytes(SharedData.require(file)));
        }

        assertThat(differences(cases, new Checker(check).check(InputFiles.named(texts, List.of())), suffix))
                .isEmpty();
    }

    private static List<String> differences(List<JsonNode> cases, Report report, String suffix) {
        Map<String, List<Answer>> answers = new HashMap<>();
        report.objects().forEach(validated -> answers.put(validated.file(), validated.verdicts()));
        // A namespace outside the input may or may not have the label: check warns, the server knows.
        Set<String> undecided = report.findings().stream()
                .filter(finding ->
                        finding.severity() == Severity.WARNING && finding.path().endsWith(".adminAccess"))
                .map(Finding::file)
                .collect(Collectors.toSet());
        // An object with a placeholder is reported as unchecked; the server received the placeholder.
        Set<String> skipped = report.summary().skipped().stream()
                .map(one -> one.place().substring(0, one.place().indexOf(".yaml") + ".yaml".length()))
                .collect(Collectors.toSet());
        // The server accepts parameters that the driver refuses.
        report.findings().stream()
                .filter(finding -> finding.origin() == Origin.DRIVER_PARAMETERS)
                .map(Finding::file)
                .forEach(skipped::add);
        List<String> differences = new ArrayList<>();
        int compared = 0;
        for (JsonNode one : cases) {
            String file = one.get("file").asString();
            for (JsonNode verdict : one.get("verdicts")) {
                Answer recorded = verdict.get("allowed").asBoolean() ? Answer.ALLOWED : Answer.REFUSED;
                for (JsonNode named : verdict.get("releases")) {
                    String release = named.asString();
                    boolean isAsked = release.endsWith("+all") ? suffix.equals("+all") : suffix.isEmpty();
                    if (!isAsked || skipped.contains(file)) {
                        continue;
                    }
                    compared++;
                    int index = RELEASES.indexOf(
                            KubernetesRelease.parse(release.replace("+all", "")).orElseThrow());
                    Answer ours = answers.containsKey(file) ? answers.get(file).get(index) : null;
                    if (ours != recorded && !(ours == Answer.ALLOWED && undecided.contains(file))) {
                        differences.add(file + " " + release + ": " + recorded + ", ours " + ours);
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(4000);
        return differences;
    }
}
