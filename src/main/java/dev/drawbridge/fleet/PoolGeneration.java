package dev.drawbridge.fleet;

/**
 * The generation of a pool that a slice is of: ResourcePool of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param sliceCount how many slices the pool has in this generation
 */
public record PoolGeneration(PoolId pool, long number, long sliceCount) {}
