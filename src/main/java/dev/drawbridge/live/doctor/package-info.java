/**
 * What is wrong with a cluster that no single object shows. {@link dev.drawbridge.live.doctor.Doctor} is the door; each
 * rule is a row of {@link dev.drawbridge.live.doctor.DoctorRule}, and is checked in the class of what it is about.
 */
@NullMarked
package dev.drawbridge.live.doctor;

import org.jspecify.annotations.NullMarked;
