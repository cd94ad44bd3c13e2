package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A constraint sets {@code matchAttribute}, the only one there was at first. Source: validateDeviceConstraint. */
public final class MatchAttributeIsSet implements ObjectRule {

    private static final Demand SET = new Demand(Origin.REQUIRED, "is required")
            .at("matchAttribute")
            .example("{requests: [gpu], matchAttribute: gpu.example.com/numa}", "{requests: [gpu]}");

    @Override
    public List<Demand> demands() {
        return List.of(SET);
    }

    @Override
    public void check(ObjectValue constraint, @Nullable ObjectValue old, ValidationContext context) {
        if (!constraint.has("matchAttribute") && !constraint.has("distinctAttribute")) {
            context.report(ErrorType.REQUIRED, null, SET.adding("set it"), "matchAttribute");
        }
    }
}
