package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds string literals that always make a function fail: durations, times and regular expressions.
 *
 * <p>Source: {@code github.com/google/cel-go/cel/validator.go}.
 */
final class Literals {

    /** The errors in invalid literals. */
    static List<LiteralProblem> in(CelAbstractSyntaxTree tree) {
        return Parts.calls(tree).stream().flatMap(Literals::problem).toList();
    }

    private static Stream<LiteralProblem> problem(CelExpr expression) {
        List<CelExpr> arguments = expression.call().args();
        if (arguments.isEmpty()) {
            return Stream.empty();
        }
        String function = expression.call().function();
        CelExpr argument = arguments.get(arguments.size() - 1);
        Optional<String> detail =
                switch (function) {
                    case "duration" ->
                        shown(argument, function).map(shown -> shown + " is not a duration; write it like 1h30m");
                    case "timestamp" ->
                        shown(argument, function)
                                .map(shown -> shown + " is not a timestamp; write it like 2026-01-31T12:00:00Z");
                    case "matches" -> Parts.text(argument).flatMap(Literals::regexProblem);
                    default -> Optional.empty();
                };
        return detail.stream().map(text -> new LiteralProblem(argument, text, "invalid " + function + " argument"));
    }

    /** A literal that the function cannot convert. */
    private static Optional<String> shown(CelExpr argument, String function) {
        if (argument.getKind() != Kind.CONSTANT) {
            return Optional.empty();
        }
        Constant literal = Constant.of(argument.constant());
        return literal.convertedBy(function) == null ? Optional.of(literal.toString()) : Optional.empty();
    }

    private static Optional<String> regexProblem(String regex) {
        return Optional.ofNullable(GoRegexp.problem(regex))
                .map(problem -> "\"" + regex + "\" is not a valid regular expression: " + problem);
    }
}
