package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calls of an expression, in the order in which they stand. */
final class Calls {

    private Calls() {}

    /** The first problem that any call has; null where none has one. */
    static @Nullable String firstProblem(
            CelAbstractSyntaxTree tree, Function<CelExpr.CelCall, Optional<String>> problem) {
        return all(tree).map(problem).flatMap(Optional::stream).findFirst().orElse(null);
    }

    /** All of them. */
    static Stream<CelExpr.CelCall> all(CelAbstractSyntaxTree tree) {
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == CelExpr.ExprKind.Kind.CALL)
                .map(node -> node.expr().call());
    }
}
