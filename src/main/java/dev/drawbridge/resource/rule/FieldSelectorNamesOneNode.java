package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node's only selectable field is its name, in or not in a list of one. Source: {@code pkg/apis/core/validation},
 * ValidateNodeFieldSelectorRequirement.
 */
public final class FieldSelectorNamesOneNode implements ObjectRule {

    private static final String ONE_NODE = "{key: metadata.name, operator: In, values: [node-1]}";

    // @formatter:off
    private static final Demand ONE_VALUE = new Demand(Origin.OPERATOR_VALUES, "values", "must have exactly 1 item")
        .dependingOn("operator").example(ONE_NODE, "{key: metadata.name, operator: In, values: [node-1, node-2]}");
    private static final Demand OPERATOR = new Demand(Origin.ENUM, "operator", "must be one of In, NotIn")
        .example(ONE_NODE, "{key: metadata.name, operator: Exists}");
    private static final Demand KEY = new Demand(Origin.ENUM, "key", "must be metadata.name")
        .example(ONE_NODE, "{key: metadata.namespace, operator: In, values: [node-1]}");
    private static final Demand VALUE = Formats.DNS_SUBDOMAIN.demand().at("values")
        .example(ONE_NODE, "{key: metadata.name, operator: In, values: [Node_1]}");
    // @formatter:on

    private static final String NODE_NAME = "metadata.name";

    @Override
    public List<Demand> demands() {
        return List.of(ONE_VALUE, OPERATOR, KEY, VALUE);
    }

    @Override
    public void check(ObjectValue requirement, @Nullable ObjectValue old, ValidationContext context) {
        String operator = requirement.string("operator");
        ListValue values = requirement.list("values");
        if (operator.equals("In") || operator.equals("NotIn")) {
            if (values.size() != 1) {
                context.report(ErrorType.REQUIRED, null, ONE_VALUE.adding("found " + values.size()), "values");
            }
        } else if (!operator.isEmpty()) {
            context.report(ErrorType.INVALID, requirement.get("operator"), OPERATOR, "operator");
        }
        if (requirement.string("key").equals(NODE_NAME)) {
            nodeNames(values, context);
        } else if (!requirement.string("key").isEmpty()) {
            context.report(ErrorType.INVALID, requirement.get("key"), KEY, "key");
        }
    }

    private static void nodeNames(ListValue values, ValidationContext context) {
        for (int i = 0; i < values.size(); i++) {
            Formats.DNS_SUBDOMAIN.check(
                    values.get(i) instanceof StringValue text ? text : new StringValue("", null),
                    context.at("values").at(i));
        }
    }
}
