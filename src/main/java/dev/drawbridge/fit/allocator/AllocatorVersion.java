package dev.drawbridge.fit.allocator;

import dev.drawbridge.fleet.Attribute;
import dev.drawbridge.fleet.Device;
import dev.drawbridge.fleet.Slice;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The allocator of a release with a set of gates.
 *
 * <p>Source: {@code k8s.io/dynamic-resource-allocation/structured/allocator.go}, NewAllocator.
 *
 * @param release {@link #OLDEST} to {@link #NEWEST}
 * @param features the enabled features
 * @param readsLists whether expressions can be evaluated on a device with a list attribute
 */
public record AllocatorVersion(
        KubernetesRelease release, AllocatorChannel channel, Set<Feature> features, boolean readsLists) {

    /** The oldest release whose scheduler is known. */
    public static final KubernetesRelease OLDEST = KubernetesRelease.K8S_1_34;

    /**
     * The newest release whose scheduler is known, which may be a preview. Raise it only after comparing the table of
     * {@link Quirk} with the new release.
     */
    public static final KubernetesRelease NEWEST = KubernetesRelease.K8S_1_38;

    public static boolean isKnown(KubernetesRelease release) {
        return release.compareTo(OLDEST) >= 0 && release.compareTo(NEWEST) <= 0;
    }

    /** The allocator of the release with these gates; an IllegalArgumentException if it is unknown. */
    static AllocatorVersion of(KubernetesRelease release, FeatureGates gates) {
        if (!isKnown(release)) {
            throw new IllegalArgumentException("release: the scheduler of Kubernetes " + release + " is not known yet; "
                    + OLDEST + " to " + NEWEST + " are");
        }
        Set<Feature> features = Feature.of(release, gates);
        AllocatorChannel channel = Feature.channel(release, features);
        boolean readsLists = Quirk.LISTS_READ.isOf(release, channel) || gates.has(FeatureGate.DRA_LIST_TYPE_ATTRIBUTES);
        return new AllocatorVersion(release, channel, features, readsLists);
    }

    public boolean has(Feature feature) {
        return features.contains(feature);
    }

    public boolean has(Quirk quirk) {
        return quirk.isOf(release, channel);
    }

    /** The gate that is off, for which the scheduler ignores the slice; null if it does not. */
    public @Nullable FeatureGate ignores(Slice slice) {
        boolean isForPartitions = slice.perDevice() != null
                || has(Quirk.POOL_COUNTERS) && !slice.sharedCounters().isEmpty();
        if (isForPartitions && !has(Feature.PARTITIONABLE_DEVICES)) {
            return FeatureGate.DRA_PARTITIONABLE_DEVICES;
        }
        return ignoresGroupsOf(slice) ? FeatureGate.DRA_DEVICE_COMPATIBILITY_GROUPS : null;
    }

    boolean ignoresGroupsOf(Slice slice) {
        return has(Quirk.GROUPS_NEED_GATE) && !has(Feature.COMPATIBILITY_GROUPS) && slice.hasCompatibilityGroups();
    }

    /** The values with the names of capacity by which the allocator compares them. */
    <V> Map<String, V> byCapacity(@Nullable Map<String, V> values, String driver) {
        String domain = driver + "/";
        if (values == null || !has(Quirk.CAPACITY_HAS_DOMAIN)) {
            return values == null ? Map.of() : values;
        }
        Map<String, V> byName = new HashMap<>();
        values.forEach((name, value) -> {
            if (name.startsWith(domain)) {
                byName.put(name.substring(domain.length()), value);
            } else {
                byName.putIfAbsent(name, value);
            }
        });
        return byName;
    }

    /** Whether claims are allocated shares of the device rather than the device itself. */
    boolean isShared(Device device) {
        return has(Feature.CONSUMABLE_CAPACITY) && device.allowMultipleAllocations();
    }

    /** Whether expressions can be evaluated on a device with the attribute: it has a value that the release reads. */
    boolean canRead(Attribute attribute) {
        return !attribute.isList() || readsLists && !attribute.values().isEmpty();
    }
}
