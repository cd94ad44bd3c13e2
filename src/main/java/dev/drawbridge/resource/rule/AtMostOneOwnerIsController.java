package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;

/**
 * At most one owner reference sets {@code controller: true}. Source: {@code
 * k8s.io/apimachinery/pkg/api/validation/objectmeta.go}, ValidateOwnerReferences.
 */
public final class AtMostOneOwnerIsController implements Constraint {

    @Override
    public List<Demand> demands() {
        return List.of(new Demand(Origin.ONE_CONTROLLER, "no more than one entry must have controller set to true")
                .example("[{controller: true}, {controller: false}]", "[{controller: true}, {controller: true}]"));
    }

    @Override
    public void check(Value value, ValidationContext place) {
        ListValue owners = (ListValue) value;
        int controllers = 0;
        for (int i = 0; i < owners.size(); i++) {
            if (owners.get(i) instanceof ObjectValue owner && owner.isTrue("controller")) {
                controllers++;
            }
        }
        if (controllers > 1) {
            String detail = "at most one reference may have controller set to true, " + controllers + " have";
            place.report(ErrorType.INVALID, null, detail, Origin.ONE_CONTROLLER);
        }
    }
}
