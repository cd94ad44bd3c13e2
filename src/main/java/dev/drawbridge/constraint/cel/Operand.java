package dev.drawbridge.constraint.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the cost of a call knows of an argument, or of what it is called on.
 *
 * @param path where in the device it comes from; null if it does not
 * @param size how large it can be; null if nothing is known
 */
record Operand(
        CelExpr expression,
        CelType type,
        @Nullable List<String> path,
        @Nullable Size size) {

    Size sizeOrUnknown() {
        return size == null ? Size.UNKNOWN : size;
    }

    /** The number that it is written as; the other one where it is none. */
    long integer(long otherwise) {
        return expression.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                        && expression.constant().getKind() == CelConstant.Kind.INT64_VALUE
                ? expression.constant().int64Value()
                : otherwise;
    }
}
