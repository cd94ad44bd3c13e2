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
 * An allocated claim names the driver that allocated it. Source: ValidateClaimStatusUpdate,
 * ResourceClaimStatus.DriverName.
 */
public final class AllocationNamesDriver implements ObjectRule {

    private static final Demand NAMED = new Demand(
                    Origin.REQUIRED_WITH_ALLOCATION, "is required when allocation is set")
            .at("driverName")
            .dependingOn("allocation")
            .example("{driverName: gpu.example.com, allocation: {shareable: true}}", "{allocation: {shareable: true}}");

    @Override
    public List<Demand> demands() {
        return List.of(NAMED);
    }

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, ValidationContext context) {
        if (status.has("allocation") && status.string("driverName").isEmpty()) {
            context.report(ErrorType.REQUIRED, null, NAMED, "driverName");
        }
    }
}
