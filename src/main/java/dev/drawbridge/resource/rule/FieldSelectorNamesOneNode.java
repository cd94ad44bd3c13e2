package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Demand;
import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A node's only selectable field is its name, in or not in a list of one. Source: {@code pkg/apis/core/validation},
 * ValidateNodeFieldSelectorRequirement.
 */
public final class FieldSelectorNamesOneNode implements ObjectRule {

    private static final String NODE_NAME = "metadata.name";

    @Override
    public List<Demand> demands() {
        return List.of(
                new Demand(Origin.OPERATOR_VALUES, "must have exactly 1 value")
                        .example(
                                "{key: metadata.name, operator: In, values: [node-1]}",
                                "{key: metadata.name, operator: In, values: [node-1, node-2]}"),
                new Demand(Origin.FORMAT_DNS_SUBDOMAIN, "the value must be the name of a node: a DNS subdomain")
                        .example(
                                "{key: metadata.name, operator: In, values: [node-1]}",
                                "{key: metadata.name, operator: In, values: [Node_1]}"),
                new Demand(Origin.ENUM, "key must be metadata.name, and operator In or NotIn")
                        .example(
                                "{key: metadata.name, operator: In, values: [node-1]}",
                                "{key: metadata.name, operator: Exists}"));
    }

    @Override
    public void check(ObjectValue requirement, @Nullable ObjectValue old, ValidationContext place) {
        String operator = requirement.string("operator");
        ListValue values = requirement.list("values");
        if (operator.equals("In") || operator.equals("NotIn")) {
            if (values.size() != 1) {
                String detail = "must have exactly 1 item; found " + values.size();
                place.report(ErrorType.REQUIRED, null, detail, Origin.OPERATOR_VALUES, "values");
            }
        } else if (!operator.isEmpty()) {
            String detail = "must be one of In, NotIn";
            place.report(ErrorType.INVALID, requirement.get("operator"), detail, Origin.ENUM, "operator");
        }
        if (requirement.string("key").equals(NODE_NAME)) {
            nodeNames(values, place);
        } else if (!requirement.string("key").isEmpty()) {
            place.report(ErrorType.INVALID, requirement.get("key"), "must be " + NODE_NAME, Origin.ENUM, "key");
        }
    }

    private static void nodeNames(ListValue values, ValidationContext place) {
        place.enter("values");
        for (int i = 0; i < values.size(); i++) {
            place.enter(i);
            Formats.DNS_SUBDOMAIN.check(
                    values.get(i) instanceof StringValue text ? text : new StringValue("", null), place);
            place.leave();
        }
        place.leave();
    }
}
