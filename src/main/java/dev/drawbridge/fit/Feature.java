package dev.drawbridge.fit;

import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.schema.FeatureGates;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What an allocator may do beyond the first version. Source: {@code structured/internal/types.go}, Features. */
enum Feature {
    ADMIN_ACCESS(FeatureGate.DRA_ADMIN_ACCESS),
    PRIORITIZED_LIST(FeatureGate.DRA_PRIORITIZED_LIST),
    PARTITIONABLE_DEVICES(FeatureGate.DRA_PARTITIONABLE_DEVICES),
    DEVICE_TAINTS(FeatureGate.DRA_DEVICE_TAINTS),
    DEVICE_BINDING(FeatureGate.DRA_DEVICE_BINDING_CONDITIONS, FeatureGate.DRA_RESOURCE_CLAIM_DEVICE_STATUS),
    CONSUMABLE_CAPACITY(FeatureGate.DRA_CONSUMABLE_CAPACITY),
    FRACTIONAL_CAPACITY(FeatureGate.DRA_FRACTIONAL_CAPACITY_RANGE),
    LIST_ATTRIBUTES(FeatureGate.DRA_LIST_TYPE_ATTRIBUTES),
    OPTIONAL_NODE_OPERATIONS(FeatureGate.DRA_OPTIONAL_NODE_OPERATIONS),
    DERIVED_ATTRIBUTES(FeatureGate.DRA_DERIVED_ATTRIBUTES),
    COMPATIBILITY_GROUPS(FeatureGate.DRA_DEVICE_COMPATIBILITY_GROUPS);

    private final List<FeatureGate> gates;

    Feature(FeatureGate... gates) {
        this.gates = List.of(gates);
    }

    /** Those whose gates are on. */
    static Set<Feature> of(FeatureGates gates) {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        for (Feature feature : values()) {
            if (feature.gates.stream().allMatch(gates::has)) {
                features.add(feature);
            }
        }
        return features;
    }
}
