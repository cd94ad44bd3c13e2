package dev.drawbridge.constraint;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.port.GoStrings;
import java.util.List;

/** A string that should be lower case; upper case is a warning. */
public final class LowerCase implements Constraint {

    private static final Demand LOWER_CASE =
            new Demand(Origin.LOWER_CASE, "should be lower case").example("gpu.example.com", "GPU.example.com");

    @Override
    public List<Demand> demands() {
        return List.of(LOWER_CASE);
    }

    @Override
    public void check(Value value, ValidationContext context) {
        String text = ((StringValue) value).value();
        if (!text.equals(GoStrings.toLower(text))) {
            context.warn(ErrorType.INVALID, value, LOWER_CASE);
        }
    }
}
