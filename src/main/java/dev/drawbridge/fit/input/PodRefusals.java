package dev.drawbridge.fit.input;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
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
    private static final FieldPath OF_SLICE = FieldPath.of("spec", "nodeSelector");

    private static final String[] OPERATORS = {"Equal", "Exists"};
    private static final String[] COMPARING = {"Equal", "Exists", "Lt", "Gt"};

    private final List<FieldError> mistakes = new ArrayList<>();

    private PodRefusals() {}

    /** The mistakes of the pods of a workload; none of a stored pod. */
    public static List<FieldError> of(Workload workload, FleetSources fleet, FeatureGates gates) {
        ObjectValue pod = workload.pod();
        PodRefusals refusals = new PodRefusals();
        if (pod != null && !Workload.isStoredPod(workload.manifest())) {
            FieldPath path = workload.podPath();
            refusals.addLabels(pod.object("nodeSelector"), path.child("nodeSelector"));
            ObjectValue affinity = pod.object("affinity");
            FieldPath place = path.child("affinity");
            refusals.addNodeAffinity(affinity.object("nodeAffinity"), place.child("nodeAffinity"));
            for (String kind : List.of("podAffinity", "podAntiAffinity")) {
                refusals.addPodAffinity(affinity.object(kind), place.child(kind));
            }
            ObjectValue labels = labels(workload);
            Map<List<String>, FieldPath> pairs = new HashMap<>();
            each(pod, path, "topologySpreadConstraints", (one, at) -> refusals.addSpread(one, at, labels, pairs));
            boolean compares = gates.has(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS);
            each(pod, path, "tolerations", (one, at) -> refusals.addToleration(one, at, compares));
            List<LimitRange> ranges = fleet.limitRanges(workload.namespace());
            ranges.forEach(range -> refusals.mistakes.addAll(range.mistakes(pod, path)));
            refusals.addAmounts(pod, path, workload.object(), ranges);
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

    /** The labels that the pods get from their template; a controller may add others. */
    private static ObjectValue labels(Workload workload) {
        FieldPath template = Objects.requireNonNullElse(workload.podPath().parent(), FieldPath.ROOT);
        return ObjectValue.orEmpty(
                Locator.value(workload.object(), template.child("metadata").child("labels")));
    }

    private void addNodeAffinity(ObjectValue affinity, FieldPath at) {
        if (affinity.get(REQUIRED) instanceof ObjectValue selector) {
            addNodes(selector, at.child(REQUIRED), false);
        }
        each(affinity, at, PREFERRED, (one, place) -> {
            addNumber(one, place, "weight", 100);
            addNodes(one.object("preference"), place.child("preference"), true);
        });
    }

    /** The mistakes of a node selector, by the rules of one of a slice, or of a preference: a term with any values. */
    private void addNodes(ObjectValue nodes, FieldPath at, boolean isPreference) {
        FieldPath own = isPreference ? OF_SLICE.child("nodeSelectorTerms").index(0) : OF_SLICE;
        ObjectValue selector =
                isPreference ? ObjectValue.EMPTY.with("nodeSelectorTerms", ListValue.of(List.of(nodes))) : nodes;
        ObjectValue spec = ObjectValue.EMPTY.with("nodeSelector", selector);
        Manifest slice =
                new Manifest("", "", ObjectValue.EMPTY.with("spec", spec), "resource.k8s.io/v1", "ResourceSlice");
        FleetObjects.mistakes(slice, null, FleetObjects.LABELLED).stream()
                .filter(error -> error.path().steps().contains(own) && error.origin() != Origin.ONE_TERM)
                .filter(error -> !isPreference || error.origin() != Origin.FORMAT_LABEL_VALUE)
                .map(error -> error.moved(own.steps().size(), at).saying(error.detail(), Origin.FIT))
                .forEach(mistakes::add);
    }

    private void addPodAffinity(ObjectValue affinity, FieldPath at) {
        each(affinity, at, REQUIRED, this::addPods);
        each(affinity, at, PREFERRED, (one, place) -> {
            addNumber(one, place, "weight", 100);
            addPods(one.object("podAffinityTerm"), place.child("podAffinityTerm"));
        });
    }

    private void addPods(ObjectValue term, FieldPath at) {
        String key = term.string("topologyKey");
        add(ErrorType.REQUIRED, term, at, "topologyKey", key.isEmpty() ? "is required; set it" : null);
        invalid(term, at, "topologyKey", key.isEmpty() ? null : Formats.QUALIFIED_NAME.problem(key));
        addSelector(term.object("labelSelector"), at.child("labelSelector"));
        addSelector(term.object("namespaceSelector"), at.child("namespaceSelector"));
    }

    /** The mistakes of a selector of labels. Source: ValidateLabelSelector of {@code apis/meta/v1/validation}. */
    private void addSelector(ObjectValue selector, FieldPath at) {
        addLabels(selector.object("matchLabels"), at.child("matchLabels"));
        each(selector, at, "matchExpressions", (one, place) -> {
            boolean hasValues = one.list("values").size() > 0;
            String none = hasValues ? "must be empty when operator is Exists or DoesNotExist" : null;
            String some = hasValues ? null : "must have an item when operator is In or NotIn";
            switch (one.string("operator")) {
                case "In", "NotIn" -> add(ErrorType.REQUIRED, one, place, "values", some);
                case "Exists", "DoesNotExist" -> add(ErrorType.FORBIDDEN, one, place, "values", none);
                default -> invalid(one, place, "operator", "must be one of In, NotIn, Exists, DoesNotExist");
            }
            invalid(one, place, "key", Formats.QUALIFIED_NAME.problem(one.string("key")));
            one.list("values")
                    .texts()
                    .forEach(value -> invalid(one, place, "values", Formats.LABEL_VALUE.problem(value)));
        });
    }

    /** The mistakes of a constraint that spreads pods with these labels, after constraints with these two fields. */
    private void addSpread(
            ObjectValue constraint, FieldPath at, ObjectValue labels, Map<List<String>, FieldPath> others) {
        String action = constraint.string("whenUnsatisfiable");
        String key = constraint.string("topologyKey");
        FieldPath other = others.put(List.of(key, action), at);
        if (other != null) {
            add(ErrorType.DUPLICATE, constraint, other, "{topologyKey, whenUnsatisfiable}", "must be unique");
        }
        add(ErrorType.REQUIRED, constraint, at, "topologyKey", key.isEmpty() ? "is required; set it" : null);
        addNumber(constraint, at, "maxSkew", Integer.MAX_VALUE);
        addUnknown(constraint, at, "whenUnsatisfiable", true, "DoNotSchedule", "ScheduleAnyway");
        addUnknown(constraint, at, "nodeAffinityPolicy", false, "Honor", "Ignore");
        addUnknown(constraint, at, "nodeTaintsPolicy", false, "Honor", "Ignore");
        if (constraint.has("minDomains")) {
            addNumber(constraint, at, "minDomains", Integer.MAX_VALUE);
            boolean isUsed = action.equals("DoNotSchedule");
            invalid(constraint, at, "minDomains", isUsed ? null : "needs whenUnsatisfiable: DoNotSchedule");
        }
        ObjectValue selector = constraint.object("labelSelector");
        addSelector(selector, at.child("labelSelector"));
        Set<String> selected = new HashSet<>(selector.object("matchLabels").keys());
        selector.list("matchExpressions").objects().forEach(one -> selected.add(one.string("key")));
        // Since 1.34, the API server ignores a key of which the pod has no label.
        selected.retainAll(labels.keys());
        selected.retainAll(constraint.list("matchLabelKeys").texts());
        selected.forEach(one -> invalid(constraint, at, "matchLabelKeys", one + " is also in labelSelector"));
        boolean isAlone = constraint.list("matchLabelKeys").size() > 0 && !constraint.has("labelSelector");
        add(ErrorType.FORBIDDEN, constraint, at, "matchLabelKeys", isAlone ? "needs a labelSelector" : null);
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
        addUnknown(toleration, at, "operator", false, compares ? COMPARING : OPERATORS);
        addUnknown(toleration, at, "effect", false, "NoSchedule", "PreferNoSchedule", "NoExecute");
    }

    /** Adds a mistake of a field if its value is not a known one. */
    private void addUnknown(ObjectValue holder, FieldPath at, String field, boolean isRequired, String... known) {
        String found = holder.string(field);
        boolean isKnown = !isRequired && found.isEmpty() || List.of(known).contains(found);
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
    private void addAmounts(ObjectValue pod, FieldPath path, ObjectValue written, List<LimitRange> ranges) {
        for (String field : List.of("containers", "initContainers")) {
            each(pod, path, field, (container, place) -> {
                ObjectValue requests = container.object("resources").object("requests");
                FieldPath own = place.child("resources");
                FieldPath at = own.child("requests");
                Map<String, Quantity> limits =
                        Fields.amounts(container.object("resources").object("limits"));
                Fields.amounts(requests).forEach((name, request) -> {
                    Quantity limit = limits.get(name);
                    boolean isWritten = Locator.value(written, at.child(name)) != null
                            && Locator.value(written, own.child("limits").child(name)) != null;
                    String given = ranges.stream()
                            .filter(range -> !isWritten && range.gives(name))
                            .map(range -> ", after LimitRange " + range.name())
                            .collect(Collectors.joining());
                    boolean isExact = ResourceName.isExtended(name) && !given.isEmpty();
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
