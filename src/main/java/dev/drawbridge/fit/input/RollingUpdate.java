package dev.drawbridge.fit.input;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a Deployment or a DaemonSet replaces its pods.
 *
 * <p>Source: {@code pkg/controller/deployment/util/deployment_util.go}, ResolveFenceposts; {@code
 * pkg/controller/daemon/update.go}, rollingUpdate.
 *
 * @param field the field of the strategy in {@code spec}
 * @param type the type of strategy that ends pods first
 * @param isDeployment whether it is of a Deployment; a DaemonSet keeps a pod only if it may have another on its node
 */
public record RollingUpdate(String field, String type, boolean isDeployment) {

    private static final String DEFAULT = "25%";

    private static final Map<String, RollingUpdate> BY_KIND = Map.of(
            "Deployment", new RollingUpdate("strategy", "Recreate", true),
            "DaemonSet", new RollingUpdate("updateStrategy", "OnDelete", false));

    /** The update of an object whose pods all stay until a further one is ready; null if there is none. */
    public static @Nullable RollingUpdate keepingAllPods(String kind, ObjectValue object) {
        RollingUpdate update = BY_KIND.get(kind);
        return update != null && update.keepsAllPods(object.object("spec")) ? update : null;
    }

    private boolean keepsAllPods(ObjectValue spec) {
        ObjectValue strategy = spec.object(field);
        ObjectValue update = strategy.object("rollingUpdate");
        Quantity replicas = Numbers.amount(spec.get("replicas"));
        long pods = replicas == null ? 1 : replicas.value();
        return !strategy.string("type").equals(type)
                && (!isDeployment || number(update.get("maxUnavailable"), pods, DEFAULT) < 1)
                && number(update.get("maxSurge"), pods, isDeployment ? DEFAULT : "0%") > 0;
    }

    private static double number(@Nullable Value value, long replicas, String otherwise) {
        String text = value == null ? otherwise : value instanceof StringValue percent ? percent.value() : "";
        Quantity amount = Numbers.amount(value);
        if (text.matches("[0-9]{1,3}%")) {
            return replicas * Integer.parseInt(text.substring(0, text.length() - 1)) / 100.0;
        }
        return amount == null ? 1 : amount.value();
    }
}
