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
 * A claim is reserved only while it is allocated. Source: ValidateClaimStatusUpdate, ResourceClaimStatus.ReservedFor.
 */
public final class ConsumersNeedAllocation implements ObjectRule {

    private static final Demand ALLOCATED = new Demand(
                    Origin.RESERVED_NEEDS_ALLOCATION, "must not be set without allocation")
            .at("reservedFor")
            .dependingOn("allocation")
            .example(
                    "{allocation: {}, reservedFor: [{resource: pods, name: train, uid: '1'}]}",
                    "{reservedFor: [{resource: pods, name: train, uid: '1'}]}");

    @Override
    public List<Demand> demands() {
        return List.of(ALLOCATED);
    }

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, ValidationContext context) {
        if (status.list("reservedFor").size() > 0 && !status.has("allocation")) {
            context.report(ErrorType.FORBIDDEN, null, ALLOCATED.adding("allocate the claim first"), "reservedFor");
        }
    }
}
