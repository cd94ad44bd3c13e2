package dev.drawbridge.schema;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests of the examples of rules: in each table, the valid example passes the rule and the invalid one does not. */
class DemandExampleTest {

    /** The demands without an example, with the reason. */
    private static final Map<String, Set<Origin>> WITHOUT_EXAMPLE = Map.ofEntries(
            // A limit needs no example.
            Map.entry("AtMost", Set.of(Origin.MAX_ITEMS, Origin.MAX_BYTES, Origin.MAX_TOTAL_BYTES)),
            Map.entry("NotEmpty", Set.of(Origin.NOT_EMPTY)),
            // What the entries of a list must be differs.
            Map.entry("ByKeys", Set.of(Origin.UNIQUE)),
            Map.entry("UpTo", Set.of(Origin.UNIQUE)),
            Map.entry("NoTextTwice", Set.of(Origin.UNIQUE)),
            // An ephemeral container must not have resources at all.
            Map.entry("ContainersUseClaimsOfPod", Set.of(Origin.CONTAINER_CLAIM, Origin.REQUIRED, Origin.UNIQUE)),
            Map.entry("NotEmptyIfSet", Set.of(Origin.MAX_BYTES)),
            Map.entry("PlainConstraint", Set.of(Origin.MAXIMUM, Origin.MINIMUM)),
            Map.entry("AttributesAreFew", Set.of(Origin.DEVICE_SIZE)),
            Map.entry("CountersAreShared", Set.of(Origin.MAX_COUNTERS)),
            Map.entry("PlainRule", Set.of(Origin.TYPE)),
            Map.entry("ExtendedResourcesAreLimits", Set.of(Origin.TYPE)),
            Map.entry("DevicesAreFewer", Set.of(Origin.MAX_ITEMS)),
            Map.entry("FullyQualified", Set.of(Origin.MAX_BYTES)),
            Map.entry("Qualified", Set.of(Origin.MAX_BYTES)),
            Map.entry("OfAtMost", Set.of(Origin.MAX_BYTES, Origin.OPAQUE_PARAMETERS)),
            Map.entry("Selector", Set.of(Origin.MAX_BYTES)),
            Map.entry("RequestPolicyFitsCapacity", Set.of(Origin.MAX_ITEMS)),
            // The sentence names the fields, which may have any type.
            Map.entry("AtLeastOneOf", Set.of(Origin.UNION)),
            Map.entry("ExactlyOneOf", Set.of(Origin.UNION)),
            Map.entry("Together", Set.of(Origin.DEPENDENT_REQUIRED)),
            // Depends on other objects: labels of the namespace, the stored object.
            Map.entry("AdminAccessNeedsLabel", Set.of(Origin.ADMIN_ACCESS_LABEL)),
            Map.entry("ResizeKeepsClaims", Set.of(Origin.IMMUTABLE)),
            // The cost of several expressions, for which no example is short.
            Map.entry("DerivedAttributesAreAffordable", Set.of(Origin.CEL)));

    private final Set<Constraint> constraints = new LinkedHashSet<>();
    private final Set<ObjectRule> rules = new LinkedHashSet<>();
    private final Map<String, Set<Origin>> without = new TreeMap<>();
    private final Set<String> refused = new TreeSet<>();

    @Test
    void everyExampleHasItsVerdict() {
        for (ApiVersion version : ApiVersion.values()) {
            for (KubernetesRelease release : KubernetesRelease.values()) {
                for (Operation request : Operation.values()) {
                    for (Kind kind : Stream.concat(Kinds.all().stream(), Kinds.workloads().stream())
                            .toList()) {
                        if (kind.isServed(version, release)) {
                            for (FeatureGates gates : List.of(FeatureGates.NONE, GateSettings.ALL.in(release))) {
                                collect(
                                        Projector.project(kind.table(), new Target(version, release, gates, request)),
                                        release == KubernetesRelease.NEWEST && gates != FeatureGates.NONE);
                            }
                        }
                    }
                }
            }
        }

        constraints.forEach(one -> one.demands()
                .forEach(demand -> check(one, demand, (value, old, context) -> one.check(value, context))));
        rules.forEach(one -> one.demands()
                .forEach(demand -> check(
                        one,
                        demand,
                        (value, old, context) -> one.check((ObjectValue) value, (ObjectValue) old, context))));
        assertThat(constraints).hasSizeGreaterThan(50);
        assertThat(rules).hasSizeGreaterThan(30);
        assertThat(without).isEqualTo(WITHOUT_EXAMPLE);
        assertThat(refused).isEmpty();
    }

