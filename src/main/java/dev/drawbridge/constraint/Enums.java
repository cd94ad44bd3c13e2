package dev.drawbridge.constraint;

import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import java.util.List;

/** Closed sets of texts. */
public final class Enums {

    private Enums() {}

    /** One of these texts; another is an error of the given type ({@code FieldValueNotSupported} nearly everywhere). */
    public static Constraint oneOf(ErrorType type, String... texts) {
        List<String> allowed = List.of(texts);
        String detail = "must be one of " + String.join(", ", allowed);
        return (value, place) -> {
            if (!allowed.contains(text(value))) {
                place.report(type, value, detail, "enum");
            }
        };
    }

    private static String text(Value value) {
        return ((StringValue) value).value();
    }
}
