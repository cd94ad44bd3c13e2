package dev.drawbridge.constraint.cel;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * An error in an expression.
 *
 * @param place its position in the expression; null for the whole expression
 * @param meant the expression without it; null if that is not known
 */
public record CelProblem(
        ErrorType type,
        String detail,
        @Nullable Position place,
        @Nullable String meant) {

    CelProblem(ErrorType type, String detail) {
        this(type, detail, null, null);
    }
}
