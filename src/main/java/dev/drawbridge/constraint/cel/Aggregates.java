package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Checks that list and map literals have entries of one type, except in the arguments of a format.
 *
 * <p>Source: {@code github.com/google/cel-go/cel/validator.go}, ValidateHomogeneousAggregateLiterals. dev.cel's own
 * check lets an entry of unknown type pass.
 */
final class Aggregates {

    private final CelAbstractSyntaxTree tree;
    private final boolean exemptsAllOfFormat;
    private final List<LiteralProblem> found = new ArrayList<>();

    /** The macros' variables for values whose type is open. */
    private final Set<String> open = new HashSet<>();

    private Aggregates(CelAbstractSyntaxTree tree, boolean exemptsAllOfFormat) {
        this.tree = tree;
        this.exemptsAllOfFormat = exemptsAllOfFormat;
    }

    /**
     * The entries with a wrong type: the first of each list, all of each map.
     *
     * @param exemptsAllOfFormat whether everything in a call of format() is exempt, as since cel-go 0.20 (Kubernetes
     *     1.31), or only its list
     */
    static List<LiteralProblem> in(CelAbstractSyntaxTree tree, boolean exemptsAllOfFormat) {
        Aggregates all = new Aggregates(tree, exemptsAllOfFormat);
        all.check(tree.getExpr(), false);
        return all.found;
    }

    private void check(CelExpr expression, boolean isFormatArgument) {
        if (!isFormatArgument) {
            entries(expression).forEach(entries -> check(entries, expression.getKind() == Kind.LIST));
        }
        boolean isFormat = exemptsAllOfFormat && isFormatArgument || Parts.isCall(expression, FormatCalls.FORMAT);
        Parts.of(expression).forEach(part -> check(part, isFormat));
    }

    private void check(List<Entry> entries, boolean isList) {
        for (Entry entry : entries) {
            String crash = entry.crash(tree);
            if (crash != null) {
                found.add(new LiteralProblem(entry.expression(), crash, crash));
                return;
            }
        }
        for (int i = 1; i < entries.size(); i++) {
            CelType first = entries.get(0).type(tree);
            CelType type = entries.get(i).type(tree);
            boolean isOpen =
                    isOpen(entries.get(0).expression()) || isOpen(entries.get(i).expression());
            if (!isSame(first, type, isOpen)) {
                found.add(new LiteralProblem(
                        entries.get(i).expression(),
                        "all entries of a list or map literal must have the same type",
                        GoErrors.simple("expected type '" + GoErrors.name(first) + "' but found '" + GoErrors.name(type)
                                        + "'")
                                .replace("null_type", "null")));
                if (isList) {
                    return;
                }
            }
        }
    }

    /** The elements of a list; the keys and the values of a map. */
    private static Stream<List<Entry>> entries(CelExpr expression) {
        return switch (expression.getKind()) {
            case LIST -> {
                List<CelExpr> elements = expression.list().elements();
                Set<Integer> optional = Set.copyOf(expression.list().optionalIndices());
                yield Stream.of(IntStream.range(0, elements.size())
                        .mapToObj(i -> new Entry(elements.get(i), optional.contains(i)))
                        .toList());
            }
            case MAP ->
                Stream.of(
                        expression.map().entries().stream()
                                .map(entry -> new Entry(entry.key(), false))
                                .toList(),
                        expression.map().entries().stream()
                                .map(entry -> new Entry(entry.value(), entry.optionalEntry()))
                                .toList());
            default -> Stream.empty();
        };
    }

    /** An entry; an optional one exists only if its value is present. */
    private record Entry(CelExpr expression, boolean optional) {

        CelType type(CelAbstractSyntaxTree tree) {
            CelType type = tree.getType(expression.id()).orElse(SimpleType.DYN);
            return optional ? type.parameters().get(0) : type;
        }

        /** The error of an optional entry with a value that is none; null if there is none. */
        @Nullable
        String crash(CelAbstractSyntaxTree tree) {
            CelType type = tree.getType(expression.id()).orElse(SimpleType.DYN);
            if (!optional || !type.parameters().isEmpty()) {
                return null;
            }
            return type.kind() == CelKind.NULL_TYPE
                    ? "an optional entry must not be null; write optional.none()"
                    : "an optional entry of unknown type crashes the API server";
        }
    }

    /**
     * Whether its type depends on that of an empty list or map: cel-go infers the type of these entries, dev.cel does
     * not. What is of unknown type for another reason decides for the whole.
     */
    private boolean isOpen(CelExpr expression) {
        if (isEmpty(expression)) {
            return true;
        }
        if (!hasUnknown(expression)) {
            return false;
        }
        return switch (expression.getKind()) {
            case IDENT -> open.contains(expression.ident().name());
            case SELECT -> false;
            case COMPREHENSION -> isOpen(expression.comprehension());
            case CALL -> {
                List<CelExpr> unknown =
                        Parts.of(expression).stream().filter(this::hasUnknown).toList();
                yield !unknown.isEmpty() && unknown.stream().allMatch(this::isOpen);
            }
            default -> Parts.of(expression).stream().anyMatch(this::isOpen);
        };
    }

    private boolean hasUnknown(CelExpr expression) {
        return isEmpty(expression) || hasUnknown(tree.getType(expression.id()).orElse(SimpleType.DYN));
    }

    private static boolean hasUnknown(CelType type) {
        return isUnknown(type) || type.parameters().stream().anyMatch(Aggregates::hasUnknown);
    }

    /** The accumulator of map() and filter() starts empty, too, but both infer its type. */
    private boolean isOpen(CelExpr.CelComprehension loop) {
        boolean isBinding = isEmpty(loop.iterRange());
        boolean isOpen = isOpen(isBinding ? loop.accuInit() : loop.iterRange());
        String variable = isBinding ? loop.accuVar() : loop.iterVar();
        boolean isNew = isOpen && open.add(variable);
        boolean isOpenResult = isOpen(isBinding ? loop.result() : loop.loopStep());
        if (isNew) {
            open.remove(variable);
        }
        return isOpenResult;
    }

    private static boolean isEmpty(CelExpr expression) {
        return switch (expression.getKind()) {
            case LIST -> expression.list().elements().isEmpty();
            case MAP -> expression.map().entries().isEmpty();
            case CALL -> expression.call().function().equals("optional.none");
            default -> false;
        };
    }

    private static boolean isSame(CelType one, CelType other, boolean isOpen) {
        if (one.equals(other)) {
            return true;
        }
        List<CelType> these = one.parameters();
        List<CelType> those = other.parameters();
        if (these.isEmpty() || these.size() != those.size() || !one.name().equals(other.name())) {
            return false;
        }
        for (int i = 0; i < these.size(); i++) {
            boolean isUnknown = isOpen && (isUnknown(these.get(i)) || isUnknown(those.get(i)));
            if (!isUnknown && !isSame(these.get(i), those.get(i), isOpen)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isUnknown(CelType type) {
        return type.kind() == CelKind.DYN || type.kind() == CelKind.ANY || type.kind() == CelKind.TYPE_PARAM;
    }
}
