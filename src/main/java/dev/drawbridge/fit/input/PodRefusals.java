package dev.drawbridge.fit.input;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fleet.Fields;
import dev.drawbridge.fleet.FleetSources;
import dev.drawbridge.fleet.PriorityClass;
import dev.drawbridge.manifest.Manifest;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Why the API server refuses new pods, apart from their claims: by their required node affinity and tolerations, and by
 * LimitRanges and PriorityClasses.
 *
 * <p>Source: {@code pkg/apis/core/validation/validation.go}, ValidateNodeSelector and ValidateTolerations; {@code
 * plugin/pkg/admission/priority/admission.go}, admitPod.
 */
public final class PodRefusals {

    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final FieldPath OF_SLICE = FieldPath.of("spec", "nodeSelector");

    /** The operators of tolerations; Lt and Gt need the gate TaintTolerationComparisonOperators. */
    private static final Set<String> OPERATORS = Set.of("", "Equal", "Exists", "Lt", "Gt");

    private final List<FieldError> mistakes = new ArrayList<>();

    private PodRefusals() {}

    /** The mistakes of the pods of a workload; none of a stored pod. */
    public static List<FieldError> of(Workload workload, FleetSources fleet) {
        ObjectValue pod = workload.pod();
        PodRefusals refusals = new PodRefusals();
        if (pod != null && !Workload.isStoredPod(workload.manifest())) {
            FieldPath path = workload.podPath();
            FieldPath affinity = path.child("affinity").child("nodeAffinity").child(REQUIRED);
            if (pod.object("affinity").object("nodeAffinity").get(REQUIRED) instanceof ObjectValue selector) {
                refusals.addSelector(selector, affinity);
            }
            pod.list("tolerations").forEachObject((i, toleration) -> {
                if (!OPERATORS.contains(toleration.string("operator"))) {
                    FieldPath at = path.child("tolerations").index(i);
                    refusals.add(ErrorType.NOT_SUPPORTED, toleration, at, "operator", "must be Equal or Exists");
                }
            });
            fleet.limitRanges(workload.namespace())
                    .forEach(range -> refusals.mistakes.addAll(range.mistakes(pod, path)));
            refusals.addPriority(pod, path, fleet);
        }
        return refusals.mistakes;
    }

    /** The mistakes of a node selector, by the rules of a slice's, which has one term. */
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
