package dev.drawbridge.policy;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Severity;

/**
 * Why the API server refuses a policy or a binding, or a warning about one that it accepts.
 *
 * @param text the server's message, such as {@code Required value: expression is not specified}
 */
public record DefinitionError(FieldPath path, ErrorType type, String text, Severity severity) {}
