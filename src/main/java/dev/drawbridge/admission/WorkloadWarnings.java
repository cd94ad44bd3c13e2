package dev.drawbridge.admission;

import dev.drawbridge.field.FieldError;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.List;

/**
 * Findings for pods and built-in workloads at the webhook: warnings, never denials. The API server has validated the
 * object by the rules of its own release, so its errors are not repeated; the errors of the next stricter release are
 * added. An update gets the warnings that it adds.
 */
record WorkloadWarnings(ValidationRequest request, Validator validator) {

    /** Adds the warnings; the verdict is of the release in force, or else of the newest that serves the object. */
    void addTo(Warnings warnings, Verdict verdict) {
        warnings.addAll("", added(verdict.warnings()));
        KubernetesRelease inForce = request.server().release();
        if (inForce == null) {
            KubernetesRelease newest = ResourceApi.newestServing(request.apiVersion(), request.kind())
                    .orElseThrow();
            warnings.addAll(refusedBy(newest), mistakes(newest));
            return;
        }
        if (!verdict.errors().isEmpty()) {
            return;
        }
        for (KubernetesRelease later : KubernetesRelease.values()) {
            List<FieldError> mistakes = later.compareTo(inForce) > 0 ? mistakes(later) : List.of();
            if (!mistakes.isEmpty()) {
                warnings.addAll(refusedBy(later), mistakes);
                return;
            }
        }
    }

    private static String refusedBy(KubernetesRelease release) {
        return "refused by Kubernetes " + release + ": ";
    }

    private List<FieldError> mistakes(KubernetesRelease release) {
        ValidationRequest there = request.in(release);
        List<FieldError> errors = validator.validate(there).errors();
        return errors.isEmpty() || there.oldObject() == null
                ? errors
                : StoredMistakes.of(there, there.oldObject(), validator).added(errors);
    }

    private List<FieldError> added(List<FieldError> found) {
        if (found.isEmpty() || request.oldObject() == null) {
            return found;
        }
        List<FieldError> stored = validator
                .validate(request.of(Operation.CREATE, request.oldObject(), null))
                .warnings();
        return found.stream().filter(warning -> !stored.contains(warning)).toList();
    }
}
