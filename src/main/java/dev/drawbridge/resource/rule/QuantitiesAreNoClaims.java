package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The claims of a container are next to its limits and requests, whose values are quantities. Source: {@code
 * k8s.io/api/core/v1/types.go}, ResourceRequirements.
 */
public final class QuantitiesAreNoClaims implements ObjectRule {

    private static final String CLAIMS = "claims";

    private static final Demand DEMAND =
            new Demand(Origin.TYPE, "must not have claims; claims belongs in resources, next to limits and requests");

    @Override
    public List<Demand> demands() {
        return List.of(DEMAND);
    }

    @Override
    public void check(ObjectValue resources, @Nullable ObjectValue old, ValidationContext context) {
        for (String field : List.of("limits", "requests")) {
            ObjectValue amounts = resources.object(field);
            if (amounts.get(CLAIMS) instanceof ListValue claims) {
                ValidationContext place = context.at(field, CLAIMS);
                Position key = amounts.keyPosition(amounts.indexOf(CLAIMS));
                FieldPath target = context.fields().child(CLAIMS);
                place.reportWrongType(
                        claims,
                        DEMAND,
                        key == null || resources.get(CLAIMS) != null
                                ? null
                                : Suggestion.move(Suggestion.Kind.OUT, key, place.fields(), target));
            }
        }
    }
}
