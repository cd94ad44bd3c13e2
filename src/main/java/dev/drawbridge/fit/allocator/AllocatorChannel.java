package dev.drawbridge.fit.allocator;

import dev.drawbridge.schema.KubernetesRelease;
import java.util.Set;

/**
 * The three allocators of a release, fewest features first; {@link Feature} has their features. A scheduler uses the
 * first one that supports all enabled features.
 */
enum AllocatorChannel {
    STABLE,
    INCUBATING,
    /** Supports all features. */
    EXPERIMENTAL;

    static AllocatorChannel of(KubernetesRelease release, Set<Feature> features) {
        for (AllocatorChannel channel : values()) {
            if (features.stream().allMatch(feature -> feature.isOf(release, channel))) {
                return channel;
            }
        }
        return EXPERIMENTAL;
    }
}
