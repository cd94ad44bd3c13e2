package dev.drawbridge.fit;

import dev.drawbridge.port.Quantity;
import java.util.List;
import java.util.Map;

/**
 * What decides about the rest of a search: two searches in equal states go on alike, up to the names of devices that
 * cannot be told apart. What is not in it, pruning does not know; each part is needed ({@code PruningPropertyTest}
 * leaves out one after the other).
 *
 * @param place what the next device is for
 * @param devices how many there are of each sort that can still be taken
 * @param counters how much is taken of those counters that such a device takes
 * @param groups the compatibility groups of the counter sets of these
 * @param constraints what the constraints of this claim and of those that follow remember
 * @param results how many devices the claim has: no more than a limit
 */
record SearchState(
        Place place,
        Map<Sort, Count> devices,
        Map<CounterId, Quantity> counters,
        Map<CounterSetId, CompatibilityGroups> groups,
        List<List<ConstraintValues>> constraints,
        int results) {

    /**
     * Devices of the same kind of which the same is taken.
     *
     * @param kind the number of a {@link DeviceLook}
     */
    record Sort(int kind, DeviceUse use) {}

    /**
     * How many devices.
     *
     * @param all in the whole order: for requests that begin at its first device
     * @param next from the next device on: for the request that has come so far
     */
    record Count(int all, int next) {

        static final Count NONE = new Count(0, 0);

        Count plus(boolean isNext) {
            return new Count(all + 1, isNext ? next + 1 : next);
        }
    }
}
