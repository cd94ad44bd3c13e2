package dev.drawbridge.constraint.cel;

import dev.cel.common.ast.CelExpr;

/**
 * An error that the server finds in the literals of an expression.
 *
 * @param goText the same in the words of cel-go; the detail if the server crashes
 */
record LiteralProblem(CelExpr at, String detail, String goText) {}
