package dev.drawbridge.fit.allocator;

import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * An optional feature of an allocator.
 *
 * <p>Source: {@code structured/internal/types.go}, Features; {@code
 * pkg/scheduler/framework/plugins/dynamicresources/dynamicresources.go}, AllocatorFeatures: what the scheduler does not
 * pass on is off, whatever the allocator could do.
 */
public enum Feature {
    ADMIN_ACCESS(FeatureGate.DRA_ADMIN_ACCESS),
    PRIORITIZED_LIST(FeatureGate.DRA_PRIORITIZED_LIST),
    PARTITIONABLE_DEVICES(FeatureGate.DRA_PARTITIONABLE_DEVICES),
    DEVICE_TAINTS(FeatureGate.DRA_DEVICE_TAINTS),
    DEVICE_BINDING(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS, FeatureGate.DRA_RESOURCE_CLAIM_DEVICE_STATUS),
    /** The part of {@link #DEVICE_BINDING} that is a separate feature in 1.34. */
    BINDING_CONDITIONS(Availability.until(KubernetesRelease.K8S_1_34), FeatureGate.DRA_DEVICE_BINDING_CONDITIONS),
    /** The other part, on by default. */
    DEVICE_STATUS(Availability.until(KubernetesRelease.K8S_1_34), FeatureGate.DRA_RESOURCE_CLAIM_DEVICE_STATUS),
    CONSUMABLE_CAPACITY(FeatureGate.DRA_CONSUMABLE_CAPACITY),
    FRACTIONAL_CAPACITY(FeatureGate.DRA_FRACTIONAL_CAPACITY_RANGE),
    /** Lists in constraints. The scheduler of 1.36 passes the gate only to expressions. */
    LIST_ATTRIBUTES(Availability.since(KubernetesRelease.K8S_1_37), FeatureGate.DRA_LIST_TYPE_ATTRIBUTES),
    OPTIONAL_NODE_OPERATIONS(FeatureGate.DRA_OPTIONAL_NODE_OPERATIONS),
    DERIVED_ATTRIBUTES(FeatureGate.DRA_DERIVED_ATTRIBUTES),
    COMPATIBILITY_GROUPS(FeatureGate.DRA_DEVICE_COMPATIBILITY_GROUPS);

    private final Availability releases;
    private final List<FeatureGate> gates;

    Feature(FeatureGate... gates) {
        this(Availability.ALWAYS, gates);
    }

    Feature(Availability releases, FeatureGate... gates) {
        this.releases = releases;
        this.gates = List.of(gates);
    }

    static Set<Feature> of(KubernetesRelease release, FeatureGates gates) {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (Feature feature : values()) {
            if (feature.releases.isIn(release) && feature.gates.stream().allMatch(gates::has)) {
                features.add(feature);
            }
        }
        return features;
    }
}
