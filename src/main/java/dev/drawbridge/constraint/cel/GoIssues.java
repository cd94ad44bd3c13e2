package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSource;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.drawbridge.constraint.cel.SelectorLanguage.Formats;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The errors of expressions that do not compile, in the words of cel-go. */
final class GoIssues {

    private GoIssues() {}

    /** The message of cel-go. */
    static String text(CelValidationException refused, String expression) {
        CelSource source = CelSource.newBuilder(expression).setDescription("<input>").build();
        return refused.getErrors().stream()
                .map(issue -> issue.toDisplayString(source))
                .collect(Collectors.joining("\n"));
    }

    /** The error of a literal; null if there is none. */
    static @Nullable String ofLiterals(CelAbstractSyntaxTree tree, String expression) {
        String detail = Stream.<Supplier<@Nullable String>>of(
                        () -> Literals.problem(tree),
                        () -> Aggregates.problem(tree, true),
                        () -> FormatCalls.problem(tree, Formats.CHECKED))
                .map(Supplier::get)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (detail == null) {
            return null;
        }
        CelSource source = CelSource.newBuilder(expression).setDescription("<input>").build();
        return CelIssue.formatError(1, 0, detail).toDisplayString(source);
    }

    /** The name of a type. */
    static String name(CelType type) {
        String parameters = type.parameters().stream().map(GoIssues::name).collect(Collectors.joining(", "));
        String name = type.equals(SimpleType.NULL_TYPE) ? "null_type" : type.name();
        return parameters.isEmpty() ? name : name + "(" + parameters + ")";
    }
}
