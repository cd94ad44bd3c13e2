package dev.drawbridge.live.doctor;

import dev.drawbridge.live.SnapshotKind;
import java.util.List;

/** Checks rules about one sort of objects. */
interface DoctorCheck {

    /** What must have been seen before anything can be told. */
    List<SnapshotKind> needs();

    /** What is wrong. */
    List<DoctorFinding> find(Patient patient);
}
