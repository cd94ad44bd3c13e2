package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.Formats;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.field.Suggestion.Kind;
import org.jspecify.annotations.Nullable;

record ScalarNode(ScalarKind kind, Constraint[] constraints) implements TypeNode {

    /** What is meant by a value of another type. */
    Meaning meaning(Value value, FieldPath path) {
        Position position = value.position();
        String meant = meant(value);
        if (meant != null) {
            String hint = "write \"" + meant + "\"";
            return Meaning.at(position, hint, at -> Suggestion.replace(Kind.REPLACE, at, path, value.shown(), meant));
        }
        String hint = kind.quotesHint(value);
        return hint.isEmpty() ? new Meaning("") : Meaning.at(position, hint, at -> quotes(value, at, path));
    }

    /** The change of quotes that makes a value one of this type. */
    private static Suggestion quotes(Value value, Position position, FieldPath path) {
        if (value instanceof NumberValue number) {
            return Suggestion.quote(position, path, number.text(), number.written());
        }
        if (value instanceof BooleanValue bool) {
            return Suggestion.quote(position, path, bool.written(), bool.written());
        }
        String text = ((StringValue) value).value();
        return Suggestion.replace(Kind.UNQUOTE, position, path, text, text);
    }

    /** What a number is meant for that is invalid in quotes, too, such as the version 1.2; null if quotes suffice. */
    private @Nullable String meant(Value value) {
        if (kind == ScalarKind.STRING && value instanceof NumberValue number) {
            for (Constraint constraint : constraints) {
                if (constraint instanceof Formats format) {
                    return format.meant(number.written());
                }
            }
        }
        return null;
    }
}
