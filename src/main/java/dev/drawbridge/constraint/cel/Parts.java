package dev.drawbridge.constraint.cel;

import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.List;

/** The subexpressions of an expression. dev.cel's own walk creates a second tree, slower than parsing. */
final class Parts {

    private Parts() {}

    /** The direct subexpressions, in source order. */
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
}
