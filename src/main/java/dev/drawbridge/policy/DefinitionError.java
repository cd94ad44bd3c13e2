package dev.drawbridge.policy;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import org.jspecify.annotations.Nullable;

/**
 * Why the API server refuses a policy or a binding, or a warning about one that it accepts.
 *
 * @param text the server's message, such as {@code Required value: expression is not specified}
 * @param origin the rule that is not met
 * @param within the place in an expression; null if it is all of the value
 * @param hint what is to be done, to follow the message; may be empty
 */
public record DefinitionError(
        FieldPath path,
        ErrorType type,
        String text,
        Severity severity,
        Origin origin,
        @Nullable Position within,
        String hint) {

    /** An error of a whole value, without a hint. */
    DefinitionError(FieldPath path, ErrorType type, String text, Severity severity) {
        this(path, type, text, severity, Origin.POLICY_DEFINITION, null, "");
    }

    /** The message in one line, with the hint. */
    public String sentence() {
        return text.lines().findFirst().orElse("") + hint;
    }

    DefinitionError hinting(String other) {
        return new DefinitionError(path, type, text, severity, origin, within, other);
    }
}
