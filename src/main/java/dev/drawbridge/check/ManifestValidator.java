package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.ClassDrivers;
import dev.drawbridge.driver.ObjectParameters;
import dev.drawbridge.driver.ShownDevices;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Trace;
import dev.drawbridge.fix.HiddenErrors;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.Placeholders;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.UnknownFields;
import dev.drawbridge.validation.ApiServer;
import dev.drawbridge.validation.ResourceApi;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Verdict;
import dev.drawbridge.workload.PodTemplate;
import dev.drawbridge.workload.TemplateValidator;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Validates documents by the rules of a release and the schemas of drivers, according to the settings. Thread-safe.
 *
 * @param classes the classes by which names of devices' attributes are checked; null if they are not
 */
record ManifestValidator(
        CheckSettings settings,
        TemplateValidator validator,
        @Nullable HeadClasses classes) {

    /**
     * The verdicts on an object.
     *
     * @param server that of the API server and of the drivers, which decides about fixes
     * @param all the same, with other findings, and of rules that a wrong type keeps from running
     */
    record ManifestVerdict(Verdict server, Verdict all) {}

    /**
     * The verdicts of a release on an object in a document's version and kind.
     *
     * @param release null for the newest that serves the version
     * @param labels the labels of the object's namespace; null if they are not known
     */
    ManifestVerdict verdicts(
            Manifest manifest,
            Operation request,
            ObjectValue object,
            @Nullable ObjectValue old,
            @Nullable KubernetesRelease release,
            @Nullable Map<String, String> labels) {
        ValidationRequest question = question(manifest, request, object, old, release, labels);
        Trace trace = settings.traces() == null ? null : new Trace();
        boolean isCustom = !ResourceApi.hasRulesFor(manifest.apiVersion(), manifest.kind());
        Verdict own = validator.validate(question, trace, true);
        boolean isWhole = request != Operation.UPDATE_STATUS && !isCustom && !(own instanceof Verdict.NotApplicable);
        Verdict server = isWhole ? own.and(own(manifest, object, old, release)) : own;
        Verdict verdict = HiddenErrors.in(object, server, meant -> {
            Verdict other = validator.validate(question.of(request, meant, old), null, true);
            return isWhole ? other.and(own(manifest, meant, old, release)) : other;
        });
        verdict = withoutPlaceholders(verdict, object);
        verdict = request == Operation.CREATE ? HiddenErrors.withoutReferences(verdict) : verdict;
        if (request == Operation.CREATE && (!settings.target().validatesStatus() || isPrinted(object))) {
            verdict = withoutStatus(verdict);
        }
        if (saysNothing(question, verdict)) {
            Verdict nothing = new Verdict.NotApplicable(Verdict.Reason.OTHER_GROUP, "has no claims", "");
            return new ManifestVerdict(nothing, nothing);
        }
        if (settings.traces() != null && trace != null && !verdict.isOther()) {
            settings.traces().accept(new TracedObject(manifest, request, trace, verdict));
        }
        // The verdict on the base itself: its errors are not new in the head.
        Verdict names = isWhole ? names(manifest, object, object == old ? null : old) : Verdict.Allowed.NOTHING;
        return new ManifestVerdict(server, verdict.and(names));
    }

    /** Whether each release that serves the object refuses to create it, with all gates: no cluster has it. */
    boolean isRefused(Manifest manifest) {
        if (Placeholders.inContent(manifest.object()) != null) {
            return false;
        }
        ApiServer strict = new ApiServer(null, GateSettings.ALL, UnknownFields.DENY);
        ValidationRequest question = new ValidationRequest(
                manifest.apiVersion(), manifest.kind(), Operation.CREATE, manifest.object(), null, strict, null);
        return certain(question) instanceof Verdict.Denied
                && Arrays.stream(KubernetesRelease.values())
                        .map(release -> certain(question.in(release)))
                        .noneMatch(Verdict.Allowed.class::isInstance);
    }

    private Verdict certain(ValidationRequest question) {
        return withoutPlaceholders(validator.validate(question, null, true), ObjectValue.orEmpty(question.object()));
    }

    /** The findings about the parameters of drivers, and about what a taint reaches. */
    private Verdict own(
            Manifest manifest, ObjectValue object, @Nullable ObjectValue old, @Nullable KubernetesRelease release) {
        return new ObjectParameters(settings.drivers(), object, old)
                .ofSpec(manifest.kind())
                .and(Verdict.of(List.of(), UnselectiveTaintRules.of(manifest.with(object), release)));
    }

    /** Whether a cluster printed the object: only the API server sets these fields. */
    private static boolean isPrinted(ObjectValue object) {
        ObjectValue metadata = object.object("metadata");
        return !metadata.string("uid").isEmpty()
                || !metadata.string("resourceVersion").isEmpty();
    }

    /** The verdict without warnings that a create ignores the status. */
    private static Verdict withoutStatus(Verdict verdict) {
        boolean isIgnored = verdict.warnings().stream().anyMatch(ManifestValidator::isStatus);
        return isIgnored
                ? Verdict.of(
                        verdict.errors(),
                        verdict.warnings().stream()
                                .filter(warning -> !isStatus(warning))
                                .toList())
                : verdict;
    }

    private static boolean isStatus(FieldError warning) {
        return warning.origin() == Origin.DROPPED && warning.path().isBelow("status");
    }

    /** The verdict without errors that depend on placeholders, of which a pod may have any. */
    private static Verdict withoutPlaceholders(Verdict verdict, ObjectValue object) {
        boolean isClean = verdict.errors().isEmpty() && verdict.warnings().isEmpty();
        if (isClean || verdict instanceof Verdict.NotApplicable) {
            return verdict;
        }
        boolean areNamesKnown = true;
        for (Value value : object.all()) {
            for (ObjectValue claim :
                    ObjectValue.orEmpty(value).list(PodTemplate.CLAIMS).objects()) {
                areNamesKnown &= !Placeholders.isIn(claim.string("name"));
            }
        }
        boolean areKnown = areNamesKnown;
        Predicate<FieldError> isCertain = error -> (areKnown || error.origin() != Origin.CONTAINER_CLAIM)
                && (error.badValue() == null || !Placeholders.isIn(error.badValue()));
        return Verdict.of(
                verdict.errors().stream().filter(isCertain).toList(),
                verdict.warnings().stream().filter(isCertain).toList());
    }

    private ValidationRequest question(
            Manifest manifest,
            Operation request,
            ObjectValue object,
            @Nullable ObjectValue old,
            @Nullable KubernetesRelease release,
            @Nullable Map<String, String> labels) {
        return new ValidationRequest(
                manifest.apiVersion(),
                manifest.kind(),
                request,
                object,
                old,
                new ApiServer(release, settings.target().gates(), UnknownFields.DENY),
                labels);
    }

    private Verdict names(Manifest manifest, ObjectValue object, @Nullable ObjectValue old) {
        if (classes == null) {
            return Verdict.Allowed.NOTHING;
        }
        // Classes of the head are read only if there is something to report; with a fleet they have been read already.
        boolean mayWarn = settings.fleet() != null
                || !names(manifest, object, old, classes.ofCatalogueFirst(), ShownDevices.NONE)
                        .isEmpty();
        return Verdict.of(List.of(), mayWarn ? names(manifest, object, old, classes, classes.shown()) : List.of());
    }

    private List<FieldError> names(
            Manifest manifest,
            ObjectValue object,
            @Nullable ObjectValue old,
            ClassDrivers drivers,
            ShownDevices shown) {
        return UnknownDeviceNames.warnings(manifest, object, old, settings.drivers(), drivers, shown);
    }

    /** Whether the object is a pod, or has a template of one, without claims. */
    private boolean saysNothing(ValidationRequest question, Verdict verdict) {
        if (verdict.isUnchecked()) {
            return !validator.mentionsClaims(question.in(null));
        }
        return verdict.errors().isEmpty()
                && verdict.warnings().isEmpty()
                && ResourceApi.isWorkload(question.apiVersion(), question.kind())
                && !validator.mentionsClaims(question);
    }
}
