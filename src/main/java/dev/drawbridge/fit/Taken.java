package dev.drawbridge.fit;

import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All that a search has taken so far, and with its place all that it knows: a search that comes back goes on with what
 * it had before, so that nothing can be forgotten when a device is given back.
 *
 * @param devices by their index in the order of the search; a device that is not taken has no entry
 * @param counters how much of each; a counter of which nothing is taken has no entry
 * @param groups the groups that the devices of a counter set have in common; a set that no device was taken of has no
 *     entry
 * @param constraints of each claim, in the order of its constraints
 * @param results how many devices the current claim has
 */
record Taken(
        Map<Integer, DeviceUse> devices,
        Map<CounterId, Quantity> counters,
        Map<CounterSetId, CompatibilityGroups> groups,
        List<List<ConstraintValues>> constraints,
        int results) {

    /** What is taken of the device. */
    DeviceUse use(int device) {
        return devices.getOrDefault(device, DeviceUse.NONE);
    }

    /** With another use of the device. */
    Taken with(int device, DeviceUse use) {
        Map<Integer, DeviceUse> others = new HashMap<>(devices);
        if (use.isNone()) {
            others.remove(device);
        } else {
            others.put(device, use);
        }
        return new Taken(others, counters, groups, constraints, results);
    }

    Taken withCounters(Map<CounterId, Quantity> others) {
        return new Taken(devices, others, groups, constraints, results);
    }

    Taken withGroups(Map<CounterSetId, CompatibilityGroups> others) {
        return new Taken(devices, counters, others, constraints, results);
    }

    Taken withConstraints(int claim, List<ConstraintValues> ofClaim) {
        List<List<ConstraintValues>> others = new ArrayList<>(constraints);
        others.set(claim, ofClaim);
        return new Taken(devices, counters, groups, others, results);
    }

    Taken withResults(int other) {
        return new Taken(devices, counters, groups, constraints, other);
    }
}
