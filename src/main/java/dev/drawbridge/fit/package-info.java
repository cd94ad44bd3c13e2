/**
 * Predicts whether claims can be allocated, and explains why not.
 *
 * <p><b>The algorithm.</b> {@link dev.drawbridge.fit.Allocator} decides as the allocator of the scheduler does, since
 * what it decides depends on the order in which it searches: an expression that fails on a device fails the pod, if
 * that device is tried before a solution is found. For a node, {@code Pools} takes the newest generation of each pool,
 * complete and valid or not. {@code Allocation} then takes claim after claim, request after request, alternative after
 * alternative, and device after device in the order of the pools: the first device that is free, selectable, large
 * enough, tolerated and in line with the constraints is taken, the search goes on with the next, and comes back where
 * it finds nothing. Selectors are evaluated only when a device is tried, once for all devices with the same values of
 * what an expression reads.
 *
 * <p><b>Without exponential time.</b> The scheduler tries every combination of devices. Here a device is not tried
 * where one that no request, constraint or counter can tell from it has failed in the same place, and a place is not
 * entered again with what failed there before: what is left of the devices, and what the constraints remember, decides
 * about the rest. Both leave out only what would fail again, so that the decision stays the scheduler's. Releases
 * before 1.36 do not give counters back; there the search is as theirs.
 *
 * <p><b>Source</b>: {@code k8s.io/dynamic-resource-allocation/structured}, versions 0.34.9, 0.35.6, 0.36.3, 0.37.1.
 */
@NullMarked
package dev.drawbridge.fit;

import org.jspecify.annotations.NullMarked;
