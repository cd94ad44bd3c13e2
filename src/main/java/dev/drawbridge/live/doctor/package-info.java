/**
 * Problems of a cluster that no single object shows. {@link dev.drawbridge.live.doctor.Doctor} is the entry point; each
 * rule is a row of {@link dev.drawbridge.live.doctor.DoctorRule}, checked in the class named after its object.
 */
@NullMarked
package dev.drawbridge.live.doctor;

import org.jspecify.annotations.NullMarked;
