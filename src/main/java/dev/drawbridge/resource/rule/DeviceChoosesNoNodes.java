package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A device chooses nodes only if the slice sets {@code perDeviceNodeSelection}. Source: validateDevice,
 * perDeviceNodeSelection.
 */
public final class DeviceChoosesNoNodes implements ObjectRule {

    private static final Demand NO_NODES = new Demand(
                    Origin.DEVICE_NODES,
                    "must not have nodeName, nodeSelector or allNodes unless spec.perDeviceNodeSelection is true")
            .dependingOn("nodeName", "nodeSelector", "allNodes")
            .example("{name: gpu-0}", "{name: gpu-0, nodeName: node-1}");

    @Override
    public List<Demand> demands() {
        return List.of(NO_NODES);
    }

    @Override
    public void check(ObjectValue device, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue body = DeviceBody.of(device);
        if (body.has("nodeName") || body.has("nodeSelector") || body.has("allNodes")) {
            context.report(ErrorType.INVALID, null, NO_NODES);
        }
    }
}
