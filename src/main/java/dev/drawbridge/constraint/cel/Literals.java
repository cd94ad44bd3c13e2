package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds string literals that always make a function fail: durations, times and regular expressions.
 *
 * <p>Source: {@code github.com/google/cel-go/cel/validator.go}.
 */
final class Literals {

    private Literals() {}

    /** The error in the first invalid literal; null if there is none. */
    static @Nullable String problem(CelAbstractSyntaxTree tree) {
        return Calls.firstProblem(tree, Literals::problem);
    }

    private static Optional<String> problem(CelExpr.CelCall call) {
        List<CelExpr> arguments = call.args();
        if (arguments.isEmpty()) {
            return Optional.empty();
        }
        return switch (call.function()) {
            case "duration" ->
                shown(arguments.get(0), "duration").map(shown -> shown + " is not a duration; write it like 1h30m");
            case "timestamp" ->
                shown(arguments.get(0), "timestamp")
                        .map(shown -> shown + " is not a timestamp; write it like 2026-01-31T12:00:00Z");
            case "matches" -> text(arguments.get(arguments.size() - 1)).flatMap(Literals::regexProblem);
            default -> Optional.empty();
        };
    }

    /** A literal that the function cannot convert. */
    private static Optional<String> shown(CelExpr argument, String function) {
        if (argument.getKind() != CelExpr.ExprKind.Kind.CONSTANT) {
            return Optional.empty();
        }
        Constant literal = Constant.of(argument.constant());
        return literal.convertedBy(function) == null ? Optional.of(literal.toString()) : Optional.empty();
    }

    private static Optional<String> regexProblem(String regex) {
        return Optional.ofNullable(GoRegexp.problem(regex))
                .map(problem -> "\"" + regex + "\" is not a valid regular expression: " + problem);
    }

    static Optional<String> text(CelExpr expression) {
        boolean isText = expression.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE;
        return isText ? Optional.of(expression.constant().stringValue()) : Optional.empty();
    }
}
