package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.rbac.AccessGap;
import dev.drawbridge.rbac.AccessGaps;
import dev.drawbridge.rbac.RbacObjects;
import dev.drawbridge.schema.FeatureGate;
import java.util.List;

/** Checks who may write the status of claims, and what schedulers and autoscalers may read. */
final class RoleCheck {

    private static final List<SnapshotKind> ROLES = SnapshotKind.ofRoles();

    private RoleCheck() {}

    static List<ClusterFinding> find(Patient patient) {
        List<Manifest> manifests = patient.snapshot().manifests(ROLES);
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
                .map(RoleCheck::finding)
                .toList();
    }

    private static ClusterFinding finding(AccessGap gap) {
        return (gap.isOfStatus() ? DoctorRule.ROLE_INCOMPLETE : DoctorRule.SCHEDULER_CANNOT_READ)
                .about(gap.role().toString(), gap.path() + ": " + gap.message());
    }
}
