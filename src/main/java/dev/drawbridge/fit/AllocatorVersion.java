package dev.drawbridge.fit;

import static dev.drawbridge.fit.Feature.ADMIN_ACCESS;
import static dev.drawbridge.fit.Feature.CONSUMABLE_CAPACITY;
import static dev.drawbridge.fit.Feature.DEVICE_BINDING;
import static dev.drawbridge.fit.Feature.DEVICE_TAINTS;
import static dev.drawbridge.fit.Feature.FRACTIONAL_CAPACITY;
import static dev.drawbridge.fit.Feature.LIST_ATTRIBUTES;
import static dev.drawbridge.fit.Feature.PARTITIONABLE_DEVICES;
import static dev.drawbridge.fit.Feature.PRIORITIZED_LIST;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_34;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_35;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_36;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_37;

import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.EnumSet;
import java.util.Set;

/**
 * Which allocator a release uses, and how it differs from the newest. Each release has three, and takes the first that can do what the
 * feature gates ask for. A method says since when the search does something, or until when it had a bug that decides about fleets.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/structured/allocator.go}, NewAllocator; the three packages of
 * {@code structured/internal}, versions 0.34.9, 0.35.6, 0.36.3 and 0.37.1.
 *
 * @param release {@link #OLDEST} or later
 * @param channel which of its three allocators
 * @param features what the gates turn on
 */
record AllocatorVersion(KubernetesRelease release, Channel channel, Set<Feature> features) {

    /** The oldest release whose scheduler is known. */
    static final KubernetesRelease OLDEST = K8S_1_34;

    /** The three, the one with fewest features first. */
    enum Channel {
        STABLE,
        INCUBATING,
        EXPERIMENTAL
    }

    private static final Set<Feature> BASIC =
            EnumSet.of(ADMIN_ACCESS, PRIORITIZED_LIST, PARTITIONABLE_DEVICES, DEVICE_TAINTS);

    /** The allocator of the release with these gates. */
    static AllocatorVersion of(KubernetesRelease release, FeatureGates gates) {
        Set<Feature> features = Feature.of(release, gates);
        for (Channel channel : Channel.values()) {
            if (supported(release, channel).containsAll(features)) {
                return new AllocatorVersion(release, channel, features);
            }
        }
        return new AllocatorVersion(release, Channel.EXPERIMENTAL, features);
    }

    /** What the channel of the release can do. */
    private static Set<Feature> supported(KubernetesRelease release, Channel channel) {
        if (channel == Channel.EXPERIMENTAL) {
            return EnumSet.allOf(Feature.class);
        }
        boolean isOld = release.compareTo(K8S_1_35) <= 0;
        if (channel == Channel.STABLE) {
            return isOld ? EnumSet.noneOf(Feature.class) : BASIC;
        }
        Set<Feature> incubating = EnumSet.copyOf(BASIC);
        if (!isOld) {
            incubating.add(DEVICE_BINDING);
            incubating.add(CONSUMABLE_CAPACITY);
        }
        if (release.compareTo(K8S_1_37) >= 0) {
            incubating.add(FRACTIONAL_CAPACITY);
        }
        return incubating;
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }

    private boolean since(KubernetesRelease first) {
        return release.compareTo(first) >= 0;
    }

    private boolean isStable() {
        return channel == Channel.STABLE;
    }

    /** Slices of counters are apart from those of devices, and count for the whole pool. */
    boolean hasPoolCounters() {
        return since(K8S_1_36) || since(K8S_1_35) && !isStable();
    }

    /** Slices that are out of a node's reach count where completeness is decided. Before, a pool over several nodes was never complete. */
    boolean countsAllSlices() {
        return since(K8S_1_35);
    }

    /** Devices of incomplete and invalid pools are passed over. Before, an incomplete pool was used, and an invalid one an error. */
    boolean passesOverUnusablePools() {
        return since(K8S_1_35);
    }

    /** Pools are tried in the order of their names, and slices, too. Before, at random. */
    boolean sortsPools() {
        return since(K8S_1_36) && !isStable();
    }

