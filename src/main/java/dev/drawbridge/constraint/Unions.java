package dev.drawbridge.constraint;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of which exactly one is set. */
public final class Unions {

    private Unions() {}

    /** At least one of these fields; none is the given error at the object. */
    public static ObjectRule atLeastOneOf(ErrorType none, String... fields) {
        return new AtLeastOneOf(none, List.of(fields));
    }

    private record AtLeastOneOf(ErrorType none, List<String> fields) implements OneDemand {

        @Override
        public Demand demand() {
            return new Demand(Origin.UNION, "must have at least one of " + String.join(", ", fields))
                    .dependingOn(fields.toArray(String[]::new));
        }

        @Override
        public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
            if (fields.stream().noneMatch(object::has)) {
                context.report(none, null, demand());
            }
        }
    }

    /** Both of these fields or none; the missing one is {@code FieldValueRequired}. */
    public static ObjectRule together(String one, String other) {
        return new Together(one, other);
    }

    private record Together(String one, String other) implements ObjectRule {

        @Override
        public List<Demand> demands() {
            return List.of(with(one, other), with(other, one));
        }

        private static Demand with(String field, String other) {
            return new Demand(Origin.DEPENDENT_REQUIRED, field, "is required when these are set: " + other)
                    .dependingOn(other);
        }

        @Override
        public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
            if (object.has(one) != object.has(other)) {
                String missing = object.has(one) ? other : one;
                String set = object.has(one) ? one : other;
                context.report(ErrorType.REQUIRED, null, with(missing, set), missing);
            }
        }
    }

    /**
     * Exactly one of these fields, an empty list counted as set: none is the given error, several are {@code
     * FieldValueInvalid}, both at the object.
     */
    public static ObjectRule exactlyOneWritten(ErrorType none, String... fields) {
        return new ExactlyOneOf(none, List.of(fields), true, true);
    }

    /** Exactly one of these fields; an empty list counts as unset. */
    public static ObjectRule exactlyOneFilled(ErrorType none, String... fields) {
        return new ExactlyOneOf(none, List.of(fields), true, false);
    }

    /**
     * Exactly one of these pointer fields: none is {@code FieldValueRequired}, several are {@code FieldValueInvalid},
     * both at the object.
     */
    public static ObjectRule exactlyOneOf(String... fields) {
        return exactlyOneOf(ErrorType.REQUIRED, fields);
    }

    /** Exactly one of these pointer fields; if none is set, that is the given error. */
    public static ObjectRule exactlyOneOf(ErrorType none, String... fields) {
        return new ExactlyOneOf(none, List.of(fields), false, false);
    }

    /** The field that an object has instead of another one, as the rule allows only one; null if there is none. */
    public static @Nullable String instead(ObjectRule rule, String field, ObjectValue object) {
        return rule instanceof ExactlyOneOf one && one.fields.contains(field) && !object.has(field)
                ? one.fields.stream().filter(object::has).findFirst().orElse(null)
                : null;
    }

    /** Exactly one of the fields; an empty list may count as set next to another field, and alone. */
    private record ExactlyOneOf(ErrorType none, List<String> fields, boolean countsEmpty, boolean takesEmpty)
            implements OneDemand {

        @Override
        public Demand demand() {
            return new Demand(Origin.UNION, "must have exactly one of " + String.join(", ", fields), keywords())
                    .dependingOn(fields.toArray(String[]::new));
        }

        @Override
        public void check(ObjectValue object, @Nullable ObjectValue old, ValidationContext context) {
            // The usual case: a device's attribute has one entry.
            if (object.size() == 1 && isSet(object.value(0), takesEmpty) && fields.contains(object.key(0))) {
                return;
            }
            List<String> set = fields.stream()
                    .filter(field -> isSet(object.get(field), countsEmpty))
                    .toList();
            if (set.size() > 1) {
                context.report(ErrorType.INVALID, null, demand().adding("has " + String.join(" and ", set)));
            } else if (set.isEmpty() || !isSet(object.get(set.get(0)), takesEmpty)) {
                context.report(none, null, demand());
            }
        }

        /** The JSON Schema keywords for one field without the others. */
        private Map<String, Object> keywords() {
            Map<String, Object> unset =
                    Map.of("anyOf", List.of(Map.of("type", "null"), Map.of("type", "array", "maxItems", 0)));
            List<Object> choices = new ArrayList<>();
            for (String field : fields) {
                choices.add(Map.of("required", List.of(field), "properties", Map.of(field, Map.of("not", unset))));
            }
            return countsEmpty || takesEmpty ? Map.of() : Map.of("oneOf", choices);
        }

        /** Whether a pointer is not null; lists may count as unset if they are empty. */
        private static boolean isSet(@Nullable Value value, boolean orEmpty) {
            return value != null
                    && !(value instanceof NullValue)
                    && (orEmpty || !(value instanceof ListValue list && list.size() == 0));
        }
    }
}
