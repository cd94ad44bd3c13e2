package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Generated tests of every field of every table, in each distinct set of fields that a version, release and request
 * has: wrong JSON type, duplicate key, unknown sibling, and null. New rows are tested automatically.
 */
class GeneratedFieldTest {

    /** A field of a projected table: its path, and the text of an object with only this field. */
    private record Case(FieldPath path, String before, String after, FieldNode field) {

        /** The path as in the strict decoder, for which a map's keys are fields. */
        String strictPath() {
            return path.toString().replace("[cpu]", ".cpu");
        }

        /** The path with the type, as which two releases may have the field. */
        @Override
        public String toString() {
            Object type = field.node instanceof ScalarNode scalar ? scalar.kind() : field.node.getClass();
            return before + path + " " + type + "\n";
        }

        String with(String value) {
            return before + "\"" + field.name + "\":" + value + after;
        }
    }

    /** The kinds with the fields that have been tested: most releases and requests have the same ones. */
    private static final Set<String> PROJECTED = new HashSet<>();

    private final JsonReader reader = JsonReader.withoutPositions(ReadLimits.DEFAULT);

    static Stream<Target> targets() {
        return Stream.of(ApiVersion.values())
                .flatMap(version -> Stream.of(KubernetesRelease.values())
                        .flatMap(release -> Operation.USUAL.stream()
                                .map(request -> new Target(version, release, FeatureGates.defaults(release), request))))
                .filter(target ->
                        Kinds.all().stream().anyMatch(kind -> kind.isServed(target.version(), target.release())));
    }

    @ParameterizedTest
    @MethodSource("targets")
    void everyFieldRejectsWrongTypeAndDuplicateKey(Target target) {
        int cases = 0;
        for (Kind kind : Kinds.all()) {
            if (!kind.isServed(target.version(), target.release())) {
                continue;
            }
            Projection projection = Projection.of(kind.table(), target);
            List<Case> fields = cases(Projector.project(kind.table(), target));
            cases += fields.size();
            if (!PROJECTED.add(target.version()
                    + kind.name()
                    + fields.stream().map(Case::toString).collect(Collectors.joining()))) {
                continue;
            }
            for (Case one : fields) {
                wrongType(projection, one);
                twice(projection, one);
                unknownSibling(projection, one);
                nullIsAbsent(projection, one);
            }
        }
        assertThat(cases).isGreaterThan(40);
    }

    private void wrongType(Projection projection, Case one) {
        for (String wrong : wrongTypes(one.field.node)) {
            assertThat(found(projection, one.with(wrong)))
                    .as("%s: %s", one.path, wrong)
                    .contains(ErrorType.WRONG_TYPE + " " + one.path);
        }
    }

    private static List<String> wrongTypes(TypeNode node) {
        if (node instanceof ScalarNode scalar) {
            return switch (scalar.kind()) {
                case STRING -> List.of("7", "true", "{}", "[]");
                case BOOLEAN -> List.of("\"true\"", "1", "{}", "[]");
                case INT32 -> List.of("\"1\"", "1.0", "1e0", "2147483648", "true", "[]");
                case INT64 -> List.of("\"1\"", "1.0", "1e0", "9223372036854775808", "true", "[]");
                case NUMBER -> List.of("\"1\"", "true", "[]");
                case TIME -> List.of("1", "\"\"", "\"now\"", "{}");
                case QUANTITY -> List.of("true", "\"1x\"", "{}");
                case RAW -> List.of();
            };
        }
        return node instanceof ListNode ? List.of("{}", "\"\"", "0", "false") : List.of("[]", "\"\"", "0", "false");
    }

    private void twice(Projection projection, Case one) {
        String text = one.before + "\"" + one.field.name + "\":null,\"" + one.field.name + "\":null" + one.after;

        assertThat(found(projection, text)).contains(ErrorType.DUPLICATE_FIELD + " " + one.strictPath());
    }

    private void unknownSibling(Projection projection, Case one) {
        String unknown = one.field.name + "X";
        String text = one.before + "\"" + unknown + "\":null" + one.after;
        String path = one.strictPath().replaceFirst("[^.]*$", unknown);

        assertThat(found(projection, text)).contains(ErrorType.UNKNOWN_FIELD + " " + path);
    }

    private void nullIsAbsent(Projection projection, Case one) {
        assertThat(found(projection, one.with("null")))
                .containsExactlyInAnyOrderElementsOf(found(projection, one.before + one.after));
    }

    private List<String> found(Projection projection, String text) {
        ObjectValue object = (ObjectValue) ((Document) reader.read(text.getBytes(StandardCharsets.UTF_8))).value();
        ValidationResult walked =
                projection.validate(object, null, UnknownFields.DENY, () -> new ValidationContext(null));
        return walked.context().errors().stream()
                .map(error -> error.type() + " " + error.path())
                .toList();
    }

    private static List<Case> cases(ObjectNode root) {
        List<Case> cases = new ArrayList<>();
        collect(root, FieldPath.ROOT, "{", "}", cases);
        return cases;
    }

    private static void collect(ObjectNode node, FieldPath path, String before, String after, List<Case> cases) {
        for (FieldNode field : node.fields) {
            FieldPath here = path.child(field.name);
            cases.add(new Case(here, before, after, field));
            String inside = before + "\"" + field.name + "\":";
            if (field.node instanceof ObjectNode object) {
                collect(object, here, inside + "{", "}" + after, cases);
            } else if (field.node instanceof ListNode list && list.item() instanceof ObjectNode item) {
                collect(item, here.index(0), inside + "[{", "}]" + after, cases);
            } else if (field.node instanceof MapNode map && map.value() instanceof ObjectNode value) {
                collect(value, here.key("cpu"), inside + "{\"cpu\":{", "}}" + after, cases);
            }
        }
    }
}
