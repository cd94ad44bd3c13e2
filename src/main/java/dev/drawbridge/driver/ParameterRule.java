package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.ValueProgram;

/**
 * A rule in CEL over a value, {@code self}.
 *
 * @param fieldPath the field of its errors, such as {@code .strategy}; empty for the value itself
 * @param gate the feature gate of the driver that it depends on; empty if it always applies
 * @param isOfGate whether it applies while the gate is on, rather than off
 * @param isWarning whether a broken rule is a warning
 */
record ParameterRule(
        ValueProgram program, String message, String fieldPath, String gate, boolean isOfGate, boolean isWarning) {}
