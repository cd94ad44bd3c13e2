package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The examples of rules: what is called valid passes its rule, what is called invalid does not, wherever a table has
 * it.
 */
class DemandExampleTest {

    /** Whose sentence says it all: a limit, or a list of fields. */
    private static final Set<Origin> WITHOUT_EXAMPLE = Set.of(
            Origin.MAX_ITEMS,
            Origin.MAX_BYTES,
            Origin.MAX_TOTAL_BYTES,
            Origin.MAX_COUNTERS,
            Origin.DEVICE_SIZE,
            Origin.MAXIMUM,
            Origin.MINIMUM,
            Origin.UNION,
            Origin.DEPENDENT_REQUIRED,
            Origin.FEATURE_GATE,
            Origin.ADMIN_ACCESS_LABEL,
            // The costs of several expressions together: no example would be short.
            Origin.CEL);

    private final Set<Constraint> constraints = new LinkedHashSet<>();
    private final Set<ObjectRule> rules = new LinkedHashSet<>();
    private final Set<Origin> without = new TreeSet<>();

    @Test
    void everyExampleIsAsItSays() {
        for (ApiVersion version : ApiVersion.values()) {
            for (KubernetesRelease release : KubernetesRelease.values()) {
                for (Request request : Request.values()) {
                    for (Kind kind : Stream.concat(Kinds.all().stream(), Kinds.workloads().stream())
                            .toList()) {
                        if (kind.isServed(version, release)) {
                            FeatureGates gates = GateSettings.parse("all").in(release);
                            collect(Projector.project(kind.table(), new Target(version, release, gates, request)));
                        }
                    }
                }
            }
        }

        constraints.forEach(one ->
                one.demands().forEach(demand -> check(demand, (value, old, place) -> one.check(value, place))));
        rules.forEach(one -> one.demands()
                .forEach(demand -> check(
                        demand, (value, old, place) -> one.check((ObjectValue) value, (ObjectValue) old, place))));
        assertThat(constraints).hasSizeGreaterThan(50);
        assertThat(rules).hasSizeGreaterThan(30);
        assertThat(without).isSubsetOf(WITHOUT_EXAMPLE);
    }

    private interface Check {

        void check(Value value, @Nullable Value old, ValidationContext place);
    }

    private void check(Demand demand, Check check) {
        Demand.Example example = demand.example();
        if (example == null) {
            without.add(demand.origin());
            return;
        }
        Value stored = example.stored() == null ? null : value(example.stored());
        assertThat(reported(check, example.valid(), stored))
                .as("valid: %s", demand)
                .doesNotContain(demand.origin());
        assertThat(reported(check, example.invalid(), stored))
                .as("invalid: %s", demand)
                .contains(demand.origin());
    }

    private static List<Origin> reported(Check check, String text, @Nullable Value stored) {
        ValidationContext place = new ValidationContext(Map.of());
        check.check(value(text), stored, place);
        return Stream.concat(place.errors().stream(), place.warnings().stream())
                .map(FieldError::origin)
                .toList();
    }

    private static Value value(String text) {
        return ((Document) new YamlReader(ReadLimits.DEFAULT)
                        .read(text.getBytes(StandardCharsets.UTF_8))
                        .get(0))
                .value();
    }

    private void collect(Node node) {
        if (node instanceof ScalarNode scalar) {
            constraints.addAll(List.of(scalar.constraints()));
        } else if (node instanceof ListNode list) {
            constraints.addAll(List.of(list.limit()));
            constraints.addAll(List.of(list.constraints()));
            collect(list.item());
        } else if (node instanceof MapNode map) {
            constraints.addAll(List.of(map.limit()));
            constraints.addAll(List.of(map.constraints()));
            constraints.addAll(List.of(map.keys()));
            constraints.addAll(List.of(map.keysAtMap()));
            collect(map.value());
        } else if (node instanceof ObjectNode object) {
            rules.addAll(List.of(object.rules));
            for (FieldNode field : object.fields) {
                collect(field.node);
                field.besides.forEach(beside -> collect(beside.node()));
            }
        }
    }
}
