package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A slice, or a device that chooses for itself, is on one node, on those of a selector, on all, or leaves the choice to
 * its devices: exactly one of them. Source: validateResourceSliceSpec, validateDevice.
 */
public final class NodesAreChosenOnce implements ObjectRule {

    private final List<String> choices;
    private final Demand demand;

    /** The rule over these fields: a string that is not empty, {@code true}, or an object. */
    public NodesAreChosenOnce(String... choices) {
        this.choices = List.of(choices);
        this.demand = new Demand(Origin.UNION, "must have exactly one of " + String.join(", ", choices))
                .dependingOn(choices)
                .example("{nodeName: node-1}", "{nodeName: node-1, allNodes: true}");
    }

    @Override
    public List<Demand> demands() {
        return List.of(demand);
    }

    @Override
    public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
        ObjectValue body = DeviceBody.of(object);
        List<String> chosen =
                choices.stream().filter(choice -> isChosen(body.get(choice))).toList();

        if (chosen.isEmpty()) {
            context.report(ErrorType.REQUIRED, null, demand);
        } else if (chosen.size() > 1) {
            context.report(ErrorType.INVALID, null, demand.adding("has " + String.join(" and ", chosen)));
        }
    }

    private static boolean isChosen(@Nullable Value value) {
        return value instanceof ObjectValue
                || value instanceof BooleanValue bool && bool.value()
                || value instanceof StringValue text && !text.value().isEmpty();
    }
}
