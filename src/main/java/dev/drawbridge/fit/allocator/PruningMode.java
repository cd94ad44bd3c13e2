package dev.drawbridge.fit.allocator;

/** How much of a search is skipped. */
enum PruningMode {
    /** Nothing: the search is the scheduler's, with its exponential time. For tests. */
    NONE,
    /** Devices of a kind that has failed in the same place, and states that have failed. For tests. */
    REMEMBERING,
    /** Also states with too few devices left. */
    THOROUGH
}
