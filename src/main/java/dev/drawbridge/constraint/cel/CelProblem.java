package dev.drawbridge.constraint.cel;

import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * An error in an expression.
 *
 * @param place its position in the expression; null for the whole expression
 */
public record CelProblem(
        ErrorType type, String detail, @Nullable Position place) {

    CelProblem(ErrorType type, String detail) {
        this(type, detail, null);
    }
}
