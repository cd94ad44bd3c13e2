package dev.drawbridge.constraint;

import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import java.util.function.Predicate;

/** A demand on a value that is all there is to say about it: unmet, it is reported with the value. */
record PlainConstraint(Demand demand, ErrorType type, Predicate<Value> isMet) implements Constraint, OneDemand {

    @Override
    public void check(Value value, ValidationContext context) {
        if (!isMet.test(value)) {
            context.report(type, value, demand);
        }
    }
}
