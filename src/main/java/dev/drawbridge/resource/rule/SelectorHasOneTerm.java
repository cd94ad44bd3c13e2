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
 * The node selector of a slice has one term, so that selectors of several slices can be merged. Source:
 * validateResourceSliceSpec.
 */
public final class SelectorHasOneTerm implements ObjectRule {

    private static final Demand ONE_TERM = new Demand(Origin.ONE_TERM, "must have exactly 1 item")
            .at("nodeSelectorTerms")
            .example("{nodeSelectorTerms: [{}]}", "{nodeSelectorTerms: [{}, {}]}");

    private static final String TERMS = "nodeSelectorTerms";

    @Override
    public List<Demand> demands() {
        return List.of(ONE_TERM);
    }

    @Override
    public void check(ObjectValue selector, @Nullable ObjectValue old, ValidationContext context) {
        int terms = selector.list(TERMS).size();
        if (terms != 1) {
            context.report(ErrorType.INVALID, null, ONE_TERM.adding("found " + terms), TERMS);
        }
    }
}
