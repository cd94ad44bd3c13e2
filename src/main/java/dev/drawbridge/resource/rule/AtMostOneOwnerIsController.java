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
 * At most one owner reference sets {@code controller: true}. Source: {@code
 * k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, ValidateOwnerReferences.
 */
public final class AtMostOneOwnerIsController implements Constraint {

    private static final Demand ONE_CONTROLLER = new Demand(
                    Origin.ONE_CONTROLLER, "at most one reference may have controller set to true")
            .example("[{controller: true}, {controller: false}]", "[{controller: true}, {controller: true}]");

    @Override
    public List<Demand> demands() {
        return List.of(ONE_CONTROLLER);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        ListValue owners = (ListValue) value;
        int controllers = 0;
        for (int i = 0; i < owners.size(); i++) {
            if (owners.get(i) instanceof ObjectValue owner && owner.isTrue("controller")) {
                controllers++;
            }
        }
        if (controllers > 1) {
            context.report(ErrorType.INVALID, null, ONE_CONTROLLER.adding("found " + controllers));
        }
    }
}
