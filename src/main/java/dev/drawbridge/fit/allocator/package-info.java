/**
 * The scheduler's allocator: whether claims can be allocated on a node.
 *
 * <p><b>The algorithm.</b> {@link dev.drawbridge.fit.allocator.Allocator} is the entry point. It decides as the
 * allocator of the scheduler does, since what it decides depends on the order in which it searches: an
 * expression that fails on a device fails the pod, if that device is tried before a solution is found. For a
 * node, {@code Pools} takes the newest generation of each pool, complete and valid or not. {@code Allocation}
 * then takes claim after claim, request after request, alternative after alternative, and device after device
 * in the order of the pools: the first device that is free, selectable, large enough, tolerated and in line
 * with the constraints is taken, the search goes on with the next, and comes back where it finds nothing.
 * Selectors are evaluated only when a device is tried, once for all devices with the same values of what an
 * expression reads.
 *
 * <p><b>Without exponential time.</b> The scheduler tries every combination of devices. Here a device is
 * skipped if an interchangeable one has failed at the same step, and a step is not entered again with the same
 * devices left and the same memory of its constraints. Both leave out only what would fail again, so that the
 * decision stays the scheduler's. Releases before 1.36 do not give counters back; there the search is as
 * theirs.
 *
 * <p>What explains a decision may not come in here.
 *
 * <p><b>Source</b>: {@code k8s.io/dynamic-resource-allocation/structured}, versions 0.34.9, 0.35.6, 0.36.3,
 * 0.37.1.
 */
@NullMarked
package dev.drawbridge.fit.allocator;

import org.jspecify.annotations.NullMarked;
