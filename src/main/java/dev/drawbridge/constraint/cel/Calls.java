package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The calls of an expression, in source order. */
final class Calls {

    private Calls() {}

    static @Nullable String firstProblem(
            CelAbstractSyntaxTree tree, Function<CelExpr.CelCall, Optional<String>> problem) {
        return all(tree).stream()
                .flatMap(call -> problem.apply(call.call()).stream())
                .findFirst()
                .orElse(null);
    }

    static List<CelExpr> all(CelAbstractSyntaxTree tree) {
        List<CelExpr> calls = new ArrayList<>();
        collect(tree.getExpr(), calls);
        return calls;
    }

    private static void collect(CelExpr expression, List<CelExpr> calls) {
        if (expression.getKind() == CelExpr.ExprKind.Kind.CALL) {
            calls.add(expression);
        }
        Parts.of(expression).forEach(part -> collect(part, calls));
    }
}
