package dev.drawbridge.validation;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import java.util.ArrayList;
import java.util.List;

/** The result of a validation. */
public sealed interface Verdict {

    /** All errors, in the order of the document; empty if the object is allowed. */
    List<FieldError> errors();

    /** Findings that do not affect the verdict. */
    List<FieldError> warnings();

    static Verdict of(List<FieldError> errors, List<FieldError> warnings) {
        if (errors.isEmpty()) {
            return warnings.isEmpty() ? Allowed.NOTHING : new Allowed(warnings);
        }
        return new Denied(errors, warnings);
    }

    /** The verdict with the errors and warnings of another, which follow its own. */
    default Verdict and(Verdict other) {
        if (other == Allowed.NOTHING || this == Allowed.NOTHING) {
            return other == Allowed.NOTHING ? this : other;
        }
        List<FieldError> errors = new ArrayList<>(errors());
        errors.addAll(other.errors());
        List<FieldError> warnings = new ArrayList<>(warnings());
        warnings.addAll(other.warnings());
        return of(errors, warnings);
    }

    /** Whether no rules exist for the object, since it is not of the group, or a workload in a release without them. */
    default boolean isOther() {
        return isFor(Reason.OTHER_GROUP) || isUnchecked();
    }

    /** Whether the object is a workload with claims in a release without rules for workloads. */
    default boolean isUnchecked() {
        return isFor(Reason.UNCHECKED_RELEASE);
    }

    private boolean isFor(Reason reason) {
        return this instanceof NotApplicable none && none.reason() == reason;
    }

    /** The API server would accept the object. */
    record Allowed(List<FieldError> warnings) implements Verdict {

        public static final Verdict NOTHING = new Allowed(List.of());

        @Override
        public List<FieldError> errors() {
            return List.of();
        }
    }

    /** The API server would refuse the object. */
    record Denied(List<FieldError> errors, List<FieldError> warnings) implements Verdict {}

    /**
     * There are no rules for the object.
     *
     * @param hint the probable meaning; empty if unknown
     */
    record NotApplicable(Reason reason, String explanation, String hint) implements Verdict {

        NotApplicable(Reason reason, String explanation) {
            this(reason, explanation, "");
        }

        /** One error at {@code apiVersion}, or {@code kind} if only that is unknown: the object cannot be validated. */
        @Override
        public List<FieldError> errors() {
            return List.of(new FieldError(
                    ErrorType.NOT_SUPPORTED,
                    FieldPath.of(reason == Reason.UNKNOWN_KIND ? "kind" : "apiVersion"),
                    hint.isEmpty() ? explanation : explanation + "; " + hint,
                    Origin.NOT_SERVED,
                    null));
        }

        @Override
        public List<FieldError> warnings() {
            return List.of();
        }
    }

    /** The reason why there are no rules. */
    enum Reason {
        /** Another API group. */
        OTHER_GROUP,
        /** A workload in a release whose rules for workloads are unknown. */
        UNCHECKED_RELEASE,
        /** An unknown kind of a known version, or none. */
        UNKNOWN_KIND,
        /** An unknown version of the group or the kind. */
        UNKNOWN_VERSION,
        /** The release does not serve the kind in this version. */
        NOT_SERVED
    }
}
