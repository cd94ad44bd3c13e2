package dev.drawbridge.live.doctor;

/**
 * A problem of an object.
 *
 * @param object the object, such as {@code ResourceClaim ml/train}
 */
public record DoctorFinding(DoctorRule rule, String object, String message) {}
