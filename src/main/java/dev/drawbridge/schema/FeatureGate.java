package dev.drawbridge.schema;

import java.util.Arrays;
import java.util.Optional;

/** A feature gate of dynamic resource allocation, spelled as Kubernetes spells it. */
public enum FeatureGate {
    /** Whether the API server serves the group at all before 1.34; who asks Drawbridge has it on. */
    DYNAMIC_RESOURCE_ALLOCATION("DynamicResourceAllocation");

    private final String text;

    FeatureGate(String text) {
        this.text = text;
    }

    /** The gate of this name; empty where the table has none. */
    public static Optional<FeatureGate> parse(String text) {
        return Arrays.stream(values()).filter(gate -> gate.text.equals(text)).findFirst();
    }

    @Override
    public String toString() {
        return text;
    }
}
