package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.CounterSet;
import dev.drawbridge.fleet.PoolId;
import dev.drawbridge.fleet.Slice;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A pool as a node sees it.
 *
 * @param isIncomplete whether slices are missing: its driver is about to publish them
 * @param invalidReason why it cannot be used; null if it is valid
 * @param slices the slices whose devices the node can use, in the order of the search
 * @param otherSlices the slices of other nodes
 * @param counterSets the counter sets that its devices share, by name
 */
public record Pool(
        PoolId id,
        boolean isIncomplete,
        @Nullable String invalidReason,
        List<Slice> slices,
        List<Slice> otherSlices,
        Map<String, CounterSet> counterSets) {

    boolean isInvalid() {
        return invalidReason != null;
    }
}
