package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A slice has a maximum number of devices, which is lower if one of them has taints, consumes counters or has a list
 * attribute. Source: validateResourceSliceSpec, ResourceSliceMaxDevices, ResourceSliceMaxDevicesWithAdvancedFeatures.
 */
public record DevicesAreFewer(int max, int maxAdvanced) implements Constraint {

    private static final String ADVANCED = " if any device has taints, consumesCounters or an attribute with a list";

    @Override
    public List<Demand> demands() {
        return List.of(limit(max, ""), limit(maxAdvanced, ADVANCED));
    }

    private static Demand limit(int max, String where) {
        return new Demand(Origin.MAX_ITEMS, "must be no more than " + max + " items" + where);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        ListValue devices = (ListValue) value;
        boolean advanced = devices.size() > maxAdvanced && isAdvanced(devices);
        int limit = advanced ? maxAdvanced : max;
        if (devices.size() > limit) {
            Demand demand = limit(limit, advanced ? ADVANCED : "");
            context.reportExcess(ErrorType.TOO_MANY, null, demand, devices.size());
        }
    }

    private static boolean isAdvanced(ListValue devices) {
        return DeviceBody.all(devices)
                .anyMatch(device -> device.list("taints").size() > 0
                        || device.list("consumesCounters").size() > 0
                        || hasList(device.object("attributes")));
    }

    private static boolean hasList(ObjectValue attributes) {
        return IntStream.range(0, attributes.size())
                .anyMatch(i -> !AttributesAreFew.lists(attributes.value(i)).isEmpty());
    }
}
