package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A device chooses nodes only where the slice leaves the choice to its devices. Source: validateDevice,
 * perDeviceNodeSelection.
 */
public final class DeviceChoosesNoNodes implements ObjectRule {

    @Override
    public List<Demand> demands() {
        return List.of(new Demand(
                        Origin.DEVICE_NODES,
                        "a device must not have nodeName, nodeSelector or allNodes unless spec.perDeviceNodeSelection"
                                + " is true")
                .example("{name: gpu-0}", "{name: gpu-0, nodeName: node-1}"));
    }

    @Override
    public void check(ObjectValue device, @Nullable ObjectValue old, ValidationContext place) {
        ObjectValue body = DeviceBody.of(device);
        if (body.has("nodeName") || body.has("nodeSelector") || body.has("allNodes")) {
            String detail =
                    "must not have nodeName, nodeSelector or allNodes unless spec.perDeviceNodeSelection is true";
            place.report(ErrorType.INVALID, null, detail, Origin.DEVICE_NODES);
        }
    }
}
