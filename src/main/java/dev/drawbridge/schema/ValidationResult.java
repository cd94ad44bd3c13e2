package dev.drawbridge.schema;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.Value;

/**
 * The result of a validation.
 *
 * @param value to which the context's paths lead: the object without what the server drops, unless it cannot decode it
 */
public record ValidationResult(Value value, ValidationContext context) {}
