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
 * Deallocation is requested only of a claim that is allocated and has no consumers, and the request stays until the
 * allocation is gone. Source: ValidateClaimStatusUpdate, ResourceClaimStatus.DeallocationRequested.
 */
public final class DeallocationIsOrderly implements ObjectRule {

    private static final String FIELD = "deallocationRequested";

    @Override
    public List<Demand> demands() {
        return List.of(new Demand(
                        Origin.DEALLOCATION,
                        "deallocationRequested must not be set without allocation or while reservedFor has consumers,"
                                + " nor unset while allocation is set")
                .example("{allocation: {}, deallocationRequested: true}", "{deallocationRequested: true}"));
    }

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, ValidationContext place) {
        boolean requested = status.isTrue(FIELD);
        boolean wasRequested = old != null && old.isTrue(FIELD);
        boolean allocated = status.has("allocation");
        if (requested && !wasRequested && status.list("reservedFor").size() > 0) {
            String detail = "must not be set while reservedFor has consumers; remove them first";
            place.report(ErrorType.FORBIDDEN, null, detail, Origin.DEALLOCATION, FIELD);
        }
        if (requested && !allocated) {
            String detail = "deallocationRequested must not be set without allocation";
            place.report(ErrorType.FORBIDDEN, null, detail, Origin.DEALLOCATION);
        }
        if (wasRequested && !requested && allocated) {
            String detail = "must not be unset while allocation is set; remove the allocation instead";
            place.report(ErrorType.FORBIDDEN, null, detail, Origin.DEALLOCATION, FIELD);
        }
    }
}
