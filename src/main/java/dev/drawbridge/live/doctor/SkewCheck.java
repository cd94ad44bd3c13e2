package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.VersionSkew;
import java.util.List;

/** Checks for components that ask for versions of the API that are not served. */
final class SkewCheck implements DoctorCheck {

    @Override
    public List<SnapshotKind> needs() {
        return List.of();
    }

    @Override
    public List<ClusterFinding> find(Patient patient) {
        return VersionSkew.of(patient.snapshot(), patient.fit().server()).stream()
                .map(skew -> ClusterFinding.about(
                        DoctorRule.OLD_COMPONENT, skew.place(), skew.message() + "; " + skew.remedy()))
                .toList();
    }
}
