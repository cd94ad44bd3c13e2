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
 * @param ofDevice the rule for each device if devices choose their nodes
 * @param ofSlice the rule for each device if the slice does
 */
public record KeptDevicesChooseNodes(ObjectRule ofDevice, ObjectRule ofSlice) implements ObjectRule {

    private static final String CHOICE = "perDeviceNodeSelection";

    /** None of its own: those of devices. */
    @Override
    public List<Demand> demands() {
        return List.of();
    }

    @Override
    public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext context) {
        ListValue devices = spec.list("devices");
        boolean isKept = old != null
                && spec.isTrue(CHOICE) != old.isTrue(CHOICE)
                && JsonEquality.same(devices, old.list("devices"));
        for (int i = 0; isKept && i < devices.size(); i++) {
            ObjectRule rule = spec.isTrue(CHOICE) ? ofDevice : ofSlice;
            rule.check(
                    ObjectValue.orEmpty(devices.get(i)),
                    null,
                    context.at("devices").at(i));
        }
    }
}
