package dev.drawbridge.fit.allocator;

import static dev.drawbridge.schema.Availability.ALWAYS;
import static dev.drawbridge.schema.Availability.since;
import static dev.drawbridge.schema.Availability.until;
import static dev.drawbridge.schema.FeatureGate.*;
import static dev.drawbridge.schema.KubernetesRelease.*;

import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An optional feature of an allocator, with the releases that have it, and those whose stable and incubating allocators
 * support it; experimental ones support all.
 *
 * <p>Source: {@code structured/internal/types.go}, Features; SupportedFeatures of {@code
 * structured/internal/<channel>/allocator_<channel>.go}; {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}, AllocatorFeatures: what the scheduler does not
 * pass on is off, whatever the allocator could do.
 */
public enum Feature {
    // @formatter:off
    //                       releases          stable            incubating
    ADMIN_ACCESS(            ALWAYS,           since(K8S_1_36),  ALWAYS,          DRA_ADMIN_ACCESS),
    PRIORITIZED_LIST(        ALWAYS,           since(K8S_1_36),  ALWAYS,          DRA_PRIORITIZED_LIST),
    PARTITIONABLE_DEVICES(   ALWAYS,           since(K8S_1_36),  ALWAYS,          DRA_PARTITIONABLE_DEVICES),
    DEVICE_TAINTS(           ALWAYS,           since(K8S_1_36),  ALWAYS,          DRA_DEVICE_TAINTS),
    DEVICE_BINDING(          ALWAYS,           since(K8S_1_38),  since(K8S_1_36),
            DRA_DEVICE_BINDING_CONDITIONS, DRA_RESOURCE_CLAIM_DEVICE_STATUS),
    /** The part of {@link #DEVICE_BINDING} that is a separate feature in 1.34. */
    BINDING_CONDITIONS(      until(K8S_1_34),  null,             null,            DRA_DEVICE_BINDING_CONDITIONS),
    /** The other part, on by default. */
    DEVICE_STATUS(           until(K8S_1_34),  null,             null,            DRA_RESOURCE_CLAIM_DEVICE_STATUS),
    CONSUMABLE_CAPACITY(     ALWAYS,           since(K8S_1_38),  since(K8S_1_36), DRA_CONSUMABLE_CAPACITY),
    FRACTIONAL_CAPACITY(     ALWAYS,           since(K8S_1_38),  since(K8S_1_37), DRA_FRACTIONAL_CAPACITY_RANGE),
    /** Lists in constraints. The scheduler of 1.36 passes the gate only to expressions. */
    LIST_ATTRIBUTES(         since(K8S_1_37),  null,             since(K8S_1_38), DRA_LIST_TYPE_ATTRIBUTES),
    OPTIONAL_NODE_OPERATIONS(ALWAYS,           null,             since(K8S_1_38), DRA_OPTIONAL_NODE_OPERATIONS),
    DERIVED_ATTRIBUTES(      ALWAYS,           null,             since(K8S_1_38), DRA_DERIVED_ATTRIBUTES),
    COMPATIBILITY_GROUPS(    ALWAYS,           null,             since(K8S_1_38), DRA_DEVICE_COMPATIBILITY_GROUPS);
    // @formatter:on

    private final Availability releases;
    private final @Nullable Availability stable;
    private final @Nullable Availability incubating;
    private final FeatureGates gates;

    Feature(
            Availability releases,
            @Nullable Availability stable,
            @Nullable Availability incubating,
            FeatureGate... gates) {
        this.releases = releases;
        this.stable = stable;
        this.incubating = incubating;
        this.gates = FeatureGates.of(gates);
    }

    /** The allocator of a scheduler with these features: the first one that supports all of them. */
    static AllocatorChannel channel(KubernetesRelease release, Set<Feature> features) {
        return features.stream().allMatch(feature -> isIn(feature.stable, release))
                ? AllocatorChannel.STABLE
                : features.stream().allMatch(feature -> isIn(feature.incubating, release))
                        ? AllocatorChannel.INCUBATING
                        : AllocatorChannel.EXPERIMENTAL;
    }

    private static boolean isIn(@Nullable Availability supporting, KubernetesRelease release) {
        return supporting != null && supporting.isIn(release);
    }

    static Set<Feature> of(KubernetesRelease release, FeatureGates gates) {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (Feature feature : values()) {
            if (feature.releases.isIn(release) && gates.hasAll(feature.gates)) {
                features.add(feature);
            }
        }
        return features;
    }
}
