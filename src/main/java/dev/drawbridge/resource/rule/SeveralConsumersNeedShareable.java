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
 * An allocated claim has several consumers only if the allocation is shareable. Source: ValidateClaimStatusUpdate,
 * AllocationResult.Shareable.
 */
public final class SeveralConsumersNeedShareable implements ObjectRule {

    private static final Demand SHAREABLE = new Demand(
                    Origin.RESERVED_NEEDS_SHAREABLE, "must be no more than 1 item unless allocation.shareable is true")
            .at("reservedFor")
            .dependingOn("allocation.shareable")
            .example(
                    "{allocation: {shareable: true}, reservedFor: [{uid: '1'}, {uid: '2'}]}",
                    "{allocation: {}, reservedFor: [{uid: '1'}, {uid: '2'}]}");

    @Override
    public List<Demand> demands() {
        return List.of(SHAREABLE);
    }

    @Override
    public void check(ObjectValue status, @Nullable ObjectValue old, ValidationContext context) {
        int consumers = status.list("reservedFor").size();
        if (consumers > 1
                && status.has("allocation")
                && !status.object("allocation").isTrue("shareable")) {
            context.report(ErrorType.FORBIDDEN, null, SHAREABLE.adding("found " + consumers), "reservedFor");
        }
    }
}
