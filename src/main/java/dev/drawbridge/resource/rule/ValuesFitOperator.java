package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node selector's operator says how many values it needs. Source: {@code pkg/apis/core/validation},
 * ValidateNodeSelectorRequirement.
 */
public final class ValuesFitOperator implements ObjectRule {

    @Override
    public List<Demand> demands() {
        return List.of(
                new Demand(
                                Origin.OPERATOR_VALUES,
                                "values must have at least 1 entry with In and NotIn, 1 with Gt and Lt, none with"
                                        + " Exists and DoesNotExist")
                        .example(
                                "{key: zone, operator: In, values: [a]}", "{key: zone, operator: Exists, values: [a]}"),
                new Demand(Origin.ENUM, "operator must be one of In, NotIn, Exists, DoesNotExist, Gt, Lt")
                        .example("{key: zone, operator: In, values: [a]}", "{key: zone, operator: Has, values: [a]}"));
    }

    @Override
    public void check(ObjectValue requirement, @Nullable ObjectValue old, ValidationContext place) {
        String operator = requirement.string("operator");
        int values = requirement.list("values").size();
        switch (operator) {
            case "In", "NotIn" -> {
                if (values == 0) {
                    required("must have at least 1 item when operator is In or NotIn", place);
                }
            }
            case "Gt", "Lt" -> {
                if (values != 1) {
                    required("must have exactly 1 item when operator is Gt or Lt; found " + values, place);
                }
            }
            case "Exists", "DoesNotExist" -> {
                if (values > 0) {
                    String detail = "must be empty when operator is Exists or DoesNotExist";
                    place.report(
                            ErrorType.FORBIDDEN, requirement.get("values"), detail, Origin.OPERATOR_VALUES, "values");
                }
            }
            case "" -> {}
            default -> {
                String detail = "must be one of In, NotIn, Exists, DoesNotExist, Gt, Lt";
                place.report(ErrorType.INVALID, requirement.get("operator"), detail, Origin.ENUM, "operator");
            }
        }
    }

    private static void required(String detail, ValidationContext place) {
        place.report(ErrorType.REQUIRED, null, detail, Origin.OPERATOR_VALUES, "values");
    }
}
