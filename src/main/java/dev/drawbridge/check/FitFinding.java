package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.ObjectField;
import dev.drawbridge.fit.ReferenceFinding;
import dev.drawbridge.fit.Workload;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Severity;
import dev.drawbridge.validation.ResourceApi;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A fit result as an error in the deciding field: the class, selector, count or capacity, in the workload or in its
 * claim's template.
 *
 * @param object the object of the field
 */
record FitFinding(Manifest object, Severity severity, FieldError error) {

    private static final int MAX_REASON = 300;
    private static final FieldPath API_VERSION = FieldPath.of("apiVersion");

    /**
     * The reason why a workload does not fit the fleet; null if it does, or if another rule reports the cause.
     *
     * @param before what was true before a change, as the end of a sentence; empty if there is nothing to add
     * @param isOfInput whether an object is checked as well, so that its own mistakes are reported
     */
    static @Nullable FitFinding of(FitResult result, String before, Predicate<Manifest> isOfInput) {
        return switch (result.answer()) {
            case FITS -> null;
            case FITS_WHEN_FREED, BLOCKED -> at(result, Severity.WARNING, Origin.FIT_NOW, before, isOfInput);
            case NEVER, ERROR -> at(result, Severity.ERROR, Origin.FIT, before, isOfInput);
            case UNKNOWN ->
                result.findings().stream().anyMatch(ReferenceFinding::isMissing)
                        ? null
                        : at(result, Severity.WARNING, Origin.FIT_UNKNOWN, before, isOfInput);
            case INVALID ->
                result.reasons().stream().allMatch(reason -> isReported(reason, isOfInput))
                        ? null
                        : at(result, Severity.ERROR, Origin.FIT, before, isOfInput);
        };
    }

    /**
     * Whether the check reports the mistakes of the object itself. Whether the scheduler's release serves its version
     * is not among them.
     */
    private static boolean isReported(FitResult.Reason reason, Predicate<Manifest> isOfInput) {
        ObjectField field = reason.field();
        return field != null
                && isOfInput.test(field.object())
                && (!field.path().equals(API_VERSION) || !isServedSomewhere(field.object()));
    }

    private static boolean isServedSomewhere(Manifest object) {
        return ResourceApi.newestServing(object.apiVersion(), object.kind()).isPresent();
    }

    /** An error for workloads that do not fit together; null if they do. */
    static @Nullable FitFinding of(FitTogether together, String before) {
        if (together.fits()) {
            return null;
        }
        Workload first = together.left().get(0).workload();
        return new FitFinding(
                first.manifest(),
                together.proof() == null ? Severity.WARNING : Severity.ERROR,
                error(first.claims(), Origin.FIT_TOGETHER, together.headline() + before));
    }

    private static FitFinding at(
            FitResult result, Severity severity, Origin origin, String before, Predicate<Manifest> isOfInput) {
        Workload workload = result.workload();
        String message = result.headline("fleet") + ": " + reason(result) + before;
        ObjectField field =
                result.reasons().isEmpty() ? null : result.reasons().get(0).field();
        if (field == null || !isOfInput.test(field.object())) {
            return new FitFinding(workload.manifest(), severity, error(workload.claims(), origin, message));
        }
        boolean isOwn = field.object() == workload.manifest();
        String named = isOwn ? message : workload + ": " + message;
        return new FitFinding(field.object(), severity, error(field.path(), origin, named));
    }

    private static FieldError error(FieldPath path, Origin origin, String message) {
        return new FieldError(ErrorType.INVALID, path, message, origin, null);
    }

    /** The first reason, and what would help. */
    private static String reason(FitResult result) {
        List<String> parts = new ArrayList<>();
        if (!result.reasons().isEmpty()) {
            FitResult.Reason first = result.reasons().get(0);
            parts.add(first.subject());
            first.lines().forEach(line -> parts.add(line.strip()));
        }
        result.hints().stream().limit(1).forEach(parts::add);
        String text = String.join("; ", parts);
        return text.length() > MAX_REASON ? text.substring(0, MAX_REASON) + "…; drawbridge fit prints all" : text;
    }
}
