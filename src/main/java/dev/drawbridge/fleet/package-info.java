/**
 * The cluster as the scheduler's allocator sees it: nodes, classes, slices with their devices, and claims. {@link
 * dev.drawbridge.fleet.FleetBuilder} builds it from Kubernetes objects of any version that has structured parameters.
 */
@NullMarked
package dev.drawbridge.fleet;

import org.jspecify.annotations.NullMarked;
