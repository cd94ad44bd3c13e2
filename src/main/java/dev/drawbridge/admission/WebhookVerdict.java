package dev.drawbridge.admission;

import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ValidationRequest;
import dev.drawbridge.validation.Validator;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The webhook's verdict, based on the engine's. The API server has already validated the object by the rules of its own
 * release, so the webhook does not deny in two cases:
 *
 * <ul>
 * <li>An update is denied only for the errors that it adds ({@link StoredMistakes}).
 * <li>A field that exists only in a later release proves that the cluster runs it. An error then counts only if that
 * release has the rule, too.
 * </ul>
 *
 * @param denied the errors for which the object is denied
 * @param stored errors that the stored object already has
 * @param outdated errors that do not exist in the later release that the cluster must be running
 * @param unchecked fields that do not exist in the release in force
 * @param warnings the engine's warnings
 * @param shown the minimum release of the cluster; null if the object does not prove one later than the release in
 *     force
 */
record WebhookVerdict(
        List<FieldError> denied,
        List<FieldError> stored,
        List<FieldError> outdated,
        List<FieldError> unchecked,
        List<FieldError> warnings,
        @Nullable KubernetesRelease shown) {

    static WebhookVerdict of(ValidationRequest request, Verdict verdict, Validator validator) {
        List<FieldError> errors = verdict.errors();
        List<FieldError> unchecked = new ArrayList<>();
        List<FieldError> warnings = new ArrayList<>();
        for (FieldError warning : verdict.warnings()) {
            (warning.type() == ErrorType.UNKNOWN_FIELD ? unchecked : warnings).add(warning);
        }
        KubernetesRelease shown = null;
        List<FieldError> outdated = List.of();
        Later later = Later.of(request, verdict, validator);
        if (later != null) {
            shown = later.release;
            outdated = errors.stream().filter(error -> !later.has(error)).toList();
            errors = errors.stream().filter(later::has).toList();
        }
        List<FieldError> added = errors;
        Value stored = request.oldObject();
        if (!errors.isEmpty() && stored != null) {
            added = StoredMistakes.of(request, stored, validator).added(errors);
        }
        return new WebhookVerdict(added, without(errors, added), outdated, unchecked, warnings, shown);
    }

    /** Adds the driver findings for parameters. */
    WebhookVerdict with(Verdict found, boolean denies) {
        if (found == Verdict.Allowed.NOTHING) {
            return this;
        }
        List<FieldError> errors = new ArrayList<>(denied);
        List<FieldError> more = new ArrayList<>(warnings);
        (denies ? errors : more).addAll(found.errors());
        more.addAll(found.warnings());
        return new WebhookVerdict(errors, stored, outdated, unchecked, more, shown);
    }

    WebhookVerdict with(FleetRules.Answer fleet) {
        return with(Verdict.of(fleet.warnings(), List.of()), fleet.denies());
    }

    private static List<FieldError> without(List<FieldError> all, List<FieldError> some) {
        Set<FieldError> others = new HashSet<>(some);
        return all.stream().filter(error -> !others.contains(error)).toList();
    }

    /** The first later release that knows most of the object's fields, and its errors. */
    private record Later(KubernetesRelease release, Set<String> mistakes) {

        static @Nullable Later of(ValidationRequest request, Verdict verdict, Validator validator) {
            KubernetesRelease inForce = request.server().release();
            long unknown = unknown(verdict);
            Later later = null;
            for (KubernetesRelease release : KubernetesRelease.values()) {
                if (unknown == 0 || inForce == null || release.compareTo(inForce) <= 0) {
                    continue;
                }
                Verdict other = validator.validate(request.in(release));
                if (!(other instanceof Verdict.NotApplicable) && unknown(other) < unknown) {
                    unknown = unknown(other);
                    later = new Later(
                            release, other.errors().stream().map(Later::key).collect(Collectors.toSet()));
                }
            }
            return later;
        }

        /** The number of fields and values that the release does not have. */
        private static long unknown(Verdict verdict) {
            return verdict.warnings().stream()
                            .filter(warning -> warning.type() == ErrorType.UNKNOWN_FIELD)
                            .count()
                    + verdict.errors().stream()
                            .filter(error -> error.origin() == Origin.ENUM)
                            .count();
        }

        private static String key(FieldError error) {
            return error.origin() + " " + error.path();
        }

        boolean has(FieldError error) {
            return mistakes.contains(key(error));
        }
    }
}
