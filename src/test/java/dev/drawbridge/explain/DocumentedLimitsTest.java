package dev.drawbridge.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.ColumnedDemand;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.TypeFacts;
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
import java.util.function.UnaryOperator;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The documented limits are enforced: in recorded valid objects, each field is removed if required, set to both sides
 * of each limit, and set to an invalid choice.
 */
class DocumentedLimitsTest {

    private static final Path PROOF = Path.of("src/test/resources/proof");
    private static final GateSettings ALL = GateSettings.parse("all");

    private final Validator validator = new Validator();

    /** The fields that are done: one object is enough. */
    private final Set<String> done = new HashSet<>();

    private final Set<String> wrong = new TreeSet<>();
    private int cases;

    @ParameterizedTest
    @CsvSource({
        "v1, 1.37, 80",
        "v1, 1.34, 60",
        "v1beta2, 1.37, 80",
        "v1beta2, 1.33, 40",
        "v1beta1, 1.37, 70",
        "v1beta1, 1.32, 40",
        "v1alpha3, 1.31, 25",
        "v1alpha2, 1.30, 50",
        "v1alpha2, 1.27, 25"
    })
    void documentedLimitIsEnforced(String version, String release, int atLeast) throws IOException {
        ApiVersion api = ApiVersion.parse(version).orElseThrow();
        KubernetesRelease kubernetes = KubernetesRelease.parse(release).orElseThrow();
        JsonReader json = JsonReader.withoutPositions(ReadLimits.DEFAULT);
        // No release with v1alpha2 has a gate of it.
        String recordedAs = version.equals("v1alpha2") ? release : release + "+all";
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(PROOF.resolve(version + ".jsonl.gz"))),
                StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                ObjectValue recorded =
                        (ObjectValue) ((Document) json.read(line.getBytes(StandardCharsets.UTF_8))).value();
                if (isValid(recorded, recordedAs) && recorded.get("object") instanceof ObjectValue object) {
                    new Base(api, kubernetes, recorded.string("kind"), object).check();
                }
            }
        }

        assertThat(wrong).isEmpty();
        assertThat(cases).as("cases").isGreaterThan(atLeast);
    }

    private static boolean isValid(ObjectValue recorded, String release) {
        return recorded.string("op").equals("CREATE")
                && recorded.list("verdicts").objects().stream()
                        .anyMatch(verdict -> verdict.list("errors").size() == 0
                                && verdict.list("releases").texts().contains(release));
    }

    /** An object for generating cases. */
    private final class Base {

        private final ApiVersion version;
        private final KubernetesRelease release;
        private final String kind;
        private final ObjectValue object;
        private final FeatureGates gates;

        Base(ApiVersion version, KubernetesRelease release, String kind, ObjectValue object) {
            this.version = version;
            this.release = release;
            this.kind = kind;
            this.object = object;
            this.gates = ALL.in(release);
        }

        void check() {
            Kinds.kind(kind, version)
                    .filter(known -> known.isServed(version, release))
                    .ifPresent(known -> fields(
                            new Subject(known, version, release),
                            known.table(),
                            object,
                            FieldPath.ROOT,
                            value -> value));
        }

        private List<FieldError> errors(Value changed) {
            return validator
                    .validate(new ValidationRequest(
                            version.qualified(),
                            kind,
                            Operation.CREATE,
                            changed,
                            null,
                            new ApiServer(release, ALL, UnknownFields.DENY),
                            Map.of(
                                    "resource.k8s.io/admin-access", "true",
                                    "resource.kubernetes.io/admin-access", "true")))
                    .errors();
        }

        /** Cases of an object's fields; {@code root} replaces the value. */
        private void fields(
                Subject subject, ObjectSchema table, ObjectValue here, FieldPath path, UnaryOperator<Value> root) {
            for (int i = 0; i < here.size(); i++) {
                FieldFacts field = subject.field(table, here.key(i)).orElse(null);
                if (field != null) {
                    int index = i;
                    FieldPath place = path.child(field.name());
                    UnaryOperator<Value> put = value -> root.apply(here.with(index, value));
                    field(field, here, i, place, root, put);
                    below(subject, field.shape(), here.value(i), place, put);
                }
            }
        }

        private void below(Subject subject, TypeFacts type, Value value, FieldPath path, UnaryOperator<Value> put) {
            ObjectSchema table = type.object();
            TypeFacts entries = type.entries();
            if (table != null && value instanceof ObjectValue inner) {
                fields(subject, table, inner, path, put);
            } else if (entries != null && value instanceof ListValue list && list.size() > 0) {
                below(subject, entries, list.get(0), path.index(0), item -> put.apply(withFirst(list, item)));
            } else if (entries != null && type.isMap() && value instanceof ObjectValue map && map.size() > 0) {
                below(subject, entries, map.value(0), path.key(map.key(0)), one -> put.apply(map.with(0, one)));
            }
        }

        private void field(
                FieldFacts field,
                ObjectValue here,
                int index,
                FieldPath place,
                UnaryOperator<Value> root,
                UnaryOperator<Value> put) {
            Value value = here.value(index);
            if (value instanceof NullValue || !isNew(place)) {
                return;
            }
            boolean mustBeSet = field.isRequired()
                    && field.checks().isValidated()
                    && field.defaultText() == null
                    && gates.hasAll(field.where().gates())
                    && field.where().requests().contains(Operation.CREATE);
            if (mustBeSet) {
                count();
                if (errors(root.apply(without(here, index))).stream().noneMatch(error -> isAbout(error, place))) {
                    wrong.add(named(place) + " is required, and may be missing");
                }
            }
            if (field.others().isEmpty() && field.checks().isValidated()) {
                limits(field.shape(), value, place, put);
            }
        }

        /** Some rules report a missing field at its object. */
        private static boolean isAbout(FieldError error, FieldPath place) {
            return error.path().equals(place) || error.path().equals(place.parent());
        }

        private void limits(TypeFacts type, Value value, FieldPath place, UnaryOperator<Value> put) {
            Map<String, Object> limits = new HashMap<>();
            for (ColumnedDemand demand : type.demands()) {
                boolean isInForce = demand.where().exists(version, release)
                        && demand.where().requests().contains(Operation.CREATE)
                        && gates.hasAll(demand.where().gates())
                        && gates.hasNone(demand.where().barred());
                if (isInForce) {
                    demand.demand().keywords().forEach((keyword, limit) -> limits.merge(keyword, limit, Base::tighter));
                }
            }
            limits.forEach((keyword, limit) -> limit(keyword, limit, value, place, put));
        }

        /** A driver name has its format's limit and a smaller one. */
        private static Object tighter(Object one, Object other) {
            return one instanceof Integer first && other instanceof Integer second ? Math.min(first, second) : one;
        }

        private void limit(String keyword, Object limit, Value value, FieldPath place, UnaryOperator<Value> put) {
            switch (keyword) {
                case "maxItems" -> {
                    if (value instanceof ListValue list && list.size() > 0) {
                        both(place, put, repeated(list, (int) limit), repeated(list, (int) limit + 1));
                    }
                }
                case "maxLength" -> both(place, put, text((int) limit), text((int) limit + 1));
                case "maximum", "minimum" -> {
                    int beyond = keyword.equals("maximum") ? 1 : -1;
                    int number = ((Number) limit).intValue();
                    if (number != 0) {
                        isRefused(put.apply(new NumberValue(Integer.toString(number + beyond), null)), place);
                    }
                }
                case "enum" -> isRefused(put.apply(new StringValue("NoSuchChoice", null)), place);
                default -> {}
            }
        }

        /** A value at the limit is valid, and one above it is too long. */
        private void both(FieldPath place, UnaryOperator<Value> put, Value within, Value beyond) {
            count();
            if (errors(put.apply(within)).stream().anyMatch(error -> isTooLong(error, place))) {
                wrong.add(named(place) + " is too long at its limit");
            }
            if (errors(put.apply(beyond)).stream().noneMatch(error -> isTooLong(error, place))) {
                wrong.add(named(place) + " may be longer than its limit: " + errors(put.apply(beyond)));
            }
        }

        private static boolean isTooLong(FieldError error, FieldPath place) {
            boolean isOfLength = error.type() == ErrorType.TOO_LONG
                    || error.type() == ErrorType.TOO_MANY
                    || error.message().contains("no more than");
            return isOfLength && error.path().equals(place);
        }

        private void isRefused(Value changed, FieldPath place) {
            count();
            if (errors(changed).stream().noneMatch(error -> error.path().equals(place))) {
                wrong.add(named(place) + ": an error expected, is " + errors(changed));
            }
        }

        private void count() {
            cases++;
        }

        private boolean isNew(FieldPath path) {
            return done.add(
                    kind + " " + version + " " + release + " " + path.toString().replaceAll("\\[[^]]*]", "[]"));
        }

        private String named(FieldPath path) {
            return version + " " + kind + " in " + release + ": " + path;
        }
    }

    private static ObjectValue without(ObjectValue object, int index) {
        ObjectValue.Builder rest = ObjectValue.at(null);
        for (int i = 0; i < object.size(); i++) {
            if (i != index) {
                rest.add(object.key(i), object.value(i), null);
            }
        }
        return rest.build();
    }

    private static ListValue withFirst(ListValue list, Value first) {
        ListValue.Builder other = ListValue.at(null).add(first);
        for (int i = 1; i < list.size(); i++) {
            other.add(list.get(i));
        }
        return other.build();
    }

    private static ListValue repeated(ListValue list, int size) {
        ListValue.Builder repeated = ListValue.at(null);
        for (int i = 0; i < size; i++) {
            repeated.add(list.get(0));
        }
        return repeated.build();
    }

    private static StringValue text(int length) {
        return new StringValue("a".repeat(length), null);
    }
}
