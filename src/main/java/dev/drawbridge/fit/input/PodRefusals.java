package dev.drawbridge.fit.input;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ResourceName;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
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
import java.util.Set;

/**
 * Why the API server refuses new pods, apart from their claims: by their required node affinity, tolerations and
 * amounts, and by LimitRanges and PriorityClasses.
 *
 * <p>Source: {@code pkg/apis/core/validation/validation.go}, ValidateNodeSelector, ValidateTolerations,
 * ValidateContainerResourceRequirements; {@code plugin/pkg/admission/priority/admission.go}, admitPod.
 */
public final class PodRefusals {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final FieldPath OF_SLICE = FieldPath.of("spec", "nodeSelector");

    private static final List<String> OPERATORS = List.of("Equal", "Exists");
    private static final List<String> COMPARING = List.of("Equal", "Exists", "Lt", "Gt");
    private static final Set<String> EFFECTS = Set.of("", "NoSchedule", "PreferNoSchedule", "NoExecute");

    private final List<FieldError> mistakes = new ArrayList<>();

    private PodRefusals() {}

    /** The mistakes of the pods of a workload; none of a stored pod. */
    public static List<FieldError> of(Workload workload, FleetSources fleet, FeatureGates gates) {
        ObjectValue pod = workload.pod();
        PodRefusals refusals = new PodRefusals();
        if (pod != null && !Workload.isStoredPod(workload.manifest())) {
            FieldPath path = workload.podPath();
            FieldPath affinity = path.child("affinity").child("nodeAffinity").child(REQUIRED);
            if (pod.object("affinity").object("nodeAffinity").get(REQUIRED) instanceof ObjectValue selector) {
                refusals.addSelector(selector, affinity);
            }
            boolean compares = gates.has(FeatureGate.TAINT_TOLERATION_COMPARISON_OPERATORS);
            pod.list("tolerations")
                    .forEachObject((i, one) -> refusals.addToleration(
                            one, path.child("tolerations").index(i), compares));
            for (LimitRange range : fleet.limitRanges(workload.namespace())) {
                refusals.mistakes.addAll(range.mistakes(pod, path));
            }
            refusals.addAmounts(pod, path);
            refusals.addPriority(pod, path, fleet);
        }
        return refusals.mistakes;
    }

    /** The mistakes of a node selector; that of a slice has the same rules, and one term. */
    private void addSelector(ObjectValue selector, FieldPath at) {
        ObjectValue spec = ObjectValue.EMPTY.with("nodeSelector", selector);
        Manifest slice =
                new Manifest("", "", ObjectValue.EMPTY.with("spec", spec), "resource.k8s.io/v1", "ResourceSlice");
        int steps = OF_SLICE.steps().size();
        boolean hasTerms = selector.list("nodeSelectorTerms").size() > 0;
        FleetObjects.mistakes(slice, null, FleetObjects.LABELLED).stream()
                .filter(error -> error.path().steps().contains(OF_SLICE)
                        && (!hasTerms || error.path().steps().size() > steps + 1))
                .forEach(error -> mistakes.add(error.moved(steps, at).saying(error.detail(), Origin.FIT)));
    }

    private void addToleration(ObjectValue toleration, FieldPath at, boolean compares) {
        Toleration own = Toleration.of(toleration);
        String key = own.key().isEmpty() ? null : Formats.QUALIFIED_NAME.problem(own.key());
        if (key != null) {
            add(ErrorType.INVALID, toleration, at, "key", key);
        }
        if (own.key().isEmpty() && !own.operator().equals("Exists")) {
            add(ErrorType.INVALID, toleration, at, "operator", "must be Exists when key is empty");
        }
        if (toleration.has("tolerationSeconds") && !own.effect().equals("NoExecute")) {
            add(ErrorType.INVALID, toleration, at, "effect", "must be NoExecute when tolerationSeconds is set");
        }
        String value =
                switch (own.operator()) {
                    case "", "Equal" -> Formats.LABEL_VALUE.problem(own.value());
                    case "Exists" -> own.value().isEmpty() ? null : "must be empty when operator is Exists";
                    case "Lt", "Gt" -> !compares || Strconv.int64(own.value()) != null ? null : "must be an integer";
                    default -> null;
                };
        if (value != null) {
            add(ErrorType.INVALID, toleration, at, "value", value);
        }
        List<String> operators = compares ? COMPARING : OPERATORS;
        if (!own.operator().isEmpty() && !operators.contains(own.operator())) {
            add(ErrorType.NOT_SUPPORTED, toleration, at, "operator", "must be " + String.join(" or ", operators));
        }
        if (!EFFECTS.contains(own.effect())) {
            add(ErrorType.NOT_SUPPORTED, toleration, at, "effect", "must be NoSchedule, PreferNoSchedule or NoExecute");
        }
    }

    /**
     * Requests above the limits of the same container, unless a LimitRange has said so; those of extended resources
     * have a rule of their own.
     */
    private void addAmounts(ObjectValue pod, FieldPath path) {
        for (String field : List.of("containers", "initContainers")) {
            pod.list(field).forEachObject((i, container) -> {
                ObjectValue resources = container.object("resources");
                Map<String, Quantity> limits = Fields.amounts(resources.object("limits"));
                FieldPath at = path.child(field).index(i).child("resources").child("requests");
                boolean isSaid = mistakes.stream().anyMatch(one -> one.path().equals(at));
                Fields.amounts(resources.object("requests")).forEach((name, request) -> {
                    Quantity limit = limits.getOrDefault(name, request);
                    if (!isSaid && request.compareTo(limit) > 0 && !ResourceName.isExtended(name)) {
                        String message = "must be less than or equal to the limit of " + limit.text();
                        add(ErrorType.INVALID, resources.object("requests"), at, name, message);
                    }
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

    private void add(ErrorType type, ObjectValue holder, FieldPath path, String field, String message) {
        Value value = holder.get(field);
        mistakes.add(
                new FieldError(type, path.child(field), message, Origin.FIT, value == null ? null : value.position()));
    }
}
