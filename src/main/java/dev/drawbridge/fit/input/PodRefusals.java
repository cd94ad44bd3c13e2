package dev.drawbridge.fit.input;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.fleet.LimitRange;
import dev.drawbridge.fleet.PriorityClass;
import dev.drawbridge.fleet.Toleration;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.Strconv;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why the API server refuses new pods, apart from their claims: by what chooses their nodes, by tolerations and
 * amounts, and by LimitRanges and PriorityClasses.
 *
 * <p>Source: {@code pkg/apis/core/validation/validation.go}, ValidatePodSpec, validateAffinity, ValidateTolerations,
 * ValidateContainerResourceRequirements; {@code plugin/pkg/admission/priority/admission.go}, admitPod.
 */
public final class PodRefusals {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final List<String> KINDS = List.of("nodeAffinity", "podAffinity", "podAntiAffinity");
    private static final FieldPath OF_SLICE = FieldPath.of("spec", "nodeSelector");

    private static final List<String> OPERATORS = List.of("Equal", "Exists");
    private static final List<String> COMPARING = List.of("Equal", "Exists", "Lt", "Gt");
    private static final List<String> EFFECTS = List.of("NoSchedule", "PreferNoSchedule", "NoExecute");

    private final List<FieldError> mistakes = new ArrayList<>();

    private PodRefusals() {}

    /** The mistakes of the pods of a workload; none of a stored pod. */
    public static List<FieldError> of(Workload workload, FleetSources fleet, FeatureGates gates) {
        ObjectValue pod = workload.pod();
        PodRefusals refusals = new PodRefusals();
        if (pod != null && !Workload.isStoredPod(workload.manifest())) {
            FieldPath path = workload.podPath();
            refusals.addLabels(pod.object("nodeSelector"), path.child("nodeSelector"));
            KINDS.forEach(kind -> refusals.addAffinity(
                    pod.object("affinity").object(kind), path.child("affinity").child(kind)));
            each(pod, path, "topologySpreadConstraints", refusals::addSpread);
            boolean compares = gates.has(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS);
            each(pod, path, "tolerations", (one, at) -> refusals.addToleration(one, at, compares));
            List<LimitRange> ranges = fleet.limitRanges(workload.namespace());
            ranges.forEach(range -> refusals.mistakes.addAll(range.mistakes(pod, path)));
            refusals.addAmounts(pod, path, ranges);
            refusals.addPriority(pod, path, fleet);
        }
        return refusals.mistakes;
    }

    private static void each(ObjectValue holder, FieldPath at, String field, BiConsumer<ObjectValue, FieldPath> check) {
        holder.list(field)
                .forEachObject((i, one) -> check.accept(one, at.child(field).index(i)));
    }

    private void addLabels(ObjectValue labels, FieldPath at) {
        labels.texts()
                .forEach((key, value) -> Stream.concat(
                                Stream.ofNullable(Formats.QUALIFIED_NAME.problem(key)),
                                Stream.ofNullable(Formats.LABEL_VALUE.problem(value)))
                        .forEach(problem -> mistakes.add(new FieldError(
                                ErrorType.INVALID, at, key + "=" + value + ": " + problem, Origin.FIT, null))));
    }

    private void addAffinity(ObjectValue affinity, FieldPath at) {
        boolean isOfPods = !KINDS.get(0).equals(at.name());
        if (!isOfPods && affinity.get(REQUIRED) instanceof ObjectValue selector) {
            addSelector(selector, 0, at.child(REQUIRED));
        }
        each(affinity, at, REQUIRED, this::addPods);
        each(affinity, at, PREFERRED, (one, place) -> {
            addNumber(one, place, "weight", 100);
            if (isOfPods) {
                addPods(one.object("podAffinityTerm"), place.child("podAffinityTerm"));
            } else {
                addTerm(one.object("preference"), place.child("preference"));
            }
        });
    }

    /** The mistakes of a term of affinity to pods, or of a constraint that spreads them. */
    private void addPods(ObjectValue term, FieldPath at) {
        String key = term.string("topologyKey");
        add(ErrorType.REQUIRED, term, at, "topologyKey", key.isEmpty() ? "is required; set it" : null);
        invalid(term, at, "topologyKey", key.isEmpty() ? null : Formats.QUALIFIED_NAME.problem(key));
        for (String field : List.of("labelSelector", "namespaceSelector")) {
            addLabels(term.object(field).object("matchLabels"), at.child(field).child("matchLabels"));
            addTerm(term.object(field).only("matchExpressions"::equals), at.child(field));
        }
    }

    private void addSpread(ObjectValue constraint, FieldPath at) {
        addNumber(constraint, at, "maxSkew", Integer.MAX_VALUE);
        addUnknown(constraint, at, "whenUnsatisfiable", List.of("DoNotSchedule", "ScheduleAnyway"));
        addPods(constraint, at);
    }

    private void addTerm(ObjectValue term, FieldPath at) {
        addSelector(ObjectValue.EMPTY.with("nodeSelectorTerms", ListValue.of(List.of(term))), 2, at);
    }

