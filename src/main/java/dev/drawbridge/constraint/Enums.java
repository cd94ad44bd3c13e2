package dev.drawbridge.constraint;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Enumerations of strings. */
public final class Enums {

    private Enums() {}

    /**
     * One of these strings; another is an error of the given type ({@code FieldValueNotSupported} nearly everywhere).
     */
    public static Constraint oneOf(ErrorType type, String... texts) {
        return new OneOf(type, List.of(texts));
    }

    private record OneOf(ErrorType type, List<String> allowed) implements Constraint {

        private List<@Nullable Object> orUnset() {
            List<@Nullable Object> values = new ArrayList<>(allowed);
            values.add("");
            values.add(null);
            return values;
        }

        private String must() {
            return "must be one of " + String.join(", ", allowed);
        }

        @Override
        public List<Demand> demands() {
            String first = allowed.get(0);
            boolean isYamlBoolean = first.equals("True");
            return List.of(new Demand(Origin.ENUM, must(), Map.of("enum", orUnset()))
                    .example(isYamlBoolean ? "'" + first + "'" : first, "other"));
        }

        @Override
        public void check(Value value, ValidationContext place) {
            if (!allowed.contains(((StringValue) value).value())) {
                place.report(type, value, must(), Origin.ENUM);
            }
        }
    }

    /** A boolean that is true where it is set; {@code false} is {@code FieldValueInvalid}. */
    public static Constraint onlyTrue() {
        return new OnlyTrue();
    }

    private record OnlyTrue() implements Constraint {

        @Override
        public List<Demand> demands() {
            return List.of(new Demand(Origin.ENUM, "must be true or not set").example("true", "false"));
        }

        @Override
        public void check(Value value, ValidationContext place) {
            if (!((BooleanValue) value).value()) {
                place.report(ErrorType.INVALID, value, "must be true or not set", Origin.ENUM);
            }
        }
    }

    /** Nothing: a field whose feature is off may keep what is stored; anything else is {@code FieldValueForbidden}. */
    public static Constraint nothingNew() {
        return new NothingNew();
    }

    private record NothingNew() implements Constraint {

        @Override
        public List<Demand> demands() {
            return List.of(new Demand(
                    Origin.FEATURE_GATE, "must not be changed while its feature gate is off; it can be removed"));
        }

        @Override
        public void check(Value value, ValidationContext place) {
            String detail = "must not be changed while its feature gate is off; it can be removed";
            place.report(ErrorType.FORBIDDEN, value, detail, Origin.FEATURE_GATE);
        }
    }
}
