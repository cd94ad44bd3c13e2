package dev.drawbridge.fit.input;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Quantity;
import org.jspecify.annotations.Nullable;

/**
 * How a Deployment replaces its pods.
 *
 * <p>Source: {@code pkg/controller/deployment/util/deployment_util.go}, ResolveFenceposts.
 */
public final class RollingUpdate {

    private static final String DEFAULT = "25%";

    private RollingUpdate() {}

    /** Whether all pods of an object stay until a further one is ready: never but those of a Deployment. */
    public static boolean keepsAllPods(String kind, ObjectValue object) {
        ObjectValue spec = object.object("spec");
        ObjectValue strategy = spec.object("strategy");
        ObjectValue update = strategy.object("rollingUpdate");
        Quantity replicas = Numbers.amount(spec.get("replicas"));
        long pods = replicas == null ? 1 : replicas.value();
        return kind.equals("Deployment")
                && !strategy.string("type").equals("Recreate")
                && number(update.get("maxUnavailable"), pods) < 1
                && number(update.get("maxSurge"), pods) > 0;
    }

    private static double number(@Nullable Value value, long replicas) {
        String text = value == null ? DEFAULT : value instanceof StringValue percent ? percent.value() : "";
        Quantity amount = Numbers.amount(value);
        if (text.matches("[0-9]{1,3}%")) {
            return replicas * Integer.parseInt(text.substring(0, text.length() - 1)) / 100.0;
        }
        return amount == null ? 1 : amount.value();
    }
}
