package dev.drawbridge.fit.input;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * How a Deployment or a DaemonSet replaces its pods.
 *
 * <p>Source: {@code pkg/controller/deployment/util/deployment_util.go}, ResolveFenceposts; {@code
 * pkg/controller/daemon/update.go}, rollingUpdate.
 */
public final class RollingUpdate {

    private RollingUpdate() {}

    /** If all pods of an object stay until a further one is ready: the type of strategy for which they do not. */
    public static @Nullable String otherType(String kind, ObjectValue object) {
        boolean isDaemonSet = kind.equals("DaemonSet");
        String type = isDaemonSet ? "OnDelete" : "Recreate";
        ObjectValue spec = object.object("spec");
        ObjectValue strategy = spec.object(isDaemonSet ? "updateStrategy" : "strategy");
        ObjectValue update = strategy.object("rollingUpdate");
        Quantity replicas = Numbers.amount(spec.get("replicas"));
        long pods = replicas == null ? 1 : replicas.value();
        return (isDaemonSet || kind.equals("Deployment"))
                        && !strategy.string("type").equals(type)
                        && (isDaemonSet || number(update.get("maxUnavailable"), pods, "25%") < 1)
                        && number(update.get("maxSurge"), pods, isDaemonSet ? "0%" : "25%") > 0
                ? type
                : null;
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
