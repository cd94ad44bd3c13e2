package dev.drawbridge.check;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceTaintRule;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * DeviceTaintRules that select every device of every driver. Source: DeviceTaintRuleSpec of {@code
 * k8s.io/api/resource/v1/types.go}; kubernetes#141422, #141620 and #141831.
 */
final class UnselectiveTaintRules {

    private static final FieldPath SELECTOR = FieldPath.of("spec", "deviceSelector");

    /** The rule that keeps pods from devices, or ends them; null for other objects. */
    private static @Nullable DeviceTaintRule rule(Manifest manifest) {
        DeviceTaintRule rule = manifest.kind().equals("DeviceTaintRule") && ResourceApi.isOfGroup(manifest.apiVersion())
                ? DeviceTaintRule.of(manifest.object())
                : null;
        return rule != null && rule.taint().keepsAway() ? rule : null;
    }

    private static boolean endsPods(DeviceTaintRule rule) {
        return rule.taint().effect().equals("NoExecute");
    }

    /** The warnings for an object in a release; null for the newest. */
    static List<FieldError> of(Manifest manifest, @Nullable KubernetesRelease release) {
        DeviceTaintRule rule = rule(manifest);
        if (rule == null) {
            return List.of();
        }
        if (rule.selectsAll()) {
            return List.of(warning("selects every device of every driver; "
                    + (endsPods(rule)
                            ? "NoExecute ends all pods with devices"
                            : "NoSchedule keeps new pods from all devices")
                    + ": name driver, pool or device, or try the effect None first"));
        }
        boolean hasNone = manifest.object().object("spec").get("deviceSelector") == null;
        KubernetesRelease one = release == null ? KubernetesRelease.NEWEST : release;
        return hasNone && TaintRules.mayTaintAll(one)
                ? List.of(warning("not set: the rule selects no device, but schedulers up to 1.37.0 keep new pods from"
                        + " all devices; set it, or delete the rule"))
                : List.of();
    }

    /** The warning for claims of a fleet whose pods the object ends; null if it is no such rule, or none are there. */
    static @Nullable FieldError inFleet(Manifest manifest, Fleet fleet) {
        DeviceTaintRule rule = rule(manifest);
        List<Claim> claims = rule != null && rule.selectsAll() && endsPods(rule) ? fleet.holders() : List.of();
        long pods = claims.stream().mapToLong(claim -> claim.pods().size()).sum();
        long namespaces = claims.stream().map(Claim::namespace).distinct().count();
        return claims.isEmpty()
                ? null
                : warning("in the fleet, selects the devices of " + Printable.count(claims.size(), "claim") + " with "
                        + Printable.count(pods, "pod") + " in " + Printable.count(namespaces, "namespace") + ": "
                        + Printable.first(
                                3, claims.stream().map(Claim::toString).toList())
                        + "; drawbridge fleet --what-if shows which it ends");
    }

    private static FieldError warning(String detail) {
        return new FieldError(ErrorType.INVALID, SELECTOR, detail, Origin.TAINTS_ALL_DEVICES, null);
    }
}
