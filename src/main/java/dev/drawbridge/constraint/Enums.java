package dev.drawbridge.constraint;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
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
                place.report(type, value, detail, Origin.ENUM);
            }
        };
    }

    /** A boolean that is true where it is set; {@code false} is {@code FieldValueInvalid}. */
    public static Constraint onlyTrue() {
        return (value, place) -> {
            if (!((BooleanValue) value).value()) {
                place.report(ErrorType.INVALID, value, "must be true or not set", Origin.ENUM);
            }
        };
    }

    /** Nothing: a field whose feature is off may keep what is stored; anything else is {@code FieldValueForbidden}. */
    public static Constraint nothingNew() {
        return (value, place) -> place.report(
                ErrorType.FORBIDDEN,
                value,
                "must not be changed while its feature gate is off; it may be removed",
                Origin.FEATURE_GATE);
    }

    private static String text(Value value) {
        return ((StringValue) value).value();
    }
}