    /** The mistakes of a node selector, or of a part of it after some steps, which has the rules of one of a slice. */
    private void addSelector(ObjectValue selector, int more, FieldPath at) {
        ObjectValue spec = ObjectValue.EMPTY.with("nodeSelector", selector);
        Manifest slice =
                new Manifest("", "", ObjectValue.EMPTY.with("spec", spec), "resource.k8s.io/v1", "ResourceSlice");
        FleetObjects.mistakes(slice, null, FleetObjects.LABELLED).stream()
                .filter(error -> error.path().steps().contains(OF_SLICE) && error.origin() != Origin.ONE_TERM)
                .map(error -> error.moved(OF_SLICE.steps().size() + more, at).saying(error.detail(), Origin.FIT))
                .filter(error -> !error.path().toString().matches(".*\\.preference\\..*values\\[.*"))
                .forEach(mistakes::add);
    }

    private void addToleration(ObjectValue toleration, FieldPath at, boolean compares) {
        Toleration own = Toleration.of(toleration);
        boolean isOfAll = own.key().isEmpty();
        boolean isPlaced = !isOfAll || own.operator().equals("Exists");
        boolean isTimed = !toleration.has("tolerationSeconds") || own.effect().equals("NoExecute");
        String value =
                switch (own.operator()) {
                    case "", "Equal" -> Formats.LABEL_VALUE.problem(own.value());
                    case "Exists" -> own.value().isEmpty() ? null : "must be empty when operator is Exists";
                    case "Lt", "Gt" -> !compares || Strconv.int64(own.value()) != null ? null : "must be an integer";
                    default -> null;
                };
        invalid(toleration, at, "key", isOfAll ? null : Formats.QUALIFIED_NAME.problem(own.key()));
        invalid(toleration, at, "operator", isPlaced ? null : "must be Exists when key is empty");
        invalid(toleration, at, "effect", isTimed ? null : "must be NoExecute when tolerationSeconds is set");
        invalid(toleration, at, "value", value);
        addUnknown(toleration, at, "operator", compares ? COMPARING : OPERATORS);
        addUnknown(toleration, at, "effect", EFFECTS);
    }

    /** Adds a mistake of an optional field if its value is not a known one. */
    private void addUnknown(ObjectValue holder, FieldPath at, String field, List<String> known) {
        boolean isKnown = holder.string(field).isEmpty() || known.contains(holder.string(field));
        add(ErrorType.NOT_SUPPORTED, holder, at, field, isKnown ? null : "must be one of " + String.join(", ", known));
    }

    private void addNumber(ObjectValue holder, FieldPath at, String field, int most) {
        long number = Fields.integer(holder.get(field), 0);
        invalid(holder, at, field, number > 0 && number <= most ? null : "must be from 1 to " + most);
    }

    /**
     * Requests that the limits of the same container do not allow; as written, those of extended resources have a rule
     * of their own.
     */
    private void addAmounts(ObjectValue pod, FieldPath path, List<LimitRange> ranges) {
        String given = ranges.stream()
                .map(range -> ", after LimitRange " + range.name())
                .collect(Collectors.joining());
        for (String field : List.of("containers", "initContainers")) {
            each(pod, path, field, (container, place) -> {
                ObjectValue requests = container.object("resources").object("requests");
                FieldPath at = place.child("resources").child("requests");
                Map<String, Quantity> limits =
                        Fields.amounts(container.object("resources").object("limits"));
                Fields.amounts(requests).forEach((name, request) -> {
                    Quantity limit = limits.get(name);
                    boolean isExact = ResourceName.isExtended(name) && !ranges.isEmpty();
                    String bound = (isExact ? "must be equal to" : "must be less than or equal to") + " the limit of ";
                    boolean isAllowed = isExact
                            ? request.equals(limit)
                            : limit == null || ResourceName.isExtended(name) || request.compareTo(limit) <= 0;
                    String found = limit == null ? "the container, which has none" : limit.text();
                    invalid(requests, at, name, isAllowed ? null : bound + found + given);
                });
            });
        }
    }

    private void addPriority(ObjectValue pod, FieldPath path, FleetSources fleet) {
        String name = pod.string("priorityClassName");
        String policy = pod.string("preemptionPolicy");
        PriorityClass known = fleet.priority(name);
        if (known == null && fleet.knowsPriorities()) {
            String message = "no PriorityClass with name " + name + " was found"
                    + Spelling.hint(name, fleet.priorities().keySet());
            add(ErrorType.FORBIDDEN, pod, path, "priorityClassName", message);
        } else if (known != null && Fields.integer(pod.get("priority"), known.value()) != known.value()) {
            add(ErrorType.FORBIDDEN, pod, path, "priority", computed(known.value()));
        } else if (known != null && !policy.isEmpty() && !policy.equals(known.preemptionPolicy())) {
            add(ErrorType.FORBIDDEN, pod, path, "preemptionPolicy", computed(known.preemptionPolicy()));
        }
    }

    private static String computed(Object value) {
        return "the API server computes " + value + " from the PriorityClass; remove the field";
    }

    private void invalid(ObjectValue holder, FieldPath path, String field, @Nullable String problem) {
        add(ErrorType.INVALID, holder, path, field, problem);
    }

    private void add(ErrorType type, ObjectValue holder, FieldPath path, String field, @Nullable String problem) {
        Value value = holder.get(field);
        Position position = value == null ? null : value.position();
        if (problem != null) {
            mistakes.add(new FieldError(type, path.child(field), problem, Origin.FIT, position));
        }
    }
}
