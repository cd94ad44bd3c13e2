package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.rbac.AccessGaps;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.schema.FeatureGate;
import java.util.ArrayList;
import java.util.List;

/** Checks who may write the status of claims, and what schedulers and autoscalers may read. */
final class RoleCheck {

    static List<ClusterFinding> find(Patient patient) {
        List<Manifest> manifests = patient.snapshot().manifests(SnapshotKind.ofRoles());
        if (manifests.isEmpty()) {
            return List.of();
        }
        manifests.addAll(patient.snapshot().manifests(List.of(SnapshotKind.POD)));
        boolean isEnforced = patient.fit().gates().has(FeatureGate.DRA_RESOURCE_CLAIM_GRANULAR_STATUS_AUTHORIZATION);
        // A dump without ClusterRoles that every cluster has is a part of a cluster.
        boolean isWhole = patient.snapshot().sees(SnapshotKind.ROLE, "")
                && patient.snapshot().find(SnapshotKind.CLUSTER_ROLE, "", "cluster-admin") != null;
        return AccessGaps.of(RbacObjects.of(manifests, "default"), isWhole).stream()
                .filter(gap -> isEnforced || !gap.isOfStatus())
                .map(gap -> (gap.isOfStatus() ? DoctorRule.ROLE_INCOMPLETE : DoctorRule.SCHEDULER_CANNOT_READ)
                        .about(gap.role().toString(), gap.path() + ": " + gap.message()))
                .toList();
    }

    /** Checks for admin access in namespaces without its label. */
    static List<ClusterFinding> ofNamespaces(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (SnapshotKind kind : List.of(SnapshotKind.RESOURCE_CLAIM, SnapshotKind.RESOURCE_CLAIM_TEMPLATE)) {
            for (StoredObject object : patient.snapshot().all(kind)) {
                String label = patient.snapshot()
                        .missingAdminLabel(object, patient.fit().server());
                if (label != null) {
                    findings.add(DoctorRule.ADMIN_ACCESS.about(
                            object.toString(),
                            "has admin access, and namespace " + object.namespace() + " has no label " + label
                                    + "=true"));
                }
            }
        }
        return findings;
    }
}
