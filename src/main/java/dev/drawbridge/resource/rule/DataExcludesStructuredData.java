package dev.drawbridge.resource.rule;

import dev.drawbridge.constraint.ObjectRule;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A handle has {@code data} or {@code structuredData}. Source: validateResourceHandles, ResourceHandle, since 1.30. */
public final class DataExcludesStructuredData implements ObjectRule {

    private static final Demand EXCLUSIVE = new Demand(Origin.UNION, "data and structuredData are mutually exclusive")
            .dependingOn("data", "structuredData")
            .example("{data: abc}", "{data: abc, structuredData: {nodeName: node-1}}");

    @Override
    public List<Demand> demands() {
        return List.of(EXCLUSIVE);
    }

    @Override
    public void check(ObjectValue handle, @Nullable ObjectValue old, ValidationContext context) {
        if (!handle.string("data").isEmpty() && handle.has("structuredData")) {
            context.report(ErrorType.INVALID, null, EXCLUSIVE.adding("remove one"));
        }
    }
}
