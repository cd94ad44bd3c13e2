package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.constraint.cel.Selector;
import dev.drawbridge.constraint.cel.SelectorLanguage;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The total cost of a claim's derived attributes is limited like that of one selector. Source:
 * DeviceClaimDerivedAttributeCELMaxCost, validateDeviceClaim, since Kubernetes 1.37.
 */
public record DerivedAttributesAreAffordable(Selector language, DerivedAttributes attributes) implements ObjectRule {

    private static final Demand AFFORDABLE = new Demand(
                    Origin.CEL,
                    "the estimated cost of all derived attributes must be no more than " + SelectorLanguage.MAX_COST
                            + " cost units")
            .dependingOn(
                    "requests.exactly.derivedAttributes.expression",
                    "requests.firstAvailable.derivedAttributes.expression");

    @Override
    public List<Demand> demands() {
        return List.of(AFFORDABLE);
    }

    @Override
    public void check(ObjectValue claim, @Nullable ObjectValue old, ValidationContext context) {
        if (context.isStored()) {
            return;
        }
        // The server's sum is unsigned, and wraps.
        AtomicLong sum = new AtomicLong();
        attributes.forEach(
                claim,
                context,
                (attribute, request, at) -> sum.addAndGet(language.cost(attribute.string("expression"), at)));
        if (Long.compareUnsigned(sum.get(), SelectorLanguage.MAX_COST) > 0) {
            context.report(ErrorType.FORBIDDEN, null, AFFORDABLE.adding("use fewer or simpler expressions"));
        }
    }
}
