package dev.drawbridge.constraint;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.stream.Stream;

/**
 * A string that must not be empty if it is set, although its type distinguishes empty from unset.
 *
 * @param emptyToo whether they also apply to an empty string
 */
public record NotEmptyIfSet(List<Constraint> constraints, boolean emptyToo) implements Constraint {

    private static final Demand NOT_EMPTY =
            new Demand(Origin.REQUIRED, "must not be empty if set").example("gpu", "''");

    /** An empty string is only {@code FieldValueRequired}; others must meet these constraints. */
    public static Constraint then(Constraint... constraints) {
        return new NotEmptyIfSet(List.of(constraints), false);
    }

    /** An empty string is {@code FieldValueRequired}, and must meet these constraints, too. */
    public static Constraint and(Constraint... constraints) {
        return new NotEmptyIfSet(List.of(constraints), true);
    }

    @Override
    public List<Demand> demands() {
        return Stream.concat(Stream.of(NOT_EMPTY), constraints.stream().flatMap(one -> one.demands().stream()))
                .toList();
    }

    @Override
    public void check(Value value, ValidationContext context) {
        boolean isEmpty = ((StringValue) value).value().isEmpty();
        if (isEmpty) {
            context.report(ErrorType.REQUIRED, value, NOT_EMPTY);
        }
        if (!isEmpty || emptyToo) {
            constraints.forEach(constraint -> constraint.check(value, context));
        }
    }
}
