package dev.drawbridge.check;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An object, without verdicts if it is deleted, what each release returns, and the fixes of its mistakes. */
record Answered(Pair pair, List<OfRelease> releases, Map<Place, Suggestion> fixes) {

    /** A mistake by its rule, position and field, which identify it in each release. */
    record Place(
            Origin rule,
            @Nullable Position position,
            @Nullable String name) {}

    /**
     * The verdicts of one release.
     *
     * @param release null for the newest that serves the version
     * @param verdicts the verdict on the object, then those on its status and on other aspects
     * @param server the API server's verdict on the object if it were new
     * @param known the errors that the base has already, by {@link #key}
     * @param stored the object of the base in the head's version; null if there is none
     */
    record OfRelease(
            @Nullable KubernetesRelease release,
            List<Verdict> verdicts,
            Verdict server,
            Set<String> known,
            @Nullable ObjectValue stored) {

        boolean isOther() {
            return verdicts.get(0).isOther();
        }

        /** Whether the release, which was named, does not serve the object's version. */
        boolean isNotServed() {
            return release != null
                    && verdicts.get(0) instanceof Verdict.NotApplicable none
                    && none.reason() == Verdict.Reason.NOT_SERVED;
        }

        Report.Answer answer() {
            if (verdicts.get(0).isUnchecked()) {
                return Report.Answer.UNCHECKED;
            }
            if (verdicts.get(0) instanceof Verdict.NotApplicable) {
                return Report.Answer.NOT_SERVED;
            }
            List<FieldError> errors = verdicts.stream()
                    .flatMap(verdict -> verdict.errors().stream())
                    .toList();
            if (errors.isEmpty()) {
                return Report.Answer.ALLOWED;
            }
            return errors.stream().allMatch(error -> error.origin() == Origin.DRIVER_PARAMETERS)
                    ? Report.Answer.REFUSED_BY_DRIVER
                    : Report.Answer.REFUSED;
        }
    }

    /** Identifies an error in base and head. One selector can name several attributes that devices do not have. */
    static String key(FieldError error) {
        String key = error.type() + " " + error.path() + " " + error.origin();
        return error.origin() == Origin.DEVICE_ATTRIBUTE ? key + " " + error.detail() : key;
    }

    List<KubernetesRelease> notServing() {
        List<KubernetesRelease> notServing = new ArrayList<>();
        for (OfRelease one : releases) {
            if (one.isNotServed() && one.release() != null) {
                notServing.add(one.release());
            }
        }
        notServing.sort(Comparator.naturalOrder());
        return notServing;
    }

    /** Whether the object is not one of the group, and no pod with claims. */
    boolean isOther() {
        for (OfRelease release : releases) {
            if (!release.isOther() || release.verdicts().get(0).isUnchecked()) {
                return false;
            }
        }
        return !releases.isEmpty();
    }

    /** Whether a verdict has this many errors, or this many warnings. */
    boolean hasAtLeast(int findings) {
        for (OfRelease release : releases) {
            for (Verdict verdict : release.verdicts()) {
                if (verdict.errors().size() >= findings || verdict.warnings().size() >= findings) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the labels of the object's namespace decide. */
    boolean dependsOnLabels() {
        for (OfRelease release : releases) {
            for (Verdict verdict : release.verdicts()) {
                if (isOfLabels(verdict.errors()) || isOfLabels(verdict.warnings())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isOfLabels(List<FieldError> errors) {
        return errors.stream().anyMatch(error -> error.origin() == Origin.ADMIN_ACCESS_LABEL);
    }
}
