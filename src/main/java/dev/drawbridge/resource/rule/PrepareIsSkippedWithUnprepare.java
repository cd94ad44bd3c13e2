package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;

/** Skipping NodePrepareResources requires skipping NodeUnprepareResources. Source: validateSkipNodeOperations. */
public final class PrepareIsSkippedWithUnprepare implements Constraint {

    private static final Demand UNPREPARE = new Demand(
                    Origin.SKIP_NODE_OPERATIONS,
                    "must include NodeUnprepareResources if it includes NodePrepareResources")
            .example("[NodePrepareResources, NodeUnprepareResources]", "[NodePrepareResources]");

    @Override
    public List<Demand> demands() {
        return List.of(UNPREPARE);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        ListValue skipped = (ListValue) value;
        if (has(skipped, "NodePrepareResources") && !has(skipped, "NodeUnprepareResources") && !has(skipped, "*")) {
            context.report(ErrorType.INVALID, null, UNPREPARE);
        }
    }

    private static boolean has(ListValue list, String text) {
        for (int i = 0; i < list.size(); i++) {
            if (list.get(i) instanceof StringValue one && one.value().equals(text)) {
                return true;
            }
        }
        return false;
    }
}
