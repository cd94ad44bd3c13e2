package dev.drawbridge.live.doctor;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.DeviceTaintRule;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.live.BugSigns;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.PatchVersion;
import java.util.ArrayList;
import java.util.List;

final class TaintRuleCheck {

    /** The gates of rules, as if they were on. */
    private static final FeatureGates ON =
            FeatureGates.NONE.with(FeatureGate.DRA_DEVICE_TAINTS, true).with(FeatureGate.DRA_DEVICE_TAINT_RULES, true);

    static List<ClusterFinding> find(Patient patient) {
        List<ClusterFinding> findings = new ArrayList<>();
        for (DeviceTaintRule rule : patient.fleet().taintRules()) {
            if (rule.taint().keepsAway() && rule.selectsAll()) {
                findings.add(DoctorRule.TAINT_RULE_SELECTS_ALL.about(
                        "DeviceTaintRule " + rule.name(),
                        "selects " + Printable.count(patient.fleet().devices(), "device") + " of every driver with "
                                + rule.taint().effect() + "; claims that hold devices: "
                                + patient.fleet().holders().size()));
            }
        }
        PatchVersion version = fleet(patient).version();
        BugSigns.rules(patient.fleet(), patient.fit()).stream()
                .filter(rule -> rule.taint().keepsAway())
                .map(rule -> "DeviceTaintRule " + rule.name())
                .map(rule -> KnownBug.RULE_WITHOUT_SELECTOR.finding(DoctorRule.KNOWN_BUG, rule, version))
                .forEach(findings::add);
        List<DeviceTaintRule> undecided = TaintRules.undecided(fleet(patient), patient.release(), ON);
        undecided.stream()
                .map(rule -> FitCause.Kind.TAINT_RULE_BY_PATCH.cause(rule.name()))
                .map(cause -> DoctorRule.TAINT_RULE_MATCHES_NOTHING.about(
                        "DeviceTaintRule " + cause.subject(),
                        "has no deviceSelector: " + String.join("; ", cause.lines())))
                .forEach(findings::add);
        patient.fleet().taintRules().stream()
                .filter(rule -> !undecided.contains(rule))
                .filter(rule -> {
                    Fleet only = fleet(patient).withTaintRules(List.of(rule));
                    return TaintRules.applied(only, patient.release(), ON)
                            .slices()
                            .equals(only.slices());
                })
                .map(rule -> DoctorRule.TAINT_RULE_MATCHES_NOTHING.about(
                        "DeviceTaintRule " + rule.name(),
                        "selects none of " + Printable.count(patient.fleet().devices(), "device")))
                .forEach(findings::add);
        return findings;
    }

    private static Fleet fleet(Patient patient) {
        return patient.fleet().with(patient.fit().scheduler(), patient.fleet().info());
    }
}
