package dev.drawbridge.fit.allocator;

import dev.drawbridge.port.Quantity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Everything that a search has taken so far. Together with the place it is the search's whole state: backtracking
 * restores an earlier value, so nothing can be forgotten when a device is given back.
 *
 * @param devices by index in the order of the search; devices that are not taken have no entry
 * @param counters the consumption of each counter; unconsumed counters have no entry
 * @param groups the groups common to the devices of a counter set; a set without taken devices has no entry
 * @param constraints for each claim, the states of its constraints in order
 * @param results the number of devices that the current claim has
 */
record Taken(
        Map<Integer, DeviceUse> devices,
        Map<CounterId, Quantity> counters,
        Map<CounterSetId, Set<String>> groups,
        List<List<ConstraintRule.Values>> constraints,
        int results) {

    DeviceUse use(int device) {
        return devices.getOrDefault(device, DeviceUse.NONE);
    }

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

    Taken withGroups(Map<CounterSetId, Set<String>> others) {
        return new Taken(devices, counters, others, constraints, results);
    }

    Taken withConstraints(int claim, List<ConstraintRule.Values> ofClaim) {
        List<List<ConstraintRule.Values>> others = new ArrayList<>(constraints);
        others.set(claim, ofClaim);
        return new Taken(devices, counters, groups, others, results);
    }

    Taken withResults(int other) {
        return new Taken(devices, counters, groups, constraints, other);
    }
}
