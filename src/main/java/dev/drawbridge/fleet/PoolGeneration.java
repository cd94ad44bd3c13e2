package dev.drawbridge.fleet;

/**
 * The pool of a slice with its generation: ResourcePool of {@code k8s.io/api/resource/v1/types.go}.
 *
 * @param sliceCount the number of slices of the pool in this generation
 */
public record PoolGeneration(PoolId pool, long number, long sliceCount) {}
