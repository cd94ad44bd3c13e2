package dev.drawbridge.live.doctor;

import dev.drawbridge.fleet.Request;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.StoredObject;
import dev.drawbridge.resource.rule.AdminAccessNeedsLabel;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Checks for admin access in namespaces without its label. */
final class AccessCheck {

    private AccessCheck() {}

    static List<ClusterFinding> find(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (SnapshotKind kind : List.of(SnapshotKind.RESOURCE_CLAIM, SnapshotKind.RESOURCE_CLAIM_TEMPLATE)) {
            for (StoredObject object : patient.snapshot().all(kind)) {
                if (hasAccess(object) && !isLabelled(patient, object.namespace())) {
                    findings.add(DoctorRule.ADMIN_ACCESS.about(
                            object.toString(),
                            "has admin access, and namespace " + object.namespace() + " has no such label"));
                }
            }
        }
        return findings;
    }

    private static boolean hasAccess(StoredObject object) {
        return Request.ofSpec(object.claimSpec()).stream()
                .flatMap(request -> request.alternatives().stream())
                .anyMatch(alternative -> alternative.hasAdminAccess());
    }

    private static boolean isLabelled(Patient patient, String name) {
        StoredObject namespace = patient.snapshot().find(SnapshotKind.NAMESPACE, "", name);
        return namespace == null
                || Stream.of(AdminAccessNeedsLabel.LABEL, AdminAccessNeedsLabel.FIRST_LABEL)
                        .anyMatch(label -> namespace
                                .metadata()
                                .object("labels")
                                .string(label)
                                .equals("true"));
    }
}
