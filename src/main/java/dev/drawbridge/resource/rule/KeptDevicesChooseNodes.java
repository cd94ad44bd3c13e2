package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Devices that an update leaves as they are stored are validated again only for their nodes, and only if it changes who
 * chooses them. Source: validateResourceSliceSpec, since Kubernetes 1.38.
 *
 * @param ofDevice the rule of a device that chooses its nodes
 */
public record KeptDevicesChooseNodes(ObjectRule ofDevice) implements ObjectRule {

    private static final String CHOICE = "perDeviceNodeSelection";

    @Override
    public List<Demand> demands() {
        String without = "devices: [{name: gpu-0}]}";
        String with = "devices: [{name: gpu-0, nodeName: node-1}]}";
        String chosen = "{" + CHOICE + ": true, ";
        return List.of(
                ofDevice.demands().get(0).at("devices").example(chosen + with, chosen + without, "{" + without),
                PlainRule.DEVICE_CHOOSES_NO_NODES
                        .demands()
                        .get(0)
                        .at("devices")
                        .example("{" + without, "{" + with, chosen + with));
    }

    @Override
    public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext context) {
        ListValue devices = spec.list("devices");
        boolean isKept = old != null
                && spec.isTrue(CHOICE) != old.isTrue(CHOICE)
                && JsonEquality.same(devices, old.list("devices"));
        ObjectRule rule = spec.isTrue(CHOICE) ? ofDevice : PlainRule.DEVICE_CHOOSES_NO_NODES;
        ValidationContext at = context.at("devices");
        for (int i = 0; isKept && i < devices.size(); i++) {
            rule.check(ObjectValue.orEmpty(devices.get(i)), null, at.at(i));
        }
    }
}
