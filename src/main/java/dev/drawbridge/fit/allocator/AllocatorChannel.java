package dev.drawbridge.fit.allocator;

import static dev.drawbridge.fit.allocator.Feature.*;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_36;
import static dev.drawbridge.schema.KubernetesRelease.K8S_1_37;

import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/**
 * The three allocators of a release, fewest features first. A scheduler uses the first one that supports all enabled
 * features.
 *
 * <p>Source: SupportedFeatures of {@code structured/internal/<channel>/allocator_<channel>.go}.
 */
enum AllocatorChannel {
    STABLE(Map.of(
            ADMIN_ACCESS, Availability.since(K8S_1_36),
            PRIORITIZED_LIST, Availability.since(K8S_1_36),
            PARTITIONABLE_DEVICES, Availability.since(K8S_1_36),
            DEVICE_TAINTS, Availability.since(K8S_1_36))),
    INCUBATING(Map.of(
            ADMIN_ACCESS, Availability.ALWAYS,
            PRIORITIZED_LIST, Availability.ALWAYS,
            PARTITIONABLE_DEVICES, Availability.ALWAYS,
            DEVICE_TAINTS, Availability.ALWAYS,
            DEVICE_BINDING, Availability.since(K8S_1_36),
            CONSUMABLE_CAPACITY, Availability.since(K8S_1_36),
            FRACTIONAL_CAPACITY, Availability.since(K8S_1_37))),
    /** Supports all features. */
    EXPERIMENTAL(Map.of());

    private final Map<Feature, Availability> features;

    AllocatorChannel(Map<Feature, Availability> features) {
        this.features = features.isEmpty() ? Map.of() : new EnumMap<>(features);
    }

    static AllocatorChannel of(KubernetesRelease release, Set<Feature> features) {
        return STABLE.hasAll(release, features)
                ? STABLE
                : INCUBATING.hasAll(release, features) ? INCUBATING : EXPERIMENTAL;
    }

    private boolean hasAll(KubernetesRelease release, Set<Feature> wanted) {
        return wanted.stream()
                .allMatch(feature -> features.containsKey(feature)
                        && features.getOrDefault(feature, Availability.ALWAYS).isIn(release));
    }
}
