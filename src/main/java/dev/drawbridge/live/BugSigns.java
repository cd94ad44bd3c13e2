package dev.drawbridge.live;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fleet.Alternative;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.DeviceTaintRule;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.PatchVersion;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Signs in a claim without devices that the scheduler fails for its pods by a known bug. */
public final class BugSigns {

    private BugSigns() {}

    /** The bugs of this version of the scheduler that the claim meets, each with its sign. */
    public static Map<KnownBug, String> of(Claim claim, Fit fit) {
        Map<KnownBug, String> signs = new LinkedHashMap<>();
        SchedulerVersion scheduler = fit.scheduler();
        if (scheduler == null || claim.allocation() != null) {
            return signs;
        }
        String subject = "ResourceClaim " + claim;
        boolean hasCounters = fit.gates().has(FeatureGate.DRA_PARTITIONABLE_DEVICES)
                && claim.alternatives()
                        .filter(Alternative::isAll)
                        .flatMap(alternative -> fit.devices(alternative).stream())
                        .anyMatch(device -> !device.consumesCounters().isEmpty());
        if (hasCounters && KnownBug.COUNTERS_WITH_ALL.affects(scheduler.version())) {
            signs.put(KnownBug.COUNTERS_WITH_ALL, subject + " requests all devices, and one of them consumes counters");
        }
        // The scheduler adds the least counts of the requests: k8s.io/dynamic-resource-allocation/structured, Allocate.
        long count = claim.requests().stream()
                .mapToLong(request -> request.alternatives().stream()
                        .mapToLong(Alternative::count)
                        .min()
                        .orElse(0))
                .sum();
        if (count < 0 && KnownBug.COUNTS_OVERFLOW.affects(scheduler.version())) {
            signs.put(KnownBug.COUNTS_OVERFLOW, "the counts of " + subject + " exceed the largest integer together");
        }
        return signs;
    }

    /** The DeviceTaintRules of a fleet that taint all devices by a bug of the scheduler. */
    public static List<DeviceTaintRule> rules(Fleet fleet, Fit fit) {
        PatchVersion version = fleet.with(fit.scheduler(), fleet.info()).version();
        boolean isAffected = KnownBug.RULE_WITHOUT_SELECTOR.affects(version)
                && fit.gatesForTaintRules().isEmpty();
        return fleet.taintRules().stream()
                .filter(rule -> isAffected && rule.selector() == null)
                .toList();
    }
}
