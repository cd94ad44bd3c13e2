package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Formats;
import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A toleration's value is a label value if the operator is {@code Equal}, the default, and unset if it is {@code
 * Exists}. Source: validateDeviceToleration, DeviceToleration.Value.
 */
public final class TolerationFitsOperator implements ObjectRule {

    private static final Demand EMPTY = new Demand(Origin.TOLERATION_VALUE, "must be empty when operator is Exists")
            .at("value")
            .dependingOn("operator")
            .example(
                    "{key: example.com/broken, operator: Exists}",
                    "{key: example.com/broken, operator: Exists, value: 'true'}");

    private static final Demand LABEL = new Demand(
                    Origin.FORMAT_LABEL_VALUE, "must be the value of a label when operator is Equal")
            .at("value")
            .dependingOn("operator")
            .example(
                    "{key: example.com/broken, operator: Equal, value: 'true'}",
                    "{key: example.com/broken, operator: Equal, value: 'not now'}");

    @Override
    public List<Demand> demands() {
        return List.of(EMPTY, LABEL);
    }

    @Override
    public void check(ObjectValue toleration, @Nullable ObjectValue old, ValidationContext context) {
        String value = toleration.string("value");
        if (value.isEmpty()) {
            return;
        }
        switch (toleration.string("operator")) {
            case "Exists" -> context.report(ErrorType.INVALID, toleration.get("value"), EMPTY, "value");
            case "Equal", "" -> {
                String problem = Formats.LABEL_VALUE.problem(value);
                if (problem != null) {
                    context.report(
                            ErrorType.INVALID, toleration.get("value"), problem, Formats.LABEL_VALUE.origin(), "value");
                }
            }
            default -> {}
        }
    }
}
