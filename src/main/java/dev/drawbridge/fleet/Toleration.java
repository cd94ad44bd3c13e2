package dev.drawbridge.fleet;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.KubernetesRelease;
import java.util.Comparator;
import java.util.List;

/**
 * A toleration of taints. Source: {@code k8s.io/dynamic-resource-allocation/resourceclaim/devicetoleration.go},
 * ToleratesTaint.
 *
 * @param key the key; empty tolerates every key
 * @param operator {@code Equal}, {@code Exists}, or empty for {@code Equal}
 * @param effect the effect; empty tolerates every effect
 * @param seconds for how long it tolerates NoExecute; the maximum if that is unset
 */
public record Toleration(String key, String operator, String value, String effect, long seconds) {

    private static final Availability NEEDS_EFFECT = Availability.until(KubernetesRelease.K8S_1_37);

    public static final Toleration ALL = new Toleration("", "Exists", "", "", Long.MAX_VALUE);

    /** Reads a toleration of a claim or pod. */
    public static Toleration of(ObjectValue toleration) {
        return new Toleration(
                toleration.string("key"),
                toleration.string("operator"),
                toleration.string("value"),
                toleration.string("effect"),
                Math.max(0, Fields.integer(toleration.get("tolerationSeconds"), Long.MAX_VALUE)));
    }

    /** Which of some tolerations seems to mean the taint, and why it does not tolerate it; empty if none does. */
    public static String nearMiss(List<Toleration> tolerations, Taint taint) {
        for (int i = 0; i < tolerations.size(); i++) {
            String difference = tolerations.get(i).difference(taint);
            if (!difference.isEmpty()) {
                return " (tolerations[" + i + "] has " + difference + ")";
            }
        }
        return "";
    }

    private String difference(Taint taint) {
        boolean isOfEffect = effect.isEmpty() || effect.equals(taint.effect());
        if (!key.equals(taint.key())) {
            return isOfEffect && Spelling.nearest(key, List.of(taint.key())) != null ? "key " + key : "";
        }
        return !isOfEffect ? "effect " + effect : value.isEmpty() ? "no value" : "value " + value;
    }

    /**
     * For how many seconds pods stay on a device with a taint that ends pods; the maximum for ever, -1 if they end at
     * once. Up to 1.37, only tolerations with this very effect count.
     *
     * <p>Source: {@code pkg/controller/devicetainteviction/device_taint_eviction.go} of 1.37 and 1.38.
     */
    public static long seconds(List<Toleration> tolerations, Taint taint, KubernetesRelease release) {
        List<Long> seconds = tolerations.stream()
                .filter(each -> !(NEEDS_EFFECT.isIn(release) && each.effect.isEmpty()) && each.tolerates(taint))
                .map(Toleration::seconds)
                .toList();
        return seconds.contains(Long.MAX_VALUE)
                ? Long.MAX_VALUE
                : seconds.stream().min(Comparator.naturalOrder()).orElse(-1L);
    }

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
