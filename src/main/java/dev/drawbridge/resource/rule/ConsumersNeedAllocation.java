package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import org.jspecify.annotations.Nullable;

/**
 * A claim is reserved only while it is allocated. Source: ValidateClaimStatusUpdate, ResourceClaimStatus.ReservedFor.
 */
public final class ConsumersNeedAllocation implements ObjectRule {

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, ValidationContext place) {
        if (status.list("reservedFor").size() > 0 && !status.has("allocation")) {
            String detail = "must not be set without allocation; allocate the claim first";
            place.report(ErrorType.FORBIDDEN, null, detail, Origin.RESERVED_NEEDS_ALLOCATION, "reservedFor");
        }
    }
}