    /** Pools of devices with binding conditions come last. */
    boolean putsBindingLast() {
        return channel == Channel.EXPERIMENTAL || since(K8S_1_36) && !isStable();
    }

    /** So do slices of such devices within their pool. */
    boolean putsBindingSlicesLast() {
        return channel == Channel.EXPERIMENTAL && !since(K8S_1_36);
    }

    /** A slice of counters belongs to every node, whatever it says. */
    boolean hasCountersEverywhere() {
        return hasPoolCounters() && (isStable() || !since(K8S_1_37));
    }

    /** The counters of a pool are known by its name alone, so that those of two drivers mix. */
    boolean mixesCountersOfDrivers() {
        return !since(K8S_1_37);
    }

    /** Counter consumption is validated with the counter sets of all slices of the pool. */
    boolean readsCountersOfAllSlices() {
        return since(K8S_1_37) && !isStable();
    }

    /** Shares that are allocated count as allocated where counters are summed up. */
    boolean countsSharesAsAllocated() {
        return since(K8S_1_36) && !isStable();
    }

    /** A further share of a device takes no counters again. */
    boolean takesCountersOncePerDevice() {
        return since(K8S_1_35);
    }

    /** An allocated share without capacity makes a device shared. */
    boolean knowsSharesWithoutCapacity() {
        return since(K8S_1_37);
    }

    /** The devices of a request are chosen in their order, and never in another. */
    boolean choosesInOrder() {
        return since(K8S_1_36) && !isStable();
    }

    /** What a device took is given back whenever it is not used after all. Before, counters leaked. */
    boolean rollsBack() {
        return since(K8S_1_36);
    }

    /** Taints without an effect on scheduling are ignored. */
    boolean ignoresOtherTaints() {
        return since(K8S_1_35);
    }

    /** More than 32 devices backtrack to the request before. In older releases, only this request fails. */
    boolean backtracksAboveLimit() {
        return since(K8S_1_36) || !isStable();
    }

    /** That there are invalid pools is an error where nothing else fits. */
    boolean reportsInvalidPools() {
        return since(K8S_1_35);
    }

    /** All devices of an alternative are those of the first one, from the second device on. */
    boolean mixesAlternatives() {
        return !since(K8S_1_36);
    }

    /** The capacity of another device is read: the one whose index is that of the device within its request. */
    boolean looksAtOtherCapacity() {
        return !since(K8S_1_35);
    }

    /** What matchAttribute narrowed stays so after the device is given back. */
    boolean forgetsToWiden() {
        return release == K8S_1_36;
    }

    /** distinctAttribute remembers one value of each request. */
    boolean remembersOneValuePerRequest() {
        return !since(K8S_1_37);
    }

    /** distinctAttribute compares addresses in memory: two devices always differ. */
    boolean neverFindsEqualValues() {
        return release == K8S_1_34;
    }

    /** "All" looks at the capacity that a device has, and not at what is left of it. */
    boolean asksForStaticCapacity() {
        return since(K8S_1_37);
    }

    /** A request that cannot be computed with is an error. Before, numbers overflowed. */
    boolean refusesOverflow() {
        return since(K8S_1_37);
    }

    /** Slices with counters are left out where the gate is off. */
    boolean leavesCountersOut() {
        return hasPoolCounters();
    }

    /** Slices with compatibility groups are left out where the gate is off. */
    boolean leavesGroupsOut() {
        return since(K8S_1_37);
    }

    /** Devices whose driver skips node operations need a node that can do without. */
    boolean checksNodeOperations() {
        return channel == Channel.EXPERIMENTAL && since(K8S_1_37);
    }

    /** Whether distinctAttribute is known. */
    boolean hasDistinctAttribute() {
        return channel == Channel.EXPERIMENTAL || since(K8S_1_36) && !isStable();
    }

    /** Expressions can be evaluated on a device with an attribute that is a list. */
    boolean readsLists() {
        return since(K8S_1_37) || features.contains(LIST_ATTRIBUTES);
    }

    /** Whether expressions see that a device may be shared. */
    boolean seesSharing() {
        return hasDistinctAttribute();
    }
}
