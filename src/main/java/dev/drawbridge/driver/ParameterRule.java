package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.ValueProgram;

/**
 * A rule in CEL over a value, {@code self}.
 *
 * @param fieldPath the field that it is about, such as {@code .strategy}; empty for the value
 * @param gate the feature gate of the driver without which it holds; empty if it holds always
 * @param isOfGate whether it holds while the gate is on, rather than off
 * @param isWarning whether a broken rule is a warning
 */
record ParameterRule(
        ValueProgram program, String message, String fieldPath, String gate, boolean isOfGate, boolean isWarning) {}
