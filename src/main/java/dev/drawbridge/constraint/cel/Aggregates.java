package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lists and maps that are written out have entries of one type, but for the arguments of a format.
 *
 * <p>Source: {@code github.com/google/cel-go/cel/validator.go}, ValidateHomogeneousAggregateLiterals. dev.cel's own takes an entry of
 * unknown type for any.
 */
final class Aggregates {

    private Aggregates() {}

    /** What is wrong with the first list or map; null where nothing is. */
    static @Nullable String problem(CelAbstractSyntaxTree tree) {
        boolean isMixed = CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> !isFormatArgument(node))
                .flatMap(node -> entries(node.expr()))
                .anyMatch(entries -> isMixed(tree, entries));
        return isMixed ? "has a list or a map with entries of several types; entries are all of one type" : null;
    }

    private static boolean isFormatArgument(CelNavigableExpr node) {
        return node.parent()
                .filter(parent -> parent.getKind() == CelExpr.ExprKind.Kind.CALL)
                .filter(parent -> parent.expr().call().function().equals(FormatCalls.FORMAT))
                .isPresent();
    }

    /** The elements of a list; the keys and the values of a map. */
    private static Stream<List<CelExpr>> entries(CelExpr expression) {
        return switch (expression.getKind()) {
            case LIST -> Stream.of(expression.list().elements());
            case MAP ->
                Stream.of(
                        expression.map().entries().stream()
                                .map(CelExpr.CelMap.Entry::key)
                                .toList(),
                        expression.map().entries().stream()
                                .map(CelExpr.CelMap.Entry::value)
                                .toList());
            default -> Stream.empty();
        };
    }

    private static boolean isMixed(CelAbstractSyntaxTree tree, List<CelExpr> entries) {
        Optional<CelType> first = entries.stream().findFirst().map(entry -> type(tree, entry));
        return first.isPresent() && entries.stream().skip(1).anyMatch(entry -> !isSame(first.get(), type(tree, entry)));
    }

    private static CelType type(CelAbstractSyntaxTree tree, CelExpr expression) {
        return tree.getType(expression.id()).orElse(SimpleType.DYN);
    }

    private static boolean isSame(CelType one, CelType other) {
        if (one.equals(other)) {
            return true;
        }
        List<CelType> these = one.parameters();
        List<CelType> those = other.parameters();
        if (these.isEmpty() || these.size() != those.size() || !one.name().equals(other.name())) {
            return false;
        }
        for (int i = 0; i < these.size(); i++) {
            if (!isUnknown(these.get(i)) && !isUnknown(those.get(i)) && !isSame(these.get(i), those.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnknown(CelType type) {
        return type.kind() == CelKind.DYN || type.kind() == CelKind.ANY || type.kind() == CelKind.TYPE_PARAM;
    }
}
