/**
 * Answers AdmissionReviews as a pure function: {@link dev.drawbridge.admission.AdmissionHandler} is the entry point.
 * The wire is fabric8's admission and Status models; nothing here knows HTTP or Spring.
 */
@NullMarked
package dev.drawbridge.admission;

import org.jspecify.annotations.NullMarked;
