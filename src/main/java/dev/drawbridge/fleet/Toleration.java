package dev.drawbridge.fleet;

/**
 * A toleration of taints. Source: {@code k8s.io/dynamic-resource-allocation/resourceclaim/devicetoleration.go},
 * ToleratesTaint.
 *
 * @param key the key; empty tolerates every key
 * @param operator {@code Equal}, {@code Exists}, or empty for {@code Equal}
 * @param effect the effect; empty tolerates every effect
 */
public record Toleration(String key, String operator, String value, String effect) {

    /** Whether the taint is tolerated. */
    public boolean tolerates(Taint taint) {
        if (!effect.isEmpty() && !effect.equals(taint.effect()) || !key.isEmpty() && !key.equals(taint.key())) {
            return false;
        }
        return switch (operator) {
            case "", "Equal" -> value.equals(taint.value());
            case "Exists" -> true;
            default -> false;
        };
    }
}
