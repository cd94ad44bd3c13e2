package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.Origin;
import java.util.List;

/**
 * A rule in CEL over a value, {@code self}.
 *
 * @param field the field of its errors; empty for the value itself
 * @param gate the feature gate of the driver that it depends on; empty if it always applies
 * @param isOfGate whether it applies while the gate is on, rather than off
 * @param isWarning whether a broken rule is a warning
 */
record ParameterRule(
        ValueProgram program, String message, List<String> field, String gate, boolean isOfGate, boolean isWarning) {

    /** Whether a broken rule is a warning until its gate is known. */
    boolean isGated() {
        return !gate.isEmpty() && !isWarning;
    }

    /** What the rule demands, with the gate that it depends on. */
    Demand demand() {
        String condition = gate.isEmpty() || message.contains(gate)
                ? ""
                : " (while the driver's feature gate " + gate + " is " + (isOfGate ? "on)" : "off)");
        Origin origin = isGated() ? Origin.DRIVER_GATE : Origin.DRIVER_PARAMETERS;
        return new Demand(origin, message + condition).at(String.join(".", field));
    }
}
