package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.resource.Kinds;
import dev.drawbridge.schema.ApiVersion;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Checks for objects written in API versions that the next release no longer serves. */
final class VersionCheck implements DoctorCheck {

    @Override
    public List<SnapshotKind> needs() {
        return List.of();
    }

    @Override
    public List<ClusterFinding> find(Patient patient) {
        KubernetesRelease next = Arrays.stream(KubernetesRelease.values())
                .filter(release -> release.compareTo(patient.release()) > 0)
                .findFirst()
                .orElse(null);
        List<ClusterFinding> findings = new ArrayList<>();
        if (next == null) {
            return findings;
        }
        for (SnapshotKind kind : SnapshotKind.values()) {
            if (kind.group().equals(Kinds.GROUP)) {
                Set<ApiVersion> kept = new TreeSet<>(Kinds.versions(kind.toString(), next));
                for (StoredObject object : patient.snapshot().all(kind)) {
                    List<String> removed = object.versions().stream()
                            .filter(version -> ApiVersion.ofObject(version).isPresent())
                            .filter(version ->
                                    !kept.contains(ApiVersion.ofObject(version).orElseThrow()))
                            .sorted()
                            .toList();
                    if (!removed.isEmpty() && !kept.isEmpty()) {
                        findings.add(ClusterFinding.about(
                                DoctorRule.REMOVED_VERSION,
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
