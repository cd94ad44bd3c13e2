/**
 * What the scheduler's allocator sees of a cluster: nodes, classes, slices with their devices, and claims. {@link
 * dev.drawbridge.fleet.FleetBuilder} makes it of Kubernetes objects of any version that has structured parameters.
 */
@NullMarked
package dev.drawbridge.fleet;

import org.jspecify.annotations.NullMarked;
