package dev.drawbridge.live.doctor;

/**
 * What is wrong with an object.
 *
 * @param object such as {@code ResourceClaim ml/train}
 */
public record DoctorFinding(DoctorRule rule, String object, String message) {}
