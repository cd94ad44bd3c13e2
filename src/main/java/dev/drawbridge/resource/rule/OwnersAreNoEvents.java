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

/**
 * An event cannot own anything. Source: {@code k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, BannedOwners.
 */
public final class OwnersAreNoEvents implements Constraint {

    private static final Demand NO_EVENT = new Demand(Origin.BANNED_OWNER, "a v1 Event cannot be an owner")
            .example("[{apiVersion: batch/v1, kind: Job}]", "[{apiVersion: v1, kind: Event}]");

    @Override
    public List<Demand> demands() {
        return List.of(NO_EVENT);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        ListValue owners = (ListValue) value;
        for (int i = 0; i < owners.size(); i++) {
            if (owners.get(i) instanceof ObjectValue owner
                    && owner.string("apiVersion").equals("v1")
                    && owner.string("kind").equals("Event")) {
                context.report(ErrorType.INVALID, owner, NO_EVENT);
            }
        }
    }
}
