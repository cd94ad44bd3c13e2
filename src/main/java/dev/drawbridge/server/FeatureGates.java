package dev.drawbridge.server;

import dev.drawbridge.schema.FeatureGate;

/** Feature gates as Kubernetes writes them on a command line: {@code A=true,B=false}. */
final class FeatureGates {

    private FeatureGates() {}

    /** Stops at a gate that does not exist, or a value that is neither true nor false. No field of v1alpha2 has a gate. */
    static void check(String text) {
        if (text.isBlank()) {
            return;
        }
        for (String gate : text.split(",", -1)) {
            int equals = gate.indexOf('=');
            String value = equals < 0 ? "" : gate.substring(equals + 1).strip();
            String name = equals < 0 ? gate : gate.substring(0, equals);
            if (!value.equals("true") && !value.equals("false")) {
                throw new InvalidSetting(
                        "drawbridge.kubernetes.feature-gates must be GATE=true|false with commas between, has \"" + gate
                                + "\"");
            }
            if (FeatureGate.parse(name.strip()).isEmpty()) {
                throw new InvalidSetting(
                        "drawbridge.kubernetes.feature-gates: there is no gate \"" + name.strip() + "\"");
            }
        }
    }
}
