package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Binding conditions and binding failure conditions are both set or both not, and have nothing in common. Source:
 * validateDeviceBindingParameters, DeviceRequestAllocationResult.BindingConditions.
 */
public final class BindingConditionsComeTogether implements ObjectRule {

    private static final Demand IN_COMMON = new Demand(
                    Origin.BINDING_CONDITIONS, "bindingFailureConditions", "must not also be in bindingConditions")
            .dependingOn("bindingConditions")
            .example(
                    "{bindingConditions: [Ready], bindingFailureConditions: [Failed]}",
                    "{bindingConditions: [Ready], bindingFailureConditions: [Ready]}");

    private static final String CONDITIONS = "bindingConditions";
    private static final String FAILURES = "bindingFailureConditions";

    private static void disjoint(Set<String> conditions, ListValue failures, ValidationContext context) {
        for (int i = 0; i < failures.size(); i++) {
            if (conditions.contains(StringValue.orEmpty(failures.get(i)))) {
                context.at(FAILURES).at(i).report(ErrorType.INVALID, failures.get(i), IN_COMMON);
            }
        }
    }

    @Override
    public List<Demand> demands() {
        return List.of(together(CONDITIONS, FAILURES), together(FAILURES, CONDITIONS), IN_COMMON);
    }

    private static Demand together(String field, String other) {
        return new Demand(Origin.BINDING_CONDITIONS, field, "must be set if " + other + " is set")
                .dependingOn(other)
                .example(
                        "{bindingConditions: [Ready], bindingFailureConditions: [Failed]}", "{" + other + ": [Ready]}");
    }

    @Override
    public void check(ObjectValue result, @Nullable ObjectValue old, ValidationContext context) {
        boolean conditions = result.list(CONDITIONS).size() > 0;
        boolean failures = result.list(FAILURES).size() > 0;
        if (!conditions && !failures) {
            return;
        }
        if (conditions != failures) {
            String missing = conditions ? FAILURES : CONDITIONS;
            String there = conditions ? CONDITIONS : FAILURES;
            context.report(ErrorType.INVALID, null, together(missing, there), missing);
        }
        disjoint(Set.copyOf(result.list(CONDITIONS).allTexts()), result.list(FAILURES), context);
    }
}
