package dev.drawbridge.live.doctor;

import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.SnapshotKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/** Examines a cluster. */
public final class Doctor {

    /** Checks rules about one sort of object; finds nothing without these kinds. */
    private record Check(List<SnapshotKind> needs, Function<Patient, List<ClusterFinding>> find) {}

    private static final List<Check> CHECKS = List.of(
            new Check(List.of(SnapshotKind.RESOURCE_SLICE), PoolCheck::find),
            new Check(List.of(SnapshotKind.DEVICE_CLASS, SnapshotKind.RESOURCE_SLICE), ClassCheck::find),
            new Check(List.of(SnapshotKind.NODE, SnapshotKind.RESOURCE_SLICE), NodeCheck::find),
            new Check(List.of(SnapshotKind.RESOURCE_CLAIM), HeldClaimCheck::find),
            new Check(List.of(SnapshotKind.POD, SnapshotKind.RESOURCE_SLICE), DriverCheck::find),
            new Check(List.of(SnapshotKind.NAMESPACE), RoleCheck::ofNamespaces),
            new Check(SnapshotKind.ofRoles(), RoleCheck::find),
            new Check(List.of(SnapshotKind.DEVICE_TAINT_RULE, SnapshotKind.RESOURCE_SLICE), TaintRuleCheck::find),
            new Check(List.of(), ControlPlaneCheck::ofVersions),
            new Check(List.of(), ControlPlaneCheck::find));

    private Doctor() {}

    /** The findings, warnings first. Checks that need an unread kind are skipped. */
    public static List<ClusterFinding> examine(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (Check check : CHECKS) {
            if (check.needs.stream().allMatch(patient.snapshot()::sees)) {
                findings.addAll(check.find.apply(patient));
            }
        }
        findings.sort(Comparator.comparing(
                        (ClusterFinding finding) -> finding.rule().text().severity())
                .thenComparing(finding -> (DoctorRule) finding.rule()));
        return findings;
    }
}
