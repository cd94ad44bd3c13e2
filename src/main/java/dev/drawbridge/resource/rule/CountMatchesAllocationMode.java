package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code ExactCount}, the default, requires at least one device, one by default; {@code All} has no count. Source:
 * validateDeviceAllocationMode, ExactDeviceRequest.Count.
 */
public final class CountMatchesAllocationMode implements ObjectRule {

    static final Demand POSITIVE = new Demand(Origin.COUNT_MATCHES_MODE, "must be greater than 0")
            .at("count")
            .dependingOn("allocationMode")
            .example("{allocationMode: ExactCount, count: 2}", "{allocationMode: ExactCount, count: -1}");

    private static final Demand UNSET = new Demand(
                    Origin.COUNT_MATCHES_MODE, "must not be set when allocationMode is All")
            .at("count")
            .dependingOn("allocationMode")
            .example("{allocationMode: ExactCount, count: 2}", "{allocationMode: All, count: 2}");

    @Override
    public List<Demand> demands() {
        return List.of(POSITIVE, UNSET);
    }

    @Override
    public void check(ObjectValue request, @Nullable ObjectValue old, ValidationContext context) {
        Value value = request.get("count");
        if (!(value instanceof NumberValue count) || count.isIntegerBetween(0, 0)) {
            return;
        }
        switch (request.string("allocationMode")) {
            case "All" -> context.report(ErrorType.INVALID, count, UNSET, "count");
            case "ExactCount", "" -> {
                if (!count.isIntegerBetween(1, Long.MAX_VALUE)) {
                    context.report(ErrorType.INVALID, count, POSITIVE, "count");
                }
            }
            default -> {}
        }
    }
}
