package dev.drawbridge.fit;

import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceState;
import dev.drawbridge.fleet.DeviceStates;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts of the devices of a fleet by state, and of the claims that hold some.
 *
 * @param byDriver the devices of the newest generation of each pool
 * @param byClass those that the selectors of each DeviceClass match
 * @param byNode those that belong to one node
 * @param claims how many claims hold devices, by namespace
 * @param leaked how many claims hold devices for more than five minutes and are reserved for nobody
 */
public record DeviceCensus(
        Map<String, Map<DeviceState, Integer>> byDriver,
        Map<String, Map<DeviceState, Integer>> byClass,
        Map<String, Map<DeviceState, Integer>> byNode,
        Map<String, Integer> claims,
        int leaked) {

    /** Age below which a claim does not count as leaked: pods may still be starting or ending. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    public static DeviceCensus of(Fleet fleet, KubernetesRelease release, FeatureGates gates, Instant now) {
        Fleet tainted = TaintRules.applied(fleet, release, gates);
        Map<String, Integer> claims = new TreeMap<>();
        int leaked = 0;
        for (Claim claim : fleet.holders()) {
            claims.merge(claim.namespace(), 1, Integer::sum);
            leaked += isLeaked(claim, now) ? 1 : 0;
        }
        DeviceCensus census = new DeviceCensus(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), claims, leaked);
        FleetClasses classes = new FleetClasses(fleet, release, gates);
        DeviceStates states = new DeviceStates(tainted);
        PoolState.of(tainted)
                .forEach(pool -> pool.forEachDevice(
                        (slice, device) -> census.add(device, slice, states.of(device.id()), classes)));
        return census;
    }

    /** Whether nobody uses the claim, and that is not new; a claim that is being deleted is not counted. */
    private static boolean isLeaked(Claim claim, Instant now) {
        Instant since = claim.stored().allocatedAt();
        return claim.consumers().isEmpty()
                && !claim.stored().isBeingDeleted()
                && (since == null || since.plus(PATIENCE).isBefore(now));
    }

    private void add(Device device, Slice slice, DeviceState state, FleetClasses classes) {
        count(byDriver, device.id().driver(), state);
        String node = slice.nodesOf(device).nodeName();
        if (!node.isEmpty()) {
            count(byNode, node, state);
        }
        classes.of(device).forEach(name -> count(byClass, name, state));
    }

    private static void count(Map<String, Map<DeviceState, Integer>> counts, String name, DeviceState state) {
        counts.computeIfAbsent(name, any -> new EnumMap<>(DeviceState.class)).merge(state, 1, Integer::sum);
    }
}
