package dev.drawbridge.constraint;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;
import java.util.stream.Stream;

/**
 * A string that must not be empty if it is written, although its type could tell an empty one from an unset one.
 *
 * @param constraints its other constraints
 * @param emptyToo whether those apply to an empty one, too
 */
public record NotEmptyIfSet(List<Constraint> constraints, boolean emptyToo) implements Constraint {

    private static final Demand NOT_EMPTY =
            new Demand(Origin.REQUIRED, "must not be empty if set").example("gpu", "''");

    /** An empty text is {@code FieldValueRequired} and nothing else; another has to meet these constraints. */
    public static Constraint then(Constraint... constraints) {
        return new NotEmptyIfSet(List.of(constraints), false);
    }

    /** An empty text is {@code FieldValueRequired}, and whatever else these constraints make of it. */
    public static Constraint and(Constraint... constraints) {
        return new NotEmptyIfSet(List.of(constraints), true);
    }

    @Override
    public List<Demand> demands() {
        return Stream.concat(Stream.of(NOT_EMPTY), constraints.stream().flatMap(one -> one.demands().stream()))
                .toList();
    }

    @Override
    public void check(Value value, ValidationContext place) {
        boolean isEmpty = ((StringValue) value).value().isEmpty();
        if (isEmpty) {
            place.report(ErrorType.REQUIRED, value, NOT_EMPTY);
        }
        if (!isEmpty || emptyToo) {
            constraints.forEach(constraint -> constraint.check(value, place));
        }
    }
}
