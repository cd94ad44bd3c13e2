package dev.drawbridge.fit.input;

import dev.drawbridge.claim.ClaimDevices;
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
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An object that needs devices: a pod, an object that creates pods, or a claim or template that no pod of the input
 * uses.
 *
 * @param manifest the object
 * @param pod the specification of its pods; null for a claim or template
 * @param podPath the field of that specification in the object
 * @param replicas the number of its pods
 */
public record Workload(
        Manifest manifest,
        String namespace,
        String name,
        @Nullable ObjectValue pod,
        FieldPath podPath,
        long replicas) {

    public String file() {
        return manifest.file();
    }

    /** The position of the object; null if unknown. */
    public @Nullable Position position() {
        return manifest.object().position();
    }

    public String kind() {
        return manifest.kind();
    }

    /** Whether a controller makes its pods, and the API server knows no rules of its kind. */
    public boolean isOfCustomKind() {
        return !ResourceApi.hasRulesFor(manifest.apiVersion(), manifest.kind())
                && !ResourceApi.isUnserved(manifest.apiVersion(), manifest.kind());
    }

    /** Whether it is a pod that a cluster has stored, which no LimitRange changes or forbids. */
    static boolean isStoredPod(Manifest manifest) {
        return manifest.kind().equals("Pod")
                && manifest.object().object("metadata").has("uid");
    }

    /**
     * Why the LimitRanges and PriorityClasses of the fleet forbid its new pods; empty if they do not.
     *
     * <p>Source: {@code plugin/pkg/admission/priority/admission.go}, admitPod.
     */
    public List<FieldError> forbidden(FleetSources fleet) {
        if (pod == null || isStoredPod(manifest)) {
            return List.of();
        }
        List<FieldError> mistakes = new ArrayList<>();
        fleet.limitRanges(namespace).forEach(range -> mistakes.addAll(range.mistakes(pod, podPath)));
        String name = pod.string("priorityClassName");
        Long priority = fleet.priority(name);
        if (priority == null && fleet.knowsPriorities()) {
            String message = "no PriorityClass with name " + name + " was found"
                    + Spelling.hint(name, fleet.priorities().keySet());
            mistakes.add(forbidden("priorityClassName", pod, message));
        } else if (priority != null && Fields.integer(pod.get("priority"), priority) != priority) {
            String message = "the API server computes " + priority + " from the PriorityClass; remove the field";
            mistakes.add(forbidden("priority", pod, message));
        }
        return mistakes;
    }

    private FieldError forbidden(String field, ObjectValue from, String message) {
        Value value = from.get(field);
        Position position = value == null ? null : value.position();
        return new FieldError(ErrorType.FORBIDDEN, podPath.child(field), message, Origin.FIT, position);
    }

    public ObjectValue object() {
        return manifest.object();
    }

    /** One of its pods as the scheduler sees it: with its status, or to be created; null for a claim or template. */
    @Nullable
    public Pod asPod() {
        if (pod == null) {
            return null;
        }
        if (kind().equals("Pod")) {
            return Pod.of(object().with("spec", pod), namespace);
        }
        Pod made = Pod.of(namespace, name, "", pod, ObjectValue.EMPTY);
        return made.podGroup().isEmpty() && kind().equals("Job") ? made.ofJob(name) : made;
    }

    /** The field that requests its devices. */
    public FieldPath claims() {
        if (pod != null) {
            return podPath.child(pod.has("resourceClaims") ? "resourceClaims" : "containers");
        }
        return Objects.requireNonNullElse(ClaimDevices.path(kind()), FieldPath.of("spec"));
    }

    @Override
    public String toString() {
        return kind() + " " + namespace + "/" + name;
    }
}
