package dev.drawbridge.validation;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Trace;
import dev.drawbridge.resource.Kind;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.resource.RuleBook;
import dev.drawbridge.resource.ServedVersion;
import dev.drawbridge.resource.rule.AdminAccessNeedsLabel;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Target;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.schema.ValidationResult;
import dev.drawbridge.validation.ResourceApi.TypeName;
import dev.drawbridge.validation.Verdict.NotApplicable;
import dev.drawbridge.validation.Verdict.Reason;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Validates objects of {@code resource.k8s.io} as the API server of a release does. Thread-safe. */
public final class Validator {

    /** The labels of namespaces for admin access, with the value {@code true}; a release checks one of them. */
    public static final Set<String> ADMIN_ACCESS_LABELS =
            Set.of(AdminAccessNeedsLabel.FIRST_LABEL, AdminAccessNeedsLabel.LABEL);

    /** The maximum number of reported errors. */
    public static final int MAX_ERRORS = ValidationContext.MAX_ERRORS;

    private final RuleBook rules = new RuleBook();

    private final Scheme scheme = new Scheme(rules);

    /** The scheme that shares the tables of this validator. */
    public Scheme scheme() {
        return scheme;
    }

    /** Whether the object of a request of such a kind mentions claims; nothing else in it is validated. */
    public boolean mentionsClaims(ValidationRequest request) {
        Optional<ApiVersion> version = ResourceApi.version(request.apiVersion());
        Kind kind = version.flatMap(known -> Kinds.kind(request.kind(), known)).orElse(null);
        KubernetesRelease release = kind == null
                ? null
                : Optional.ofNullable(request.server().release())
                        .or(() -> Kinds.newestServing(kind, version.get()))
                        .orElse(null);
        return kind != null
                && release != null
                && request.object() instanceof ObjectValue object
                && rules.isInPart(kind, target(request, version.get(), release), object);
    }

    private static Target target(ValidationRequest request, ApiVersion version, KubernetesRelease release) {
        return new Target(version, release, request.server().gates().in(release), request.request());
    }

    public Verdict validate(ValidationRequest request) {
        return validate(request, null);
    }

    /** The verdict of the API server; unless the trace is null, every rule checked is added to it. */
    public Verdict validate(ValidationRequest request, @Nullable Trace trace) {
        String group = ResourceApi.group(request.apiVersion());
        boolean isOurs = ResourceApi.isOurs(group, request.kind());
        if (!isOurs && ResourceApi.isMisspelled(request.apiVersion(), request.kind())) {
            String hint = Kinds.knows(request.kind())
                    ? Kinds.hint(request.kind())
                    : ResourceApi.meant(request.apiVersion(), request.kind())
                            .map(meant -> meant.hint(request.apiVersion(), request.kind()))
                            .orElse("");
            return unknown(Reason.UNKNOWN_VERSION, request, hint);
        }
        Optional<ApiVersion> version = ResourceApi.version(request.apiVersion());
        Optional<Kind> kind = version.flatMap(known -> Kinds.kind(request.kind(), known));
        if (!isOurs && ResourceApi.isUnserved(request.apiVersion(), request.kind())) {
            return unserved(request, version.isPresent());
        }
        if (!isOurs && kind.isEmpty()) {
            return new NotApplicable(
                    Reason.OTHER_GROUP, request.apiVersion() + " is not in group " + ResourceApi.GROUP);
        }
        if (!isOurs
                && request.server().release() != null
                && request.server().release().compareTo(Kinds.oldestOfWorkloads()) < 0) {
            String explanation = "pods and their templates are checked for Kubernetes " + Kinds.oldestOfWorkloads()
                    + " and later, not for " + request.server().release();
            return new NotApplicable(Reason.UNCHECKED_RELEASE, explanation);
        }
        if (kind.isEmpty()) {
            boolean isKnown = version.isEmpty() && !request.kind().isEmpty() || Kinds.knows(request.kind());
            String hint = request.apiVersion().isEmpty() ? "" : Kinds.hint(request.kind());
            return unknown(isKnown ? Reason.UNKNOWN_VERSION : Reason.UNKNOWN_KIND, request, hint);
        }
        return inRelease(request, kind.get(), version.get(), trace);
    }

    /** The verdict on a type that no release serves. */
    public static Verdict unknown(Reason reason, ValidationRequest request, String hint) {
        return new NotApplicable(
                reason, Kinds.whyUnknown(request.apiVersion(), request.kind(), request.object()), hint);
    }

