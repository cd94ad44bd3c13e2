package dev.drawbridge.fit;

import dev.drawbridge.fleet.PoolId;

/**
 * A counter set by its name, and what it belongs to: sets of two pools may have the same name.
 *
 * @param owner the pool; without its driver where the release knows a pool by its own name alone, and a slice where it
 *     has counters of slices
 */
record CounterSetId(PoolId owner, String name) {}
