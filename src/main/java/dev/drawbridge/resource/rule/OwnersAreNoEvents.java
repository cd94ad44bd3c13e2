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
import java.util.Set;

/** An event cannot own anything. Source: {@code apimachinery/pkg/api/validation/objectmeta.go}, BannedOwners. */
public record OwnersAreNoEvents(boolean namesEntry) implements Constraint {

    private static final Demand NO_EVENT = new Demand(Origin.BANNED_OWNER, "a v1 Event cannot be an owner")
            .example("[{apiVersion: batch/v1, kind: Job}]", "[{apiVersion: v1, kind: Event}]");

    private static final Set<String> CORE = Set.of("v1", "/v1");

    /** Reported for the list, up to Kubernetes 1.36. */
    public static Constraint ofList() {
        return new OwnersAreNoEvents(false);
    }

    /** Reported for the owner. */
    public static Constraint ofEntries() {
        return new OwnersAreNoEvents(true);
    }

    @Override
    public List<Demand> demands() {
        return List.of(NO_EVENT);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        ListValue owners = (ListValue) value;
        for (int i = 0; i < owners.size(); i++) {
            if (owners.get(i) instanceof ObjectValue owner
                    && CORE.contains(owner.string("apiVersion"))
                    && owner.string("kind").equals("Event")) {
                (namesEntry ? context.at(i) : context).report(ErrorType.INVALID, owner, NO_EVENT);
            }
        }
    }
}
