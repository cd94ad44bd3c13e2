package dev.drawbridge.fit.plugin;

import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Pod;
import dev.drawbridge.resource.ClaimLimits;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reasons why binding a pod fails after Filter has passed: the API server refuses to reserve or allocate a claim for
 * it, each time.
 *
 * <p>Source: {@code dynamicresources.go}, PreBind and bindClaim; {@code pkg/apis/resource/validation/validation.go}. A
 * scheduler with binding conditions adds the time to an allocation that has none, and the API server refuses that: so
 * does a real 1.36.3, and 1.37.1.
 *
 * @param doubled claims that the pod names twice, wherever their devices are
 * @param never permanent reasons, if the pod fits where the devices are
 * @param blocked reasons that end when other pods end
 */
public record Reservations(List<FitCause> doubled, List<FitCause> never, List<FitCause> blocked) {

    public static Reservations of(Pod pod, List<PodClaim> claims, FeatureGates gates) {
        List<FitCause> doubled = new ArrayList<>();
        List<FitCause> never = new ArrayList<>();
        List<FitCause> blocked = new ArrayList<>();
        boolean addsTime = gates.has(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS)
                && gates.has(FeatureGate.DRA_RESOURCE_CLAIM_DEVICE_STATUS);
        Set<Claim> seen = new HashSet<>();
        for (PodClaim each : claims) {
            Claim claim = each.claim();
            if (isReserved(claim, pod)) {
                continue;
            }
            if (!seen.add(claim) && each.isShared()) {
                doubled.add(FitCause.Kind.CLAIM_TWICE.cause(claim.toString()));
            }
            if (each.isAllocated() && claim.consumers().size() >= ClaimLimits.CONSUMERS) {
                blocked.add(FitCause.Kind.RESERVATION_FULL.cause(claim.toString(), ClaimLimits.CONSUMERS));
            } else if (each.isAllocated()
                    && addsTime
                    && !claim.stored().uid().isEmpty()
                    && claim.stored().allocatedAt() == null) {
                if (claim.consumers().isEmpty()) {
                    never.add(FitCause.Kind.NO_TIMESTAMP.cause(claim.toString()));
                } else {
                    blocked.add(FitCause.Kind.NO_TIMESTAMP_IN_USE.cause(claim.toString(), claim.consumers()));
                }
            }
        }
        return new Reservations(doubled, never, blocked);
    }

    private static boolean isReserved(Claim claim, Pod pod) {
        return !pod.uid().isEmpty() && claim.stored().consumerUids().contains(pod.uid())
                || claim.consumers().contains("pods/" + pod.name())
                || claim.consumers().contains("podgroups/" + pod.podGroup());
    }
}
