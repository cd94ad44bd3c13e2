package dev.drawbridge.constraint;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.List;

/** Texts that, where they are written, must not be empty, though the type could tell an empty one from none. */
public final class Filled {

    private Filled() {}

    /** An empty text is {@code FieldValueRequired} and nothing else; another has to meet these constraints. */
    public static Constraint then(Constraint... constraints) {
        List<Constraint> all = List.of(constraints);
        return (value, place) -> {
            if (((StringValue) value).value().isEmpty()) {
                place.report(ErrorType.REQUIRED, value, "must not be empty where it is written", Origin.REQUIRED);
                return;
            }
            all.forEach(constraint -> constraint.check(value, place));
        };
    }

    /** An empty text is {@code FieldValueRequired}, and whatever else these constraints make of it. */
    public static Constraint and(Constraint... constraints) {
        List<Constraint> all = List.of(constraints);
        return (value, place) -> {
            if (((StringValue) value).value().isEmpty()) {
                place.report(ErrorType.REQUIRED, value, "must not be empty where it is written", Origin.REQUIRED);
            }
            all.forEach(constraint -> constraint.check(value, place));
        };
    }
}
