package dev.drawbridge.fit.plugin;

import dev.drawbridge.constraint.cel.DeviceProgram;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceClass;
import dev.drawbridge.fleet.DeviceTaintRule;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.Refusal;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.resource.SelectorSchema;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.PatchVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The DeviceTaintRules of a fleet as the scheduler of a release applies them. 1.34 knows selection by class and
 * expression. A rule without a selector taints all devices up to 1.37.0, and none since 1.37.1.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/resourceslice/tracker/tracker.go}, applyPatches; {@code
 * pkg/scheduler/scheduler.go} for the gate.
 */
public final class TaintRules {

    private static final Availability BY_CLASS_AND_EXPRESSION = Availability.until(KubernetesRelease.K8S_1_34);
    private static final Availability UNSELECTIVE = Availability.until(KubernetesRelease.K8S_1_37);

    /** The last patch of the last release in which they are. Source: kubernetes/kubernetes#141998. */
    private static final PatchVersion LAST_UNSELECTIVE = new PatchVersion(37, 0);

    private static final Availability WITH_A_GATE_OF_THEIR_OWN = Availability.since(KubernetesRelease.K8S_1_35);

    private final Fleet fleet;
    private final KubernetesRelease release;
    private final SelectorLanguage language;
    private final List<Rule> rules;

    public TaintRules(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        this.fleet = fleet;
        this.release = release;
        this.language = SelectorSchema.storedLanguage(release, gates);
        this.rules = count(release, gates)
                ? fleet.taintRules().stream().map(Rule::new).toList()
                : List.of();
    }

    /** The DeviceTaintRule that adds this taint to a device, with its place; empty if the slice has it. */
    public String described(Device device, Taint taint) {
        return rules.stream()
                .filter(rule -> rule.rule.taint().equals(taint) && rule.selects(device))
                .findFirst()
                .map(rule -> " (DeviceTaintRule " + rule.rule.name() + place(rule.rule) + ")")
                .orElse("");
    }

    private String place(DeviceTaintRule rule) {
        Manifest object = fleet.sources().of("DeviceTaintRule", rule.name());
        String place = object == null ? "" : new ObjectField(object, FieldPath.ROOT).place();
        return place.isEmpty() ? "" : ", " + place;
    }

    /** Whether the rule, one of the fleet's, taints the device. */
    public boolean taints(DeviceTaintRule rule, Device device) {
        return rules.stream().anyMatch(one -> one.rule == rule && one.selects(device));
    }

    /** The gates that must be on for the rules to have an effect. */
    public static List<FeatureGate> gates(KubernetesRelease release) {
        return WITH_A_GATE_OF_THEIR_OWN.isIn(release)
                ? List.of(FeatureGate.DRA_DEVICE_TAINTS, FeatureGate.DRA_DEVICE_TAINT_RULES)
                : List.of(FeatureGate.DRA_DEVICE_TAINTS);
    }

    /** Whether a request tolerates the taint of an invalid rule, whatever its effect. */
    public static boolean isTolerated(Refusal rule, Alternative alternative) {
        Taint taint = DeviceTaintRule.of(rule.object().object()).taint();
        return Stream.of("NoSchedule", "NoExecute")
                .map(effect -> new Taint(taint.key(), taint.value(), effect))
                .allMatch(alternative::tolerates);
    }

    public static boolean count(KubernetesRelease release, FeatureGates on) {
        return gates(release).stream().allMatch(on::has);
    }

    /** The gates of a fleet's scheduler: those of rules are on if that is not known, since rules can be stored. */
    public static FeatureGates assumed(Fleet fleet, FeatureGates gates) {
        return fleet.info().featureGates().isEmpty()
                ? gates.with(FeatureGate.DRA_DEVICE_TAINTS, true).with(FeatureGate.DRA_DEVICE_TAINT_RULES, true)
                : gates;
    }

    /** Whether a rule without a selector taints all devices; null if the patch decides, and is not known. */
    private static @Nullable Boolean selectsAllIfNone(Fleet fleet, KubernetesRelease release) {
        boolean isDecidedByPatch = release.toString().equals(LAST_UNSELECTIVE.release());
        PatchVersion version = fleet.version();
        if (!isDecidedByPatch) {
            return UNSELECTIVE.isIn(release);
        }
        return version == null || version.minor() != LAST_UNSELECTIVE.minor()
                ? null
                : version.compareTo(LAST_UNSELECTIVE) <= 0;
    }

    /** Whether a patch release of this release taints all devices by a rule without a selector. */
    public static boolean mayTaintAll(KubernetesRelease release) {
        return UNSELECTIVE.isIn(release);
    }

    /** The rules of which only the patch of the release tells whether they taint all devices or none. */
    public static List<DeviceTaintRule> undecided(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        return count(release, gates) && selectsAllIfNone(fleet, release) == null
                ? fleet.taintRules().stream()
                        .filter(rule -> rule.selector() == null)
                        .toList()
                : List.of();
    }

    /** The fleet with the taints of its rules added to its devices. */
    public static Fleet applied(Fleet fleet, KubernetesRelease release, FeatureGates gates) {
        return fleet.taintRules().isEmpty() || !count(release, gates)
                ? fleet
                : fleet.withDevices(new TaintRules(fleet, release, gates)::tainted);
    }

    private Device tainted(Device device) {
        List<Taint> taints = new ArrayList<>(device.taints());
        rules.stream().filter(rule -> rule.selects(device)).forEach(rule -> taints.add(rule.rule.taint()));
        return device.withTaints(taints);
    }

    private final class Rule {

        private final DeviceTaintRule rule;
        private final @Nullable List<DeviceProgram> programs;

        Rule(DeviceTaintRule rule) {
            this.rule = rule;
            this.programs = programs(rule.selector());
        }

        /** The expressions that must be true for a device; null if the rule selects no device. */
        private @Nullable List<DeviceProgram> programs(DeviceTaintRule.@Nullable Selector selector) {
            if (selector == null) {
                return Boolean.TRUE.equals(selectsAllIfNone(fleet, release)) ? List.of() : null;
            }
            List<String> expressions = new ArrayList<>();
            if (BY_CLASS_AND_EXPRESSION.isIn(release)) {
                if (!selector.deviceClassName().isEmpty()) {
                    DeviceClass known = fleet.classes().get(selector.deviceClassName());
                    if (known == null) {
                        return null;
                    }
                    expressions.addAll(known.selectors());
                }
                expressions.addAll(selector.selectors());
            }
            return expressions.stream().map(language::program).toList();
        }

        boolean selects(Device device) {
            DeviceTaintRule.Selector selector = rule.selector();
            return programs != null
                    && (selector == null || selector.names(device.id()))
                    && programs.stream().allMatch(program -> Boolean.TRUE.equals(program.evaluate(device)));
        }
    }
}