    /** An example may lack fields, or be of another version; no other rule may refuse what it has. */
    private void checkWhole(TypeNode type, List<Demand> demands) {
        for (Demand demand : demands) {
            RuleText.Example example = demand.example();
            if (example != null) {
                ValidationContext context = new ValidationContext(Map.of());
                new SchemaWalker(context, Decoder.ofServer(UnknownFields.DENY), null, ObjectValue.EMPTY)
                        .value(type, value(example.valid()), example.stored() == null ? null : value(example.stored()));
                context.errors().stream()
                        .filter(error -> error.type() != ErrorType.REQUIRED
                                && error.origin() != Origin.REQUIRED
                                && error.origin() != Origin.UNKNOWN_FIELD)
                        .forEach(error -> refused.add(example.valid() + " -> " + error));
            }
        }
    }

    private interface Check {

        void check(Value value, @Nullable Value old, ValidationContext context);
    }

    private void check(Object rule, Demand demand, Check check) {
        RuleText.Example example = demand.example();
        if (example == null) {
            without.computeIfAbsent(rule.getClass().getSimpleName(), any -> new TreeSet<>())
                    .add(demand.origin());
            return;
        }
        Value stored = example.stored() == null ? null : value(example.stored());
        assertThat(reported(check, example.valid(), stored))
                .as("valid: %s", demand)
                .noneMatch(error -> isOf(error, demand));
        assertThat(reported(check, example.invalid(), stored))
                .as("invalid: %s", demand)
                .anyMatch(error -> isOf(error, demand) && (isOfPart(demand) || isAt(error, demand.subject())));
    }

    /** Whether an error reports a demand: its sentence, or the problem with a text. */
    private static boolean isOf(FieldError error, Demand demand) {
        return error.origin() == demand.origin()
                && (error.origin().toString().startsWith("format=")
                        || error.origin() == Origin.FINALIZER_NAME
                        || error.origin() == Origin.CEL
                        || error.detail().startsWith(demand.detail())
                        // A name that leads nowhere is reported with what uses it, not in the words of the manual.
                        || error.origin() == Origin.CONTAINER_CLAIM
                        || error.origin() == Origin.REQUEST_REFERENCE);
    }

    /** Whether it is about entries, keys or values, or is reported at another field. */
    private static boolean isOfPart(Demand demand) {
        return demand.subject().startsWith("each ")
                || demand.origin().toString().startsWith("format=")
                || demand.origin() == Origin.REQUIRED;
    }

    private static boolean isAt(FieldError error, String path) {
        return error.path().toString().replaceAll("\\[[^]]*]", "").equals(path);
    }

    private static List<FieldError> reported(Check check, String text, @Nullable Value stored) {
        ValidationContext context = new ValidationContext(Map.of());
        check.check(value(text), stored, context);
        return Stream.concat(context.errors().stream(), context.warnings().stream())
                .toList();
    }

    private static Value value(String text) {
        return ((Document) new YamlReader(ReadLimits.DEFAULT)
                        .read(text.getBytes(StandardCharsets.UTF_8))
                        .get(0))
                .value();
    }

    private void collect(TypeNode node, boolean isNewest) {
        List<Constraint> own = new ArrayList<>();
        if (node instanceof ScalarNode scalar) {
            own.addAll(List.of(scalar.constraints()));
        } else if (node instanceof ListNode list) {
            own.addAll(List.of(list.limit().constraints()));
            own.addAll(List.of(list.constraints()));
            collect(list.item(), isNewest);
        } else if (node instanceof MapNode map) {
            own.addAll(List.of(map.limit()));
            own.addAll(List.of(map.constraints()));
            constraints.addAll(List.of(map.keys()));
            constraints.addAll(List.of(map.keysAtMap()));
            collect(map.value(), isNewest);
        } else if (node instanceof ObjectNode object) {
            for (ObjectRule rule : object.rules) {
                rules.add(rule instanceof TagRule tagged ? tagged.rule() : rule);
                checkWhole(node, isNewest ? rule.demands() : List.of());
            }
            for (FieldNode field : object.fields) {
                collect(field.node, isNewest);
                field.besides.forEach(beside -> collect(beside.node(), isNewest));
            }
        }
        constraints.addAll(own);
        own.forEach(one -> checkWhole(node, isNewest ? one.demands() : List.of()));
    }
}
