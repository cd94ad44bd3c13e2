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
 * Deallocation may be requested only for an allocated claim without consumers, and the request remains until the
 * allocation is removed. Source: ValidateClaimStatusUpdate, ResourceClaimStatus.DeallocationRequested.
 */
public final class DeallocationIsOrderly implements ObjectRule {

    private static final String FIELD = "deallocationRequested";

    private static final Demand UNUSED = new Demand(
                    Origin.DEALLOCATION, "must not be set while reservedFor has consumers")
            .at(FIELD)
            .dependingOn("reservedFor")
            .example(
                    "{allocation: {}, deallocationRequested: true}",
                    "{allocation: {}, deallocationRequested: true, reservedFor: [{uid: '1'}]}");

    private static final Demand ALLOCATED = new Demand(
                    Origin.DEALLOCATION, "deallocationRequested must not be set without allocation")
            .dependingOn(FIELD, "allocation")
            .example("{allocation: {}, deallocationRequested: true}", "{deallocationRequested: true}");

    private static final Demand KEPT = new Demand(Origin.DEALLOCATION, "must not be unset while allocation is set")
            .at(FIELD)
            .dependingOn("allocation")
            .example(
                    "{allocation: {}, deallocationRequested: true}",
                    "{allocation: {}}",
                    "{allocation: {}, deallocationRequested: true}");

    @Override
    public List<Demand> demands() {
        return List.of(UNUSED, ALLOCATED, KEPT);
    }

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, ValidationContext context) {
        boolean requested = status.isTrue(FIELD);
        boolean wasRequested = old != null && old.isTrue(FIELD);
        boolean allocated = status.has("allocation");
        if (requested && !wasRequested && status.list("reservedFor").size() > 0) {
            context.report(ErrorType.FORBIDDEN, null, UNUSED.adding("remove them first"), FIELD);
        }
        if (requested && !allocated) {
            context.report(ErrorType.FORBIDDEN, null, ALLOCATED);
        }
        if (wasRequested && !requested && allocated) {
            context.report(ErrorType.FORBIDDEN, null, KEPT.adding("remove the allocation instead"), FIELD);
        }
    }
}
