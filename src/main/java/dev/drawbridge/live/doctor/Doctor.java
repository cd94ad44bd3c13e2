package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Examines a cluster. */
public final class Doctor {

    private static final List<DoctorCheck> CHECKS = List.of(
            new PoolCheck(),
            new ClassCheck(),
            new NodeCheck(),
            new HeldClaimCheck(),
            new DriverCheck(),
            new AccessCheck(),
            new RoleCheck(),
            new TaintRuleCheck(),
            new VersionCheck(),
            new ControlPlaneCheck());

    private Doctor() {}

    /** The findings, warnings first. Checks that need an unread kind are skipped. */
    public static List<ClusterFinding> examine(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (DoctorCheck check : CHECKS) {
            if (check.needs().stream().allMatch(patient.snapshot()::sees)) {
                findings.addAll(check.find(patient));
            }
        }
        findings.sort(Comparator.comparing(
                        (ClusterFinding finding) -> finding.rule().text().severity())
                .thenComparing(finding -> (DoctorRule) finding.rule()));
        return findings;
    }
}
