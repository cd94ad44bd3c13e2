package dev.drawbridge.admission;

import io.fabric8.kubernetes.api.model.admission.v1.AdmissionReview;

/** What became of a body. */
public sealed interface AdmissionOutcome {

    /** A review, answered: allowed or denied. */
    record Answered(AdmissionReview review, ReviewedObject object, boolean allowed) implements AdmissionOutcome {}

    /** A body that is no review of {@code admission.k8s.io/v1}; there is no uid to answer. */
    record Malformed(String reason) implements AdmissionOutcome {}

    /** A body that is over a limit. */
    record TooLarge(String reason) implements AdmissionOutcome {}

    /** A review whose answer would come too late. */
    record OutOfTime(ReviewedObject object) implements AdmissionOutcome {}
}
