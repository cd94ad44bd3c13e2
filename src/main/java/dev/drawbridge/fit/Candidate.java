package dev.drawbridge.fit;

import dev.drawbridge.constraint.content.Quantity;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Slice;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A device of the node in the search, and what the search has done with it. */
final class Candidate {

    final Device device;
    final Slice slice;
    final Pool pool;
    final int indexInSlice;

    /** Whether another claim has it. */
    final boolean isAllocated;

    /** The claims of the search that have it, but for shares. */
    final Set<Integer> claims = new HashSet<>(2);

    /** What shares of the search take; null where there are none. */
    @Nullable
    Map<String, Quantity> shares;

    /** Devices of the same kind cannot be told apart by anything that the search looks at. -1 before it is known. */
    int kind = -1;

    Candidate(Device device, Slice slice, Pool pool, int indexInSlice, boolean isAllocated) {
        this.device = device;
        this.slice = slice;
        this.pool = pool;
        this.indexInSlice = indexInSlice;
        this.isAllocated = isAllocated;
    }

    boolean isInUse() {
        return isAllocated || !claims.isEmpty();
    }

    /** Whether the search has not taken it. */
    boolean isUntouched() {
        return claims.isEmpty() && shares == null;
    }
}
