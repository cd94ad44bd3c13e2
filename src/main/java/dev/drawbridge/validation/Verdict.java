package dev.drawbridge.validation;

import dev.drawbridge.field.FieldError;
import java.util.List;

/** The engine's answer. */
public sealed interface Verdict {

    /** The API server would take the object. */
    record Allowed(List<FieldError> warnings) implements Verdict {}

    /** The API server would refuse the object: every mistake, in the order of the document. */
    record Denied(List<FieldError> errors, List<FieldError> warnings) implements Verdict {}

    /** There are no rules to judge by. */
    record NotApplicable(Reason reason, String explanation) implements Verdict {}

    /** Why there are no rules. */
    enum Reason {
        /** Another API group: not ours to judge. */
        OTHER_GROUP,
        /** A kind of the group that the table does not have. */
        UNKNOWN_KIND,
        /** A version of the group that the table does not have. */
        UNKNOWN_VERSION,
        /** The release does not serve the kind in the version. */
        NOT_SERVED
    }
}
