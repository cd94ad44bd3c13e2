package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;

/**
 * The status of an ephemeral container must not have resources. Source: {@code pkg/apis/core/validation},
 * validateContainerStatusNoAllocatedResourcesStatus.
 */
public final class NoAllocatedResources implements Constraint {

    private static final Demand UNSET = new Demand(
                    Origin.FORBIDDEN, "must not be set in the status of an ephemeral container")
            .example("[]", "[{name: example.com/gpu}]");

    @Override
    public List<Demand> demands() {
        return List.of(UNSET);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        if (((ListValue) value).size() > 0) {
            context.report(ErrorType.FORBIDDEN, null, UNSET);
        }
    }
}
