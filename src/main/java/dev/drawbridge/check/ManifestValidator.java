package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.DriverFindings;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Trace;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Request;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Asks the engine about documents, as the settings say. Thread-safe. */
public final class ManifestValidator {

    private static final FieldPath API_VERSION = FieldPath.of("apiVersion");

    private final CheckSettings settings;
    private final Validator validator;

    /** A validator with these settings. */
    public ManifestValidator(CheckSettings settings, Validator validator) {
        this.settings = settings;
        this.validator = validator;
    }

    /**
     * What a release says to a document as a new object, and to its status as an update of itself. Of a release that does not serve the
     * version that is reported together with the findings of the newest that does.
     *
     * @param release null for the newest that serves the version
     * @param labels those of the object's namespace; null where they are not known
     */
    public Report.Answer created(
            Manifest manifest,
            @Nullable KubernetesRelease release,
            @Nullable Map<String, String> labels,
            ObjectFindings into) {
        Verdict verdict = verdict(manifest, Request.CREATE, manifest.object(), null, release, labels);
        Report.Answer answer = into.add(verdict, release);
        if (verdict instanceof Verdict.NotApplicable none && none.reason() == Verdict.Reason.NOT_SERVED) {
            into.add(beside(verdict(manifest, Request.CREATE, manifest.object(), null, null, labels)), release);
        }
        status(manifest, release).ifPresent(status -> into.add(status, release));
        return answer;
    }

    /** What another release says of the object, and not of its version. */
    private static Verdict beside(Verdict verdict) {
        List<FieldError> warnings = verdict.warnings().stream()
                .filter(warning -> !warning.path().equals(API_VERSION))
                .toList();
        return verdict instanceof Verdict.Denied denied
                ? new Verdict.Denied(denied.errors(), warnings)
                : new Verdict.Allowed(warnings);
    }

    /** What a release says to an object in a document's version and kind. */
    public Verdict verdict(
            Manifest manifest,
            Request request,
            ObjectValue object,
            @Nullable ObjectValue old,
            @Nullable KubernetesRelease release,
            @Nullable Map<String, String> labels) {
        ValidationRequest question = new ValidationRequest(
                manifest.apiVersion(),
                manifest.kind(),
                request,
                object,
                old,
                release,
                settings.gates(),
                UnknownFields.DENY,
                labels);
        Verdict verdict = settings.traces() == null
                ? validator.validate(question)
                : traced(manifest, question, settings.traces());
        if (saysNothing(manifest, verdict, object)) {
            return new Verdict.NotApplicable(Verdict.Reason.OTHER_GROUP, "has no claims", "");
        }
        return request == Request.UPDATE_STATUS || verdict instanceof Verdict.NotApplicable
                ? verdict
                : with(settings.drivers().validateObject(manifest.kind(), object, old), verdict);
    }

    /** Whether the object is a pod, or has a template of one, without a word about claims. */
    private boolean saysNothing(Manifest manifest, Verdict verdict, Value value) {
        return value instanceof ObjectValue object
                && verdict.errors().isEmpty()
                && verdict.warnings().isEmpty()
                && Validator.isWorkload(manifest.apiVersion(), manifest.kind())
                && !validator.mentionsClaims(manifest.apiVersion(), manifest.kind(), object);
    }

    private Verdict traced(Manifest manifest, ValidationRequest question, Consumer<TracedObject> traces) {
        Trace trace = new Trace();
        Verdict verdict = validator.validate(question, trace);
        boolean isOurs =
                !(verdict instanceof Verdict.NotApplicable none) || none.reason() != Verdict.Reason.OTHER_GROUP;
        if (isOurs && !saysNothing(manifest, verdict, question.object())) {
            traces.accept(new TracedObject(manifest, question.request(), trace, verdict));
        }
        return verdict;
    }

    /** The verdict with what drivers say of their parameters. */
    private static Verdict with(DriverFindings found, Verdict verdict) {
        if (found == DriverFindings.NONE) {
            return verdict;
        }
        List<FieldError> errors = new ArrayList<>(verdict.errors());
        errors.addAll(found.errors());
        List<FieldError> warnings = new ArrayList<>(verdict.warnings());
        warnings.addAll(found.warnings());
        return errors.isEmpty() ? new Verdict.Allowed(warnings) : new Verdict.Denied(errors, warnings);
    }

    /** What the rules of status say to an export of a live object, as an update of itself; empty where there is no status. */
    private Optional<Verdict> status(Manifest manifest, @Nullable KubernetesRelease release) {
        if (!settings.validatesStatus()
                || manifest.object().object("status").size() == 0
                || !validator.hasStatus(manifest.apiVersion(), manifest.kind())) {
            return Optional.empty();
        }
        Verdict verdict = verdict(manifest, Request.UPDATE_STATUS, manifest.object(), manifest.object(), release, null);
        List<FieldError> errors = verdict instanceof Verdict.Denied
                ? verdict.errors().stream()
                        .filter(error -> error.path().isBelow("status"))
                        .toList()
                : List.of();
        List<FieldError> warnings = deallocation(manifest.object());
        Verdict ofStatus = errors.isEmpty() ? new Verdict.Allowed(warnings) : new Verdict.Denied(errors, warnings);
        return Optional.of(with(settings.drivers().validateStatus(manifest.kind(), manifest.object(), null), ofStatus));
    }

    private static List<FieldError> deallocation(ObjectValue object) {
        ObjectValue status = object.object("status");
        if (!status.isTrue("deallocationRequested")
                || status.list("reservedFor").size() == 0) {
            return List.of();
        }
        return List.of(new FieldError(
                ErrorType.FORBIDDEN,
                FieldPath.of("status", "deallocationRequested"),
                null,
                "is set while reservedFor has consumers: no consumer can be added, and the claim waits for these to go",
                Origin.DEALLOCATION,
                status.keyPosition(status.indexOf("deallocationRequested"))));
    }
}
