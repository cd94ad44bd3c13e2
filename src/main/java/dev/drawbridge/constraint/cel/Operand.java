package dev.drawbridge.constraint.cel;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An argument or target of a call, as far as its cost depends on it.
 *
 * @param path its path in the device; null if it is not from there
 * @param size its size; null if unknown
 */
record Operand(
        CelExpr expression,
        CelType type,
        @Nullable List<String> path,
        @Nullable Size size) {

    Size sizeOrUnknown() {
        return size == null ? Size.UNKNOWN : size;
    }

    /** The value of an integer literal; the given default if it is not one. */
    long integer(long otherwise) {
        return expression.getKind() == Kind.CONSTANT && expression.constant().getKind() == CelConstant.Kind.INT64_VALUE
                ? expression.constant().int64Value()
                : otherwise;
    }
}
