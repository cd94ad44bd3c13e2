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
 * A constraint sets {@code matchAttribute}, the only one there was at first, or {@code distinctAttribute}. Source:
 * validateDeviceConstraint.
 *
 * @param orDistinct whether the error names both, and is at the constraint
 */
public record MatchAttributeIsSet(boolean orDistinct) implements ObjectRule {

    private static final Demand SET = new Demand(Origin.REQUIRED, "is required").at("matchAttribute");

    private static final Demand EITHER = new Demand(Origin.UNION, "must have matchAttribute or distinctAttribute")
            .dependingOn("matchAttribute", "distinctAttribute");

    @Override
    public List<Demand> demands() {
        return List.of((orDistinct ? EITHER : SET)
                .example("{requests: [gpu], matchAttribute: gpu.example.com/numa}", "{requests: [gpu]}"));
    }

    @Override
    public void check(ObjectValue constraint, @Nullable ObjectValue old, ValidationContext context) {
        if (constraint.has("matchAttribute") || constraint.has("distinctAttribute")) {
            return;
        }
        if (orDistinct) {
            context.report(ErrorType.REQUIRED, null, EITHER);
        } else {
            context.report(ErrorType.REQUIRED, null, SET.adding("set it"), "matchAttribute");
        }
    }
}
