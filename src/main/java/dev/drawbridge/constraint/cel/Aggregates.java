package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import java.util.List;
import java.util.Optional;
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

    private Aggregates() {}

    /**
     * The error in the first such list or map; null if there is none.
     *
     * @param exemptsAllOfFormat whether everything in a call of format() is exempt, as since cel-go 0.20 (Kubernetes
     *     1.31), or only its list
     */
    static @Nullable String problem(CelAbstractSyntaxTree tree, boolean exemptsAllOfFormat) {
        return problem(tree, tree.getExpr(), false, exemptsAllOfFormat);
    }

    private static @Nullable String problem(
            CelAbstractSyntaxTree tree, CelExpr expression, boolean isFormatArgument, boolean exemptsAllOfFormat) {
        Optional<String> here = isFormatArgument
                ? Optional.empty()
                : entries(expression)
                        .flatMap(entries -> problem(tree, entries).stream())
                        .findFirst();
        if (here.isPresent()) {
            return here.get();
        }
        boolean isFormat = exemptsAllOfFormat && isFormatArgument
                || expression.getKind() == CelExpr.ExprKind.Kind.CALL
                        && expression.call().function().equals(FormatCalls.FORMAT);
        for (CelExpr part : Parts.of(expression)) {
            String problem = problem(tree, part, isFormat, exemptsAllOfFormat);
            if (problem != null) {
                return problem;
            }
        }
        return null;
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

        Optional<String> problem(CelAbstractSyntaxTree tree) {
            CelType type = tree.getType(expression.id()).orElse(SimpleType.DYN);
            if (!optional || !type.parameters().isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(
                    type.kind() == CelKind.NULL_TYPE
                            ? "an optional entry must not be null; write optional.none()"
                            : "an optional entry of unknown type crashes the API server");
        }
    }

    private static Optional<String> problem(CelAbstractSyntaxTree tree, List<Entry> entries) {
        Optional<String> first =
                entries.stream().flatMap(entry -> entry.problem(tree).stream()).findFirst();
        return first.isPresent() || entries.isEmpty() || areSame(tree, entries)
                ? first
                : Optional.of("all entries of a list or map literal must have the same type");
    }

    private static boolean areSame(CelAbstractSyntaxTree tree, List<Entry> entries) {
        CelType first = entries.get(0).type(tree);
        boolean isOpen = isOpen(entries.get(0));
        return entries.stream().skip(1).allMatch(entry -> isSame(first, entry.type(tree), isOpen || isOpen(entry)));
    }

    /** Whether a part of it is empty: cel-go infers the type of its entries, dev.cel does not. */
    private static boolean isOpen(Entry entry) {
        return isOpen(entry.expression());
    }

    private static boolean isOpen(CelExpr expression) {
        if (isEmpty(expression)) {
            return true;
        }
        // The accumulator of map() and filter() starts empty, too, but both infer its type.
        CelExpr begin = expression.getKind() == CelExpr.ExprKind.Kind.COMPREHENSION
                ? expression.comprehension().accuInit()
                : null;
        return Parts.of(expression).stream().anyMatch(part -> part != begin && isOpen(part));
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
