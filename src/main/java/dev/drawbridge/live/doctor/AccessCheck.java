package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import java.util.ArrayList;
import java.util.List;

/** Checks for admin access in namespaces without its label. */
final class AccessCheck {

    private AccessCheck() {}

    static List<ClusterFinding> find(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (SnapshotKind kind : List.of(SnapshotKind.RESOURCE_CLAIM, SnapshotKind.RESOURCE_CLAIM_TEMPLATE)) {
            for (StoredObject object : patient.snapshot().all(kind)) {
                if (patient.snapshot().lacksAdminLabel(object)) {
                    findings.add(DoctorRule.ADMIN_ACCESS.about(
                            object.toString(),
                            "has admin access, and namespace " + object.namespace() + " has no such label"));
                }
            }
        }
        return findings;
    }
}
