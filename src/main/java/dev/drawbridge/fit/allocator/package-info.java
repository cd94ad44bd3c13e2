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
 *
 * <p><b>What is skipped, and why.</b> The scheduler tries every combination of devices on every node. A search
 * is a function of the node, the claims, the place (claim, request, alternative, device) and {@code Taken},
 * all that it has taken so far; it reads no clock and no random number. Its result is found, not found or an
 * error. So a part of it may be left out if its result is known not to be found, or is another's:
 *
 * <ol>
 *   <li><b>Like nodes.</b> A search reads of a node what {@code NodeLook} has, except names, which it only
 *       copies into its result. Nodes with equal looks get the same decision, up to the names of devices.
 *   <li><b>Like devices.</b> A search reads of a device what {@code DeviceLook} has. Exchanging two untouched
 *       devices with equal looks maps each solution with the one to a solution with the other. If a search
 *       that took one of them at some place has found nothing, neither does one that takes the other there.
 *       A constrained request for all devices is an exception: its error depends on which of them is in use.
 *   <li><b>Failed states.</b> {@code SearchState} is {@code Taken} without the names of devices: how many
 *       devices are left of each look and use, how many of them come after the last one taken, and what the
 *       counters, groups and constraints of the rest remember. Two searches in equal states go on alike, up to
 *       an exchange of like devices. If one has found nothing, neither does the other.
 *   <li><b>Hopeless states.</b> {@code Outlook} and {@code CounterOutlook} check necessary conditions: each
 *       device still needed can be matched to one that is left and suits, and the counters are not less than
 *       the least that these devices consume. Where that is impossible, no search finds anything.
 * </ol>
 *
 * <p>The first three leave out only repetitions of a search that ended without an error, so they miss no
 * error. The last leaves out what was never tried; it is used only if no request fails with an error on any
 * device ({@code Prospects.areCertain}), and devices that no later request can take are left out of a state on
 * the same condition. All but the first need a search that comes back to the state it left: releases before
 * 1.36 do not give everything back ({@code Rollback.isClean}), and there the search is as theirs; so it is
 * where the first device tried determines the counters ({@code Counters.dependOnOrder}). A search starts
 * without failed and hopeless states, which cost more than most searches do.
 *
 * <p>The proof has two parts that code can break: that equal keys mean equal searches, and that nothing is
 * missing in a key. {@code ComparedPartsTest} leaves each component out of the three keys, found by reflection,
 * and has a fleet for each that is then decided in another way; {@code PruningPropertyTest} compares with the
 * unpruned search on random fleets, and recorded decisions of the scheduler's own allocators with both.
 *
 * <p>What explains a decision may not come in here.
 *
 * <p><b>Source</b>: {@code k8s.io/dynamic-resource-allocation/structured}, versions 0.34.9, 0.35.6, 0.36.3,
 * 0.37.1, 0.38.0-beta.0.
 */
@NullMarked
package dev.drawbridge.fit.allocator;

import org.jspecify.annotations.NullMarked;
