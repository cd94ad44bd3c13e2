package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import java.util.List;

/** Checks rules about one sort of object. */
interface DoctorCheck {

    default List<SnapshotKind> needs() {
        return List.of();
    }

    List<ClusterFinding> find(Patient patient);
}
