package dev.drawbridge.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.SharedRecordings;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.Converted;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One recorded update in six has the same verdicts in the merge gate, as base and head trees, and in the engine.
 */
@Execution(ExecutionMode.CONCURRENT)
class GateConformanceTest {

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final List<String> DECODING = List.of("FieldValueTypeInvalid", "UnknownField", "DuplicateField");

    private final Validator validator = new Validator();
    private final JsonReader reader = JsonReader.withoutPositions(ReadLimits.DEFAULT);

    @ParameterizedTest
    @CsvSource({"v1,1.34", "v1,1.37", "v1beta1,1.33", "v1alpha3,1.31", "v1alpha2,1.30"})
    void updatesAreValidatedAsTheEngineDoes(String version, String name) throws IOException {
        KubernetesRelease release = KubernetesRelease.parse(name).orElseThrow();
        List<String> different = new ArrayList<>();
        int[] compared = {0};
        read(version, recorded -> {
            JsonNode object = recorded.get("object");
            JsonNode old = recorded.get("oldObject");
            boolean sameIdentity = object != null
                    && old != null
                    && object.isObject()
                    && !text(object, "name").isEmpty()
                    && text(object, "name").equals(text(old, "name"))
                    && text(object, "namespace").equals(text(old, "namespace"));
            if (!sameIdentity || object.equals(old) || hasWholeFloat(object) || hasWholeFloat(old)) {
                return;
            }
            if (!isAllowed(
                    recorded.get("apiVersion").asString(), recorded.get("kind").asString(), (ObjectValue) value(old))) {
                // No cluster has it: the gate judges the object as a new one.
                return;
            }
            boolean ofStatus = recorded.path("subresource").asString("").equals("status");
            Set<String> ours = gate(object, old, release, ofStatus);
            Set<String> engine = engine(recorded, object, old, release, ofStatus);
            if (engine == null) {
                return;
            }
            compared[0]++;
            // The server only decodes an object with a wrong type or an unknown field; check also reports what they
            // hide.
            Set<String> decoding = engine.stream()
                    .filter(error -> DECODING.stream().anyMatch(error::startsWith))
                    .collect(Collectors.toSet());
            boolean same = decoding.isEmpty() && !ofStatus
                    ? ours.equals(engine)
                    : ours.containsAll(decoding.isEmpty() ? engine : decoding);
            if (!same) {
                different.add(recorded.get("id").asString() + " engine " + engine + ", gate " + ours);
            }
        });

        assertThat(compared[0]).isGreaterThan(250);
        assertThat(different).isEmpty();
    }

    /** Whether there is a number that kubectl reads in a file as a float, and sends as an integer. */
    private static boolean hasWholeFloat(JsonNode value) {
        return value.isFloatingPointNumber() && value.asDouble() == Math.rint(value.asDouble())
                || value.valueStream().anyMatch(GateConformanceTest::hasWholeFloat);
    }

    @Test
    void roundTripBetweenVersionsIsLossless() throws IOException {
        for (String version : List.of("v1alpha3", "v1beta1", "v1beta2", "v1")) {
            int[] converted = {0};
            read(version, recorded -> {
                boolean valid = recorded.get("group").asString().equals("valid");
                if (valid && recorded.get("object") != null) {
                    converted[0] += thereAndBack(recorded, (ObjectValue) value(recorded.get("object")));
                }
            });
            assertThat(converted[0]).as(version).isGreaterThan(5);
        }
    }

    private int thereAndBack(JsonNode recorded, ObjectValue object) {
        String from = recorded.get("apiVersion").asString();
        String kind = recorded.get("kind").asString();
        boolean hasEmptyLevel = recorded.get("object").toString().contains("\"basic\":{}");
        if (hasEmptyLevel || !isAllowed(from, kind, object)) {
            return 0;
        }
        int count = 0;
        for (String other : List.of("v1beta1", "v1beta2", "v1")) {
            String to = "resource.k8s.io/" + other;
            ObjectValue there = validator
                    .scheme()
                    .converted(from, kind, object, to, null)
                    .map(Converted::object)
                    .orElse(null);
            boolean says = there != null && isAllowed(to, kind, there);
            if (says) {
                ObjectValue back = validator
                        .scheme()
                        .converted(to, kind, there, from, null)
                        .orElseThrow()
                        .object();
                assertThat(JsonEquality.same(object, back))
                        .as("%s %s to %s: %s", from, recorded.get("id"), to, recorded.get("object"))
                        .isTrue();
                count++;
            }
        }
        return count;
    }

    private boolean isAllowed(String apiVersion, String kind, ObjectValue object) {
        ObjectValue.Builder renamed = ObjectValue.at(null);
        for (int i = 0; i < object.size(); i++) {
            if (!object.key(i).equals("apiVersion")) {
                renamed.add(object.key(i), object.value(i), null);
            }
        }
        return validator
                .validate(new ValidationRequest(
                        apiVersion,
                        kind,
                        Operation.CREATE,
                        renamed.build(),
                        null,
                        new ApiServer(null, GateSettings.ALL, UnknownFields.DENY),
                        null))
                .errors()
                .isEmpty();
    }

    private Set<String> gate(JsonNode object, JsonNode old, KubernetesRelease release, boolean ofStatus) {
        CheckSettings check = CheckSettings.DEFAULT
                .with(new CheckSettings.Target(List.of(release), GateSettings.DEFAULTS, ofStatus))
                .with(new CheckSettings.Reporting(java.util.Map.of(), true, false, true, false, false, LocalDate::now));
        Change change = new Change("object.json", Content.of(bytes(old)), Content.of(bytes(object)));
        try {
            Report report = new Checker(check).check(new OneChange(change));
            return report.findings().stream()
                    .filter(finding -> finding.severity().toString().equals("error"))
                    .map(GateConformanceTest::key)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Set<String> engine(
            JsonNode recorded, JsonNode object, JsonNode old, KubernetesRelease release, boolean ofStatus) {
        var verdict = validator.validate(new ValidationRequest(
                recorded.get("apiVersion").asString(),
                recorded.get("kind").asString(),
                ofStatus ? Operation.UPDATE_STATUS : Operation.UPDATE,
                value(object),
                value(old),
                new ApiServer(release, GateSettings.DEFAULTS, UnknownFields.DENY),
                null));
        if (verdict instanceof dev.drawbridge.validation.Verdict.NotApplicable) {
            return null;
        }
        return verdict.errors().stream()
                .map(error -> error.type().reason() + " " + error.path())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String key(Finding finding) {
        return finding.rule().type() + " " + finding.path();
    }

    private record OneChange(Change change) implements Trees {

        @Override
        public List<Change> changes() {
            return List.of(change);
        }

        @Override
        public List<Change> head() {
            return List.of(new Change(change.path(), change.head(), change.head()));
        }

        @Override
        public String baseName() {
            return "base";
        }

        @Override
        public void close() {}
    }

    private dev.drawbridge.document.Value value(JsonNode node) {
        return ((Document) reader.read(bytes(node))).value();
    }

    private static byte[] bytes(JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String text(JsonNode object, String field) {
        return object.path("metadata").path(field).asString("");
    }

    private static void read(String version, Consumer<JsonNode> cases) throws IOException {
        try (Stream<String> lines = Files.lines(SharedRecordings.of(version).updates())) {
            lines.forEach(line -> cases.accept(JSON.readTree(line)));
        }
    }
}
