package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Functions that compare values: {@code ==}, {@code !=}, {@code in}, sets, and concatenated lists, which compare
 * differently.
 */
final class EqualityFunctions {

    /** {@code in} of a list of constants. */
    private static final String IN_CONSTANTS = "in_constants";

    /** {@code +} of lists, unless a macro appends to its accumulator. */
    private static final String JOIN = "join_lists";

    private static final Set<CelConstant.Kind> HASHED = Set.of(
            CelConstant.Kind.BOOLEAN_VALUE,
            CelConstant.Kind.INT64_VALUE,
            CelConstant.Kind.UINT64_VALUE,
            CelConstant.Kind.DOUBLE_VALUE,
            CelConstant.Kind.STRING_VALUE);

    private static final Set<String> CONVERSIONS =
            Set.of("bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint");

    private EqualityFunctions() {}

    static List<CelFunctionBinding> all() {
        return List.of(
                CelFunctionBinding.from("equals", Object.class, Object.class, EqualityFunctions::equal),
                CelFunctionBinding.from(
                        "not_equals",
                        Object.class,
                        Object.class,
                        (left, right) -> CelEquality.of(left, right) != CelEquality.EQUAL),
                CelFunctionBinding.from(
                        "in_list", Object.class, Collection.class, (value, list) -> CelEquality.contains(list, value)),
                CelFunctionBinding.from(
                        IN_CONSTANTS,
                        Object.class,
                        Collection.class,
                        (value, list) -> known(CelEquality.ofConstants(value, list))),
                CelFunctionBinding.from(JOIN, List.class, List.class, (first, second) -> JoinedList.of(first, second)),
                CelFunctionBinding.from(
                        "list_sets_contains_list", Collection.class, Collection.class, EqualityFunctions::hasAll),
                CelFunctionBinding.from(
                        "list_sets_intersects_list",
                        Collection.class,
                        Collection.class,
                        (one, other) ->
                                ((Collection<?>) one).stream().anyMatch(entry -> CelEquality.contains(other, entry))),
                CelFunctionBinding.from(
                        "list_sets_equivalent_list",
                        Collection.class,
                        Collection.class,
                        (one, other) -> hasAll(one, other) && hasAll(other, one)));
    }

    private static boolean equal(Object left, Object right) throws CelEvaluationException {
        return known(CelEquality.of(left, right));
    }

    private static boolean known(CelEquality equality) throws CelEvaluationException {
        if (equality == CelEquality.INCOMPARABLE) {
            throw new CelEvaluationException("no such overload");
        }
        return equality == CelEquality.EQUAL;
    }

    private static boolean hasAll(Collection<?> list, Collection<?> others) {
        return others.stream().allMatch(entry -> CelEquality.contains(list, entry));
    }

    /** The overloads of calls that cel-go plans differently from others of the same function, by call. */
    static Map<Long, CelReference> planned(CelAbstractSyntaxTree tree) {
        Map<Long, CelReference> planned = new HashMap<>();
        plan(tree.getExpr(), tree.getReferenceMap(), null, planned);
        return planned;
    }

    private static void plan(
            CelExpr expression,
            Map<Long, CelReference> references,
            @Nullable String accumulator,
            Map<Long, CelReference> planned) {
        if (expression.getKind() == CelExpr.ExprKind.Kind.CALL) {
            List<CelExpr> arguments = expression.call().args();
            if (is(expression, references, "in_list") && areConstant(arguments.get(1))) {
                planned.put(expression.id(), overload(IN_CONSTANTS));
            }
            if (is(expression, references, "add_list") && !isIdent(arguments.get(0), accumulator)) {
                planned.put(expression.id(), overload(JOIN));
            }
        }
        String inner = expression.getKind() == CelExpr.ExprKind.Kind.COMPREHENSION
                ? expression.comprehension().accuVar()
                : accumulator;
        Parts.of(expression).forEach(part -> plan(part, references, inner, planned));
    }

    private static boolean is(CelExpr call, Map<Long, CelReference> references, String overload) {
        CelReference reference = references.get(call.id());
        return reference != null && reference.overloadIds().equals(List.of(overload));
    }

    private static boolean isIdent(CelExpr expression, @Nullable String name) {
        return expression.getKind() == CelExpr.ExprKind.Kind.IDENT
                && expression.ident().name().equals(name);
    }

    /** Whether it is a non-empty list of hashable constants. */
    private static boolean areConstant(CelExpr list) {
        return list.getKind() == CelExpr.ExprKind.Kind.LIST
                && !list.list().elements().isEmpty()
                && list.list().elements().stream().allMatch(EqualityFunctions::isHashed);
    }

    private static boolean isHashed(CelExpr entry) {
        if (entry.getKind() == CelExpr.ExprKind.Kind.CONSTANT) {
            return HASHED.contains(entry.constant().getKind());
        }
        boolean isConverted = entry.getKind() == CelExpr.ExprKind.Kind.CALL
                && CONVERSIONS.contains(entry.call().function())
                && entry.call().args().size() == 1;
        return isConverted && isHashed(entry.call().args().get(0));
    }

    private static CelReference overload(String id) {
        return CelReference.newBuilder().addOverloadIds(id).build();
    }
}
