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
 * A node selector's operator determines how many values it needs. Source: {@code pkg/apis/core/validation},
 * ValidateNodeSelectorRequirement.
 */
public final class ValuesFitOperator implements ObjectRule {

    private static final String ZONE_A = "{key: zone, operator: In, values: [a]}";

    private static final Demand SOME = new Demand(
                    Origin.OPERATOR_VALUES, "must have at least 1 item when operator is In or NotIn")
            .at("values")
            .dependingOn("operator")
            .example(ZONE_A, "{key: zone, operator: In}");

    private static final Demand ONE = new Demand(
                    Origin.OPERATOR_VALUES, "must have exactly 1 item when operator is Gt or Lt")
            .at("values")
            .dependingOn("operator")
            .example("{key: zone, operator: Gt, values: ['1']}", "{key: zone, operator: Gt}");

    private static final Demand NONE = new Demand(
                    Origin.OPERATOR_VALUES, "must be empty when operator is Exists or DoesNotExist")
            .at("values")
            .dependingOn("operator")
            .example("{key: zone, operator: Exists}", "{key: zone, operator: Exists, values: [a]}");

    private static final Demand OPERATOR = new Demand(
                    Origin.ENUM, "must be one of In, NotIn, Exists, DoesNotExist, Gt, Lt")
            .at("operator")
            .example(ZONE_A, "{key: zone, operator: Has, values: [a]}");

    @Override
    public List<Demand> demands() {
        return List.of(SOME, ONE, NONE, OPERATOR);
    }

    @Override
    public void check(ObjectValue requirement, @Nullable ObjectValue old, ValidationContext context) {
        String operator = requirement.string("operator");
        int values = requirement.list("values").size();
        switch (operator) {
            case "In", "NotIn" -> {
                if (values == 0) {
                    required(SOME, context);
                }
            }
            case "Gt", "Lt" -> {
                if (values != 1) {
                    required(ONE.adding("found " + values), context);
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (values > 0) {

                    context.report(ErrorType.FORBIDDEN, requirement.get("values"), NONE, "values");
                }
            }
            case "" -> {}
            default -> {
                context.report(ErrorType.INVALID, requirement.get("operator"), OPERATOR, "operator");
            }
        }
    }

    private static void required(Demand demand, ValidationContext context) {
        context.report(ErrorType.REQUIRED, null, demand, "values");
    }
}
