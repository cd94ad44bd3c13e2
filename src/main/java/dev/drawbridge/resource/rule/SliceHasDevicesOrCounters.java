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
 * Devices and shared counters are in different slices. Source: validateResourceSliceSpec, since Kubernetes 1.35.
 */
public final class SliceHasDevicesOrCounters implements ObjectRule {

    private static final Demand ONE = new Demand(
                    Origin.DEVICES_OR_COUNTERS, "must have devices or sharedCounters, not both")
            .dependingOn("devices", "sharedCounters")
            .example("{devices: [{name: gpu-0}]}", "{devices: [{name: gpu-0}], sharedCounters: [{name: gpu-0}]}");

    @Override
    public List<Demand> demands() {
        return List.of(ONE);
    }

    @Override
    public void check(ObjectValue spec, @Nullable ObjectValue old, ValidationContext context) {
        if (spec.has("devices") && spec.has("sharedCounters")) {
            context.report(ErrorType.INVALID, null, ONE.adding("move the counters to a slice of their own"));
        }
    }
}
