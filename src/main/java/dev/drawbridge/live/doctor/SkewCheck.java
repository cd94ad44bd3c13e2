package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.VersionSkew;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.List;

/** Checks for components that ask for versions of the API that are not served. */
final class SkewCheck implements DoctorCheck {

    @Override
    public List<SnapshotKind> needs() {
        return List.of();
    }

    @Override
    public List<ClusterFinding> find(Patient patient) {
        // The release of the API server, which may be one whose scheduler is not known.
        KubernetesRelease server =
                KubernetesRelease.parse(patient.fit().info().release()).orElse(patient.release());
        return VersionSkew.of(patient.snapshot(), server).stream()
                .map(skew -> ClusterFinding.about(
                        DoctorRule.OLD_COMPONENT, skew.place(), skew.message() + "; " + skew.remedy()))
                .toList();
    }
}
