package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableComprehension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The parts of expressions, in source order. dev.cel's own walk creates a second tree, slower than parsing. */
final class Parts {

    /** The direct subexpressions. */
    static List<CelExpr> of(CelExpr expression) {
        return switch (expression.getKind()) {
            case SELECT -> List.of(expression.select().operand());
            case CALL -> {
                CelExpr.CelCall call = expression.call();
                List<CelExpr> parts = new ArrayList<>(call.args().size() + 1);
                call.target().ifPresent(parts::add);
                parts.addAll(call.args());
                yield parts;
            }
            case LIST -> expression.list().elements();
            case STRUCT ->
                expression.struct().entries().stream()
                        .map(CelExpr.CelStruct.Entry::value)
                        .toList();
            case MAP -> {
                List<CelExpr> parts = new ArrayList<>();
                for (CelExpr.CelMap.Entry entry : expression.map().entries()) {
                    parts.add(entry.key());
                    parts.add(entry.value());
                }
                yield parts;
            }
            case COMPREHENSION -> {
                CelExpr.CelComprehension loop = expression.comprehension();
                yield List.of(loop.iterRange(), loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result());
            }
            default -> List.of();
        };
    }

    static List<CelMutableExpr> of(CelMutableExpr expression) {
        List<CelMutableExpr> parts = new ArrayList<>();
        switch (expression.getKind()) {
            case SELECT -> parts.add(expression.select().operand());
            case CALL -> {
                expression.call().target().ifPresent(parts::add);
                parts.addAll(expression.call().args());
            }
            case LIST -> parts.addAll(expression.list().elements());
            case STRUCT -> expression.struct().entries().forEach(entry -> parts.add(entry.value()));
            case MAP ->
                expression.map().entries().forEach(entry -> {
                    parts.add(entry.key());
                    parts.add(entry.value());
                });
            case COMPREHENSION -> {
                CelMutableComprehension loop = expression.comprehension();
                parts.addAll(List.of(
                        loop.iterRange(), loop.accuInit(), loop.loopCondition(), loop.loopStep(), loop.result()));
            }
            default -> {
                // A constant or a name.
            }
        }
        return parts;
    }

    /** All calls. */
    static List<CelExpr> calls(CelAbstractSyntaxTree tree) {
        List<CelExpr> calls = new ArrayList<>();
        collect(tree.getExpr(), calls);
        return calls;
    }

    private static void collect(CelExpr expression, List<CelExpr> calls) {
        if (expression.getKind() == Kind.CALL) {
            calls.add(expression);
        }
        of(expression).forEach(part -> collect(part, calls));
    }

    static boolean isCall(CelExpr expression, String function) {
        return expression.getKind() == Kind.CALL && expression.call().function().equals(function);
    }

    static boolean isEmptyList(CelExpr expression) {
        return expression.getKind() == Kind.LIST && expression.list().elements().isEmpty();
    }

    static boolean isEmptyList(CelMutableExpr expression) {
        return expression.getKind() == Kind.LIST && expression.list().elements().isEmpty();
    }

    /** The string of a literal; empty for another expression. */
    static Optional<String> text(CelExpr expression) {
        boolean isText = expression.getKind() == Kind.CONSTANT
                && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE;
        return isText ? Optional.of(expression.constant().stringValue()) : Optional.empty();
    }
}
