package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.PoolId;

/**
 * A counter set, identified by its name and owner: sets of two pools may have the same name.
 *
 * @param owner the pool; without its driver if the release identifies pools by name alone; the slice if the release has
 *     counters of slices
 */
record CounterSetId(PoolId owner, String name) {}
