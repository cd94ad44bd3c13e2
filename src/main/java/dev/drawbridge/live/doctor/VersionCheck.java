package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.live.VersionSkew;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks for components that ask for API versions that are not served, and for objects that the next release drops. */
final class VersionCheck {

    private VersionCheck() {}

    static List<ClusterFinding> find(Patient patient) {
        KubernetesRelease next = Arrays.stream(KubernetesRelease.values())
                .filter(release -> release.compareTo(patient.release()) > 0)
                .findFirst()
                .orElse(null);
        List<ClusterFinding> findings = new ArrayList<>();
        for (VersionSkew skew : VersionSkew.of(patient.snapshot(), patient.fit().server())) {
            findings.add(DoctorRule.OLD_COMPONENT.about(skew.place(), skew.message() + "; " + skew.remedy()));
        }
        for (SnapshotKind kind : SnapshotKind.values()) {
            if (next != null && kind.group().equals(Kinds.GROUP)) {
                Set<ApiVersion> kept = new TreeSet<>(Kinds.versions(kind.toString(), next));
                for (StoredObject object : patient.snapshot().all(kind)) {
                    List<String> removed = object.versions().stream()
                            .filter(version -> ApiVersion.ofObject(version)
                                    .filter(known -> !kept.contains(known))
                                    .isPresent())
                            .sorted()
                            .toList();
                    if (!removed.isEmpty() && !kept.isEmpty()) {
                        findings.add(DoctorRule.REMOVED_VERSION.about(
                                object.toString(),
                                "was written in " + String.join(", ", removed) + ", which Kubernetes " + next
                                        + " does not serve"));
                    }
                }
            }
        }
        return findings;
    }
}
