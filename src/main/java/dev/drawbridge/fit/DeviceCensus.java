package dev.drawbridge.fit;

import dev.drawbridge.fleet.Claim;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.PoolState;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.fleet.Taint;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Counts of the devices of a fleet by state, and of the claims that hold some. Each device is in one state, so that
 * the states of a driver, of a node or of a class add up to its devices.
 *
 * @param byDriver the devices of the newest generation of each pool
 * @param byClass those that the selectors of each DeviceClass match
 * @param byNode those that belong to one node
 * @param claims how many claims hold devices, by namespace
 * @param leaked how many claims hold devices for more than five minutes and are reserved for nobody
 */
public record DeviceCensus(
        Map<String, Map<State, Integer>> byDriver,
        Map<String, Map<State, Integer>> byClass,
        Map<String, Map<State, Integer>> byNode,
        Map<String, Integer> claims,
        int leaked) {

    /** Age below which a claim does not count as leaked: pods may still be starting or ending. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** The state of a device. */
    public enum State {
        /** A claim can have it. */
        FREE,
        /** A claim holds it, not only with admin access. */
        TAKEN,
        /** A claim holds it, whose status says of it {@code Ready: False}. */
        UNHEALTHY,
        /** Free, with a taint that keeps claims away which do not tolerate it. */
        TAINTED,
        /** Free, in a pool that the scheduler cannot use: incomplete, or invalid. */
        INCOMPLETE;

        /** The name in metrics. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Counts.
     *
     * @param unhealthy the devices of which the status of a claim says that they are not ready
     */
    public static DeviceCensus of(
            Fleet fleet, Set<DeviceId> unhealthy, KubernetesRelease release, FeatureGates gates, Instant now) {
        Fleet tainted = TaintRules.applied(fleet, release, gates);
        Set<DeviceId> taken = new HashSet<>();
        Map<String, Integer> claims = new TreeMap<>();
        int leaked = 0;
        for (Claim claim : fleet.holders()) {
            claims.merge(claim.namespace(), 1, Integer::sum);
            leaked += isLeaked(claim, now) ? 1 : 0;
            claim.held().forEach(device -> taken.add(device.id()));
        }
        DeviceCensus census = new DeviceCensus(new TreeMap<>(), new TreeMap<>(), new TreeMap<>(), claims, leaked);
        FleetClasses classes = new FleetClasses(fleet, release, gates);
        for (PoolState pool : PoolState.of(tainted)) {
            boolean isUsable = pool.isUsable();
            for (Slice slice : pool.slices()) {
                for (Device device : slice.devices()) {
                    State state = taken.contains(device.id())
                            ? unhealthy.contains(device.id()) ? State.UNHEALTHY : State.TAKEN
                            : free(device, isUsable);
                    census.add(device, slice, state, classes);
                }
            }
        }
        return census;
    }

    private static State free(Device device, boolean isUsable) {
        if (!isUsable) {
            return State.INCOMPLETE;
        }
        return device.taints().stream().map(Taint::effect).anyMatch(effect -> effect.startsWith("No"))
                ? State.TAINTED
                : State.FREE;
    }

    /** Whether nobody uses the claim, and that is not new; a claim that is being deleted is not counted. */
    private static boolean isLeaked(Claim claim, Instant now) {
        Instant since = claim.stored().allocatedAt();
        return claim.consumers().isEmpty()
                && !claim.stored().isBeingDeleted()
                && (since == null || since.plus(PATIENCE).isBefore(now));
    }

    private void add(Device device, Slice slice, State state, FleetClasses classes) {
        count(byDriver, device.id().driver(), state);
        String node = slice.nodesOf(device).nodeName();
        if (!node.isEmpty()) {
            count(byNode, node, state);
        }
        classes.of(device).forEach(name -> count(byClass, name, state));
    }

    private static void count(Map<String, Map<State, Integer>> counts, String name, State state) {
        counts.computeIfAbsent(name, any -> new EnumMap<>(State.class)).merge(state, 1, Integer::sum);
    }
}
