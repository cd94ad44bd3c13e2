package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.Place;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import org.jspecify.annotations.Nullable;

/**
 * A claim is reserved only while it is allocated, and for several consumers only if the allocation is shareable. Source:
 * ValidateClaimStatusUpdate, ResourceClaimStatus.ReservedFor.
 */
public final class ConsumersNeedAllocation implements ObjectRule {

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, Place place) {
        int consumers = status.list("reservedFor").size();
        if (consumers == 0) {
            return;
        }
        if (!status.has("allocation")) {
            String detail = "may not be set while allocation is not; allocate the claim first";
            place.report(ErrorType.FORBIDDEN, null, detail, "reservedNeedsAllocation", "reservedFor");
        } else if (consumers > 1 && !status.object("allocation").isTrue("shareable")) {
            String detail = "may have 1 entry where allocation.shareable is not true, has " + consumers;
            place.report(ErrorType.FORBIDDEN, null, detail, "reservedNeedsShareable", "reservedFor");
        }
    }
}
