package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.cause.FitChange;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Errors of workloads that do not fit the fleet, in the deciding field: the class, selector, count or capacity, in the
 * workload or in its claim's template.
 *
 * @param isOfInput whether an object is checked as well, so that its own mistakes are reported
 */
record FitErrors(Predicate<Manifest> isOfInput, Receiver receiver) {

    /** The length from which a reason ends with its part. */
    private static final int MAX_REASON = 300;

    private static final FieldPath API_VERSION = FieldPath.of("apiVersion");

    @FunctionalInterface
    interface Receiver {

        void add(Manifest object, Severity severity, FieldError error);
    }

    /**
     * Adds the reason why a workload does not fit, unless another rule reports the cause.
     *
     * @param before what was true before a change, as the end of a sentence; empty if there is nothing to add
     */
    void add(FitResult result, String before) {
        switch (result.answer()) {
            case FITS -> {}
            case FITS_WHEN_FREED, BLOCKED -> add(result, Severity.WARNING, Origin.FIT_NOW, before);
            case NEVER, ERROR -> add(result, Severity.ERROR, Origin.FIT, before);
            case UNKNOWN -> {
                if (result.findings().stream().noneMatch(FitCause::isMissing)) {
                    add(result, Severity.WARNING, Origin.FIT_UNKNOWN, before);
                }
            }
            case INVALID -> {
                if (!result.causes().stream().allMatch(this::isReported)) {
                    add(result, Severity.ERROR, Origin.FIT, before);
                }
            }
        }
    }

    /**
     * Whether the check reports the mistakes of the object itself. Whether the scheduler's release serves its version
     * is not among them.
     */
    private boolean isReported(FitCause cause) {
        ObjectField field = cause.field();
        return field != null
                && cause.kind() != FitCause.Kind.PODS_FORBIDDEN
                && isOfInput.test(field.object())
                && (!field.path().equals(API_VERSION) || !isServedSomewhere(field.object()));
    }

    private static boolean isServedSomewhere(Manifest object) {
        return ResourceApi.newestServing(object.apiVersion(), object.kind()).isPresent();
    }

    void add(FitTogether together, String before) {
        if (!together.fits()) {
            Workload first = together.left().get(0).workload();
            receiver.add(
                    first.manifest(),
                    together.proof() == null ? Severity.WARNING : Severity.ERROR,
                    error(first.claims(), Origin.FIT_TOGETHER, together.headline() + before));
        }
    }

    private void add(FitResult result, Severity severity, Origin origin, String before) {
        Workload workload = result.workload();
        String message = result.headline("fleet") + ": " + reason(result) + before;
        ObjectField field =
                result.causes().isEmpty() ? null : result.causes().get(0).field();
        if (field == null || !isOfInput.test(field.object())) {
            receiver.add(workload.manifest(), severity, error(workload.claims(), origin, message));
            return;
        }
        boolean isOwn = field.object() == workload.manifest();
        String named = isOwn ? message : workload + ": " + message;
        receiver.add(field.object(), severity, error(field.path(), origin, named));
    }

    private static FieldError error(FieldPath path, Origin origin, String message) {
        return new FieldError(ErrorType.INVALID, path, message, origin, null);
    }

    private static String reason(FitResult result) {
        List<String> parts = new ArrayList<>();
        result.causes().stream().limit(1).forEach(first -> {
            parts.add(first.text());
            first.lines().forEach(line -> parts.add(line.strip()));
        });
        result.helpful().stream().limit(1).map(FitChange::text).forEach(parts::add);
        StringBuilder text = new StringBuilder();
        for (String part : parts) {
            if (!text.isEmpty() && text.length() + part.length() > MAX_REASON) {
                return text + "; drawbridge fit prints the rest";
            }
            text.append(text.isEmpty() ? "" : "; ").append(part);
        }
        return text.toString();
    }
}
