package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Slice;

/** A device of the node, with its index in the order of the search; another claim may hold it exclusively. */
record Candidate(int index, Device device, Slice slice, Pool pool, int indexInSlice, boolean isAllocated) {}
