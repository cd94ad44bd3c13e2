package dev.drawbridge.fit.allocator;

/** The three allocators of a release, fewest features first; {@link Feature} has their features. */
enum AllocatorChannel {
    STABLE,
    INCUBATING,
    /** Supports all features. */
    EXPERIMENTAL
}
