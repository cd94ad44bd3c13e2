package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.ErrorType;
import java.util.List;

/** Fields of which exactly one is set. */
public final class Unions {

    private static final String ORIGIN = "union";

    private Unions() {}

    /** A pointer that is not null, or a list with an entry. */
    private static boolean isSet(ObjectValue object, String member) {
        return object.has(member) && !(object.get(member) instanceof ListValue list && list.size() == 0);
    }

    /**
     * Exactly one of these pointer fields: none is {@code FieldValueRequired}, several are {@code FieldValueInvalid}, both at the
     * object.
     */
    public static ObjectRule exactlyOneOf(String... fields) {
        List<String> members = List.of(fields);
        String names = String.join(", ", members);
        return (object, old, place) -> {
            List<String> set =
                    members.stream().filter(member -> isSet(object, member)).toList();
            if (set.isEmpty()) {
                place.report(ErrorType.REQUIRED, null, "must have exactly one of " + names, ORIGIN);
            } else if (set.size() > 1) {
                String detail = "must have exactly one of " + names + "; has " + String.join(" and ", set);
                place.report(ErrorType.INVALID, null, detail, ORIGIN);
            }
        };
    }
}
