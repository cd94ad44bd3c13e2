package dev.drawbridge.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.Marks;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Trace;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of each rule class: an object that violates only this rule, with {@code # ERROR type origin} on the offending
 * line, also of a rule that only warns.
 *
 * <p>The first line is the request, such as {@code # request=UPDATE_STATUS kubernetes=1.30}, with {@code gates=all} and
 * labels of the namespace if relevant. In an update, the first document is the stored object.
 */
class RuleFixtureTest {

    private static final Path FIXTURES = Path.of("src/test/resources/fixtures/rules");
    private static final String SUFFIX = ".yaml";
    private static final Map<String, Set<Demand>> DEMANDS = TableRules.demands();

    private static Stream<String> rules() throws IOException {
        try (Stream<Path> files = Files.list(FIXTURES)) {
            return files.map(file -> file.getFileName().toString().replace(SUFFIX, "")).sorted().toList().stream();
        }
    }

    /** The rule of a fixture, such as {@code Rule} or {@code Rule-Variant}. */
    private static String tested(String fixture) {
        return fixture.replaceFirst("-.*", "");
    }

    @Test
    void everyRuleHasFixture() throws IOException {
        assertThat(new TreeSet<>(rules().map(RuleFixtureTest::tested).toList())).isEqualTo(DEMANDS.keySet());
    }

    @ParameterizedTest
    @MethodSource("rules")
    void fixtureBreaksOnlyItsRule(String rule) throws IOException {
        Path file = FIXTURES.resolve(rule + SUFFIX);
        Trace trace = new Trace();

        Verdict verdict = new Validator().validate(request(file), trace);
        List<FieldError> errors = verdict.errors().isEmpty() ? verdict.warnings() : verdict.errors();

        assertThat(errors.stream().map(RuleFixtureTest::mark).toList())
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(Marks.in(file));
        Set<Demand> demands = DEMANDS.getOrDefault(tested(rule), Set.of());
        assertThat(errors).allMatch(error -> demands.stream().anyMatch(demand -> isOf(error, demand)));
        List<Trace.Check> unmet = trace.checks().stream()
                .filter(check -> !check.unmet().isEmpty())
                .toList();
        assertThat(unmet).allMatch(check -> demands.contains(check.demand()));
        assertThat(unmet.isEmpty()).as("only warns").isEqualTo(verdict.errors().isEmpty());
    }

    /** Whether an error reports a demand: its sentence, or the problem with a text. */
    private static boolean isOf(FieldError error, Demand demand) {
        // An undeclared claim is reported with the container that uses it, not in the words of the manual.
        return error.origin() == demand.origin()
                && (error.origin().toString().startsWith("format=")
                        || error.origin() == Origin.CONTAINER_CLAIM
                        || error.detail().startsWith(demand.detail()));
    }

    private static String mark(FieldError error) {
        assertThat(error.position()).as(error.toString()).isNotNull();
        return error.position().line() + ": " + error.type() + " " + error.origin();
    }

    private static ValidationRequest request(Path file) throws IOException {
        Map<String, String> asked = new HashMap<>();
        for (String setting : Files.readAllLines(file).get(0).substring(2).split(" ")) {
            asked.put(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        List<ObjectValue> documents = new YamlReader(ReadLimits.DEFAULT)
                .read(Files.readAllBytes(file)).stream()
                        .map(document -> (ObjectValue) ((Document) document).value())
                        .toList();
        ObjectValue object = documents.get(documents.size() - 1);
        Operation request = Operation.valueOf(asked.get("request"));
        assertThat(documents).hasSize(request == Operation.CREATE ? 1 : 2);
        return new ValidationRequest(
                object.string("apiVersion"),
                object.string("kind"),
                request,
                object,
                request == Operation.CREATE ? null : documents.get(0),
                new ApiServer(
                        KubernetesRelease.parse(asked.get("kubernetes")).orElseThrow(),
                        asked.containsKey("gates") ? GateSettings.ALL : GateSettings.DEFAULTS,
                        UnknownFields.DENY),
                Map.of());
    }
}
