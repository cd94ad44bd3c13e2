package dev.drawbridge.fit;

import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Slice;

/**
 * A device of the node in the search.
 *
 * @param index where it is in the order of the search
 * @param isAllocated whether another claim has it for itself
 */
record Candidate(int index, Device device, Slice slice, Pool pool, int indexInSlice, boolean isAllocated) {

    /** Compared by identity: there is one for each device. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return index;
    }
}
