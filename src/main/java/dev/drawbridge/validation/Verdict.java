package dev.drawbridge.validation;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import java.util.List;

/** The engine's answer. */
public sealed interface Verdict {

    /** Every mistake, in the order of the document; none if the object is allowed. */
    List<FieldError> errors();

    /** What changes no verdict. */
    List<FieldError> warnings();

    /** The API server would take the object. */
    record Allowed(List<FieldError> warnings) implements Verdict {

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
     * @param hint what may have been meant; empty if nothing is known
     */
    record NotApplicable(Reason reason, String explanation, String hint) implements Verdict {

        /** Without a hint. */
        NotApplicable(Reason reason, String explanation) {
            this(reason, explanation, "");
        }

        /** One error at {@code apiVersion}: the object cannot be validated. */
        @Override
        public List<FieldError> errors() {
            return List.of(new FieldError(
                    ErrorType.NOT_SUPPORTED,
                    FieldPath.of("apiVersion"),
                    null,
                    hint.isEmpty() ? explanation : explanation + "; " + hint,
                    Origin.NOT_SERVED,
                    null));
        }

        @Override
        public List<FieldError> warnings() {
            return List.of();
        }
    }

    /** Why there are no rules. */
    enum Reason {
        /** Another API group. */
        OTHER_GROUP,
        /** A pod, or what makes pods, in a release whose rules for these the table does not have. */
        UNCHECKED_RELEASE,
        /** A kind of the group that the table does not have. */
        UNKNOWN_KIND,
        /** A version of the group, or of the kind, that the table does not have. */
        UNKNOWN_VERSION,
        /** The release does not serve the kind in the version. */
        NOT_SERVED
    }
}
