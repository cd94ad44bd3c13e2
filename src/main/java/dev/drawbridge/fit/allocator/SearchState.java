package dev.drawbridge.fit.allocator;

import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The state that determines the rest of a search: two searches in equal states continue alike, up to the names of
 * interchangeable devices. The page of the package has the proof.
 *
 * @param place the place of the next device
 * @param devices the number of devices left of each sort
 * @param counters the consumption of the counters that these devices consume
 * @param groups the compatibility groups common to the devices taken of the sets of these counters
 * @param constraints the states of the constraints of this and later claims
 * @param results the number of devices the claim has, up to a limit
 */
record SearchState(
        Place place,
        Map<Sort, Count> devices,
        Map<CounterId, Quantity> counters,
        Map<CounterSetId, Set<String>> groups,
        List<List<ConstraintRule.Values>> constraints,
        int results) {

    /** Devices of the same kind, the number of a {@link DeviceLook}, with the same use. */
    record Sort(int kind, DeviceUse use) {}

    /** A number of devices: all in the order, for requests that start at the first, and those from the next on. */
    record Count(int all, int next) {

        static final Count NONE = new Count(0, 0);

        Count plus(boolean isNext) {
            return new Count(all + 1, isNext ? next + 1 : next);
        }
    }
}
