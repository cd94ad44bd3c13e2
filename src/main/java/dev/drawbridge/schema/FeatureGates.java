package dev.drawbridge.schema;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A set of feature gates, such as those that are on.
 *
 * @param bits a bit a gate, by its ordinal
 */
public record FeatureGates(long bits) {

    public static final FeatureGates NONE = new FeatureGates(0);

    private static final FeatureGate[] GATES = FeatureGate.values();

    public static FeatureGates of(FeatureGate... gates) {
        long bits = 0;
        for (FeatureGate gate : gates) {
            bits |= bit(gate);
        }
        return new FeatureGates(bits);
    }

    /** The release's defaults. */
    public static FeatureGates defaults(KubernetesRelease release) {
        long bits = 0;
        for (FeatureGate gate : GATES) {
            bits |= gate.isDefault(release) ? bit(gate) : 0;
        }
        return new FeatureGates(bits);
    }

    static FeatureGates ofAnyRelease() {
        return new FeatureGates((1L << GATES.length) - 1);
    }

    /** Every gate that the release has. */
    public static FeatureGates all(KubernetesRelease release) {
        long bits = 0;
        for (FeatureGate gate : GATES) {
            bits |= gate.exists(release) ? bit(gate) : 0;
        }
        return new FeatureGates(bits);
    }

    public boolean has(FeatureGate gate) {
        return (bits >> gate.ordinal() & 1) == 1;
    }

    /** Whether all of these are on. */
    public boolean hasAll(FeatureGates wanted) {
        return (bits & wanted.bits) == wanted.bits;
    }

    /** Whether all of these are off. */
    public boolean hasNone(FeatureGates unwanted) {
        return (bits & unwanted.bits) == 0;
    }

    public boolean isEmpty() {
        return bits == 0;
    }

    public List<FeatureGate> list() {
        return Arrays.stream(GATES).filter(this::has).toList();
    }

    /** The union of both. */
    public FeatureGates and(FeatureGates more) {
        return new FeatureGates(bits | more.bits);
    }

    /** The names, with commas between. */
    @Override
    public String toString() {
        return list().stream().map(FeatureGate::toString).collect(Collectors.joining(", "));
    }

    public FeatureGates with(FeatureGate gate, boolean on) {
        return new FeatureGates(on ? bits | bit(gate) : bits & ~bit(gate));
    }

    private static long bit(FeatureGate gate) {
        return 1L << gate.ordinal();
    }
}
