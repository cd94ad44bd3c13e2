package dev.drawbridge.constraint;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Suggestion.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Enumerations of strings. */
public final class Enums {

    /** No new value: a field whose feature is off may keep the stored one; others are {@code FieldValueForbidden}. */
    public static final Constraint NOTHING_NEW = new PlainConstraint(
            new Demand(Origin.FEATURE_GATE, "must not be changed while its feature gate is off; it can be removed"),
            ErrorType.FORBIDDEN,
            value -> false);

    /** A boolean that must be true if it is set; {@code false} is {@code FieldValueInvalid}. */
    public static final Constraint ONLY_TRUE = new PlainConstraint(
            new Demand(Origin.ENUM, "must be true or not set").example("true", "false"),
            ErrorType.INVALID,
            value -> ((BooleanValue) value).value());

    private Enums() {}

    /** One of these strings; others are errors of the given type ({@code FieldValueNotSupported} nearly everywhere). */
    public static Constraint oneOf(ErrorType type, String... texts) {
        return new OneOf(type, List.of(texts));
    }

    private record OneOf(ErrorType type, List<String> allowed) implements Constraint, OneDemand {

        private List<@Nullable Object> orUnset() {
            List<@Nullable Object> values = new ArrayList<>(allowed);
            values.add("");
            values.add(null);
            return values;
        }

        @Override
        public Demand demand() {
            String first = allowed.get(0);
            boolean isYamlBoolean = first.equals("True");
            String sentence = "must be one of " + String.join(", ", allowed);
            return new Demand(Origin.ENUM, sentence, Map.of("enum", orUnset()))
                    .example(isYamlBoolean ? "'" + first + "'" : first, "other");
        }

        @Override
        public void check(Value value, ValidationContext context) {
            String text = ((StringValue) value).value();
            if (!allowed.contains(text)) {
                context.report(type, value, demand(), meant(value, allowed, context));
            }
        }
    }

    /** Replaces a text by the only choice that is spelled like it, or begins with it; null if there is none. */
    public static @Nullable Suggestion meant(Value value, List<?> choices, ValidationContext context) {
        List<String> texts = new ArrayList<>();
        choices.stream().filter(String.class::isInstance).forEach(choice -> texts.add((String) choice));
        if (!(value instanceof StringValue text) || text.position() == null) {
            return null;
        }
        String written = text.value();
        List<String> longer = texts.stream()
                .filter(one -> written.length() > 1 && one.regionMatches(true, 0, written, 0, written.length()))
                .toList();
        String alike = Spelling.only(written, texts);
        String meant = alike != null ? alike : longer.size() == 1 ? longer.get(0) : null;
        Kind kind = Kind.REPLACE;
        return meant == null
                ? null
                : new Suggestion(kind, text.position(), context.fields(), null, written, meant, alike == null);
    }
}