    /** The verdict on a type of Kubernetes that no release serves. */
    private static Verdict unserved(ValidationRequest request, boolean isVersionServed) {
        TypeName meant =
                ResourceApi.unserved(request.apiVersion(), request.kind()).orElse(null);
        if (meant != null && request.apiVersion().isEmpty()) {
            return new NotApplicable(
                    Reason.UNKNOWN_VERSION, Kinds.missing(request.object(), "apiVersion", meant.apiVersion()));
        }
        boolean isOfKind = meant == null
                || !meant.kind().equals(request.kind())
                        && (isVersionServed || meant.apiVersion().equals(request.apiVersion()));
        String hint = meant == null ? "" : meant.hint(request.apiVersion(), request.kind());
        return unknown(isOfKind ? Reason.UNKNOWN_KIND : Reason.UNKNOWN_VERSION, request, hint);
    }

    private Verdict inRelease(ValidationRequest request, Kind kind, ApiVersion version, @Nullable Trace trace) {
        Optional<KubernetesRelease> newest = Kinds.newestServing(kind, version);
        KubernetesRelease release =
                request.server().release() != null ? request.server().release() : newest.orElse(null);
        if (release == null || !kind.isServed(version, release)) {
            String explanation = release == null
                    ? "no Kubernetes release serves " + kind.name() + " in " + request.apiVersion()
                    : ResourceApi.whyNotServed(kind, version, request.apiVersion(), List.of(release));
            return new NotApplicable(Reason.NOT_SERVED, explanation);
        }
        if (trace != null) {
            trace.target("Kubernetes " + release);
        }
        Target target = target(request, version, release);
        ValidationResult result = validated(request, kind, target, trace != null);
        warnOfVersion(request, kind, target, result.context());
        if (trace != null) {
            trace.add(result.context().trace());
        }
        return verdict(request, result);
    }

    private static Verdict verdict(ValidationRequest request, ValidationResult result) {
        ValidationContext context = result.context();
        List<FieldError> warnings = LocatedErrors.warnings(context, request.object(), result.value());
        return context.errors().isEmpty()
                ? new Verdict.Allowed(warnings)
                : new Verdict.Denied(LocatedErrors.located(context.errors(), result.value()), warnings);
    }

    private ValidationResult validated(ValidationRequest request, Kind kind, Target target, boolean isTraced) {
        Supplier<ValidationContext> contexts =
                () -> new ValidationContext(request.namespaceLabels(), request.outOfTime(), isTraced);
        if (request.object() instanceof ObjectValue || request.object() instanceof NullValue) {
            ObjectValue object = ObjectValue.orEmpty(request.object());
            ObjectValue old = request.oldObject() == null ? null : ObjectValue.orEmpty(request.oldObject());
            ValidationResult result =
                    rules.validate(kind, target, object, old, request.server().unknownFields(), contexts);
            is("apiVersion", request.apiVersion(), object, result.context());
            is("kind", request.kind(), object, result.context());
            TypeMeta.check(object, result.context());
            return result;
        }
        ValidationContext context = contexts.get();
        String detail = "expected an object, found " + request.object().typeName();
        context.reportWrongType(request.object(), new Demand(Origin.TYPE, detail), null);
        return new ValidationResult(request.object(), context);
    }

    /** The API server refuses an object whose kind or version differs from the request's; both may be omitted. */
    private static void is(String field, String expected, ObjectValue object, ValidationContext context) {
        if (!List.of("", expected).contains(object.string(field))) {
            String detail = "must match the request: " + expected;
            context.report(ErrorType.INVALID, object.get(field), new Demand(Origin.TYPE_META, detail), field);
        }
    }

    /**
     * Adds the warning for a request's version, if any. Whether a release warns of the version does not change when a
     * later one removes it: a version that is both deprecated and removed is reported as deprecated. For webhook
     * requests the API server itself warns of that.
     */
    private static void warnOfVersion(ValidationRequest request, Kind kind, Target target, ValidationContext context) {
        String what = request.apiVersion() + " " + request.kind();
        Optional<KubernetesRelease> removal = Kinds.removal(kind, target.version(), target.release());
        Optional<ServedVersion> deprecation = kind.deprecation(target.version(), target.release());
        ValidationContext at = context.at("apiVersion");
        if (deprecation.isEmpty() && removal.isPresent()) {
            String detail = what + " is unavailable in Kubernetes " + removal.get() + " and later";
            at.warn(ErrorType.NOT_SUPPORTED, null, new Demand(Origin.REMOVED, detail));
        } else if (deprecation.isPresent() && request.server().unknownFields() == UnknownFields.DENY) {
            List<ApiVersion> versions = Kinds.versions(kind.name(), target.release());
            ServedVersion version = deprecation.get();
            String end = version.removed() == null ? "" : ", unavailable in " + version.removed() + " and later";
            String detail = what + " is deprecated in Kubernetes " + version.deprecated() + " and later" + end
                    + "; use " + versions.get(versions.size() - 1);
            at.warn(ErrorType.NOT_SUPPORTED, null, new Demand(Origin.DEPRECATED, detail));
        }
    }
}
