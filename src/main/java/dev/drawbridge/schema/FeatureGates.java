package dev.drawbridge.schema;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Which gates are on.
 *
 * @param bits a bit a gate, by its ordinal
 */
public record FeatureGates(long bits) {

    /** All off. */
    public static final FeatureGates NONE = new FeatureGates(0);

    /** The release's defaults. */
    public static FeatureGates defaults(KubernetesRelease release) {
        FeatureGates gates = NONE;
        for (FeatureGate gate : FeatureGate.values()) {
            gates = gates.with(gate, gate.isDefault(release));
        }
        return gates;
    }

    /** Every gate that any release has. */
    static FeatureGates ofAnyRelease() {
        return new FeatureGates((1L << FeatureGate.values().length) - 1);
    }

    /** Every gate that the release has. */
    public static FeatureGates all(KubernetesRelease release) {
        FeatureGates gates = NONE;
        for (FeatureGate gate : FeatureGate.values()) {
            gates = gates.with(gate, gate.exists(release));
        }
        return gates;
    }

    /** Whether the gate is on. */
    public boolean has(FeatureGate gate) {
        return (bits >> gate.ordinal() & 1) == 1;
    }

    /** These, and those of the other. */
    public FeatureGates and(FeatureGates more) {
        return new FeatureGates(bits | more.bits);
    }

    /** The names, with commas between. */
    @Override
    public String toString() {
        return Arrays.stream(FeatureGate.values())
                .filter(this::has)
                .map(FeatureGate::toString)
                .collect(Collectors.joining(", "));
    }

    /** These, with one more on or off. */
    public FeatureGates with(FeatureGate gate, boolean on) {
        long bit = 1L << gate.ordinal();
        return new FeatureGates(on ? bits | bit : bits & ~bit);
    }
}
