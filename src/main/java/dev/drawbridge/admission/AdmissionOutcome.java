package dev.drawbridge.admission;

import dev.drawbridge.field.Origin;
import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;
import java.util.Set;

/** The result of reading and reviewing a request body. */
public sealed interface AdmissionOutcome {

    /** A review, answered, with the rules that the object breaks, whether or not it is denied for it. */
    record Answered(AdmissionReview review, ReviewedObject object, Decision decision, Set<Origin> rules)
            implements AdmissionOutcome {

        /** Whether the API server may store the object. */
        public boolean allowed() {
            return decision != Decision.DENIED;
        }
    }

    /** The decision for a review. */
    enum Decision {
        /** The object breaks no rule, or only rules that the stored object already breaks. */
        ALLOWED,
        DENIED,
        /** The object breaks a rule, and is allowed with warnings: {@link Mode#WARN}. */
        WOULD_DENY
    }

    /** A body that is not an {@code admission.k8s.io/v1} review, and has no uid to answer. */
    record Malformed(String reason) implements AdmissionOutcome {}

    /** A body that exceeds a limit. */
    record TooLarge(String reason) implements AdmissionOutcome {}

    /** A review that would be answered too late. */
    record OutOfTime(ReviewedObject object) implements AdmissionOutcome {}
}
