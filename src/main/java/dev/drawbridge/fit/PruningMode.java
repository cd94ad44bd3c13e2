package dev.drawbridge.fit;

/** How much of a search is left out. */
enum PruningMode {
    /** Nothing: the search is the scheduler's, with its exponential time. For tests. */
    NONE,
    /** Devices like one that has failed in the same place; a search that takes long ends with {@link SearchIsLong}. */
    BRIEF,
    /** States that have failed as well, and nothing else. For tests. */
    REMEMBERING,
    /** States in which too few devices are left as well. */
    THOROUGH;

    /** Whether states that have failed are left out. */
    boolean remembers() {
        return this == REMEMBERING || this == THOROUGH;
    }
}
