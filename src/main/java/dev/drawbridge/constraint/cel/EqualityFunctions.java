package dev.drawbridge.constraint.cel;

import static dev.cel.common.types.SimpleType.BOOL;
import static dev.drawbridge.constraint.cel.CelFunction.builtIn;
import static dev.drawbridge.constraint.cel.CelFunction.global;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExprConverter;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.TypeParamType;
import dev.cel.runtime.CelEvaluationException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Functions that compare values: {@code ==}, {@code !=}, {@code in}, sets, and concatenated lists, which differ. */
final class EqualityFunctions {

    /** {@code in} of a list of constants. */
    private static final String IN_CONSTANTS = "in_constants";

    /** {@code type()}, which dev.cel does not know of a value whose type is declared as dyn. */
    private static final String TYPE_OF = "type_of";

    /** {@code +} of lists, unless a macro appends to its accumulator. */
    private static final String JOIN = "join_lists";

    private static final Set<CelConstant.Kind> HASHED = Set.of(
            CelConstant.Kind.BOOLEAN_VALUE,
            CelConstant.Kind.INT64_VALUE,
            CelConstant.Kind.UINT64_VALUE,
            CelConstant.Kind.DOUBLE_VALUE,
            CelConstant.Kind.STRING_VALUE);

    private static final Set<String> OBJECTS = Set.of("bytes", "duration", "timestamp", "type");

    private static final CelType LIST = ListType.create(TypeParamType.create("T"));

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        builtIn("equals")     .costingInCelGo(CallCosts.EQUALITY)      .giving(Object.class, Object.class, (left, right) -> isEqual(CelEquality.of(left, right))),
        builtIn("not_equals") .costingInCelGo(CallCosts.COMPARING)     .giving(Object.class, Object.class, (left, right) -> CelEquality.of(left, right) != CelEquality.EQUAL),
        builtIn("in_list")    .costingInCelGo(CallCosts.EACH_OF_SECOND).giving(Object.class, Collection.class, (value, list) -> CelEquality.contains(list, value)),
        builtIn("add_list")   .costing(CallCosts.APPENDING),
        builtIn("logical_or") .costing(CallCosts.FREE),
        builtIn("logical_and").costing(CallCosts.FREE),
        builtIn("conditional").costing(CallCosts.CHOOSING),
        builtIn(IN_CONSTANTS) .giving(Object.class, Collection.class, CelEquality::isAmongConstants),
        builtIn(TYPE_OF)      .giving(Object.class, CelValues::type),
        builtIn(JOIN)         .giving(List.class, List.class, (first, second) -> JoinedList.of(first, second)),
        global("sets.contains",   "list_sets_contains_list",   BOOL, LIST, LIST).costingInCelGo(CallCosts.PAIRS)      .giving(Collection.class, Collection.class, EqualityFunctions::hasAll),
        global("sets.intersects", "list_sets_intersects_list", BOOL, LIST, LIST).costingInCelGo(CallCosts.PAIRS)      .giving(Collection.class, Collection.class, EqualityFunctions::hasAny),
        global("sets.equivalent", "list_sets_equivalent_list", BOOL, LIST, LIST).costingInCelGo(CallCosts.PAIRS_TWICE).giving(Collection.class, Collection.class, (one, other) -> hasAll(one, other) && hasAll(other, one)));
    // @formatter:on

    /**
     * Comparisons with floating-point numbers, of which dev.cel orders NaN, too.
     *
     * <p>Source: {@code common/types/double.go}, Compare.
     */
    static final List<CelFunction> ORDER = Stream.of(
                    order("double", Double.class, Double.class),
                    order("double_int64", Double.class, Long.class),
                    order("double_uint64", Double.class, UnsignedLong.class),
                    order("int64_double", Long.class, Double.class),
                    order("uint64_double", UnsignedLong.class, Double.class))
            .flatMap(rows -> rows)
            .toList();

    private static <T extends Number, U extends Number> Stream<CelFunction> order(
            String types, Class<T> left, Class<U> right) {
        return Stream.of(
                builtIn("less_" + types).giving(left, right, (one, other) -> order(one, other) < 0),
                builtIn("less_equals_" + types).giving(left, right, (one, other) -> order(one, other) <= 0),
                builtIn("greater_" + types).giving(left, right, (one, other) -> order(one, other) > 0),
                builtIn("greater_equals_" + types).giving(left, right, (one, other) -> order(one, other) >= 0));
    }

    private static int order(Number one, Number other) throws CelEvaluationException {
        double left = one.doubleValue();
        double right = other.doubleValue();
        if (Double.isNaN(left) || Double.isNaN(right)) {
            throw new CelEvaluationException("NaN values cannot be ordered");
        }
        return left == right ? 0 : Double.compare(left, right);
    }

    private static boolean isEqual(CelEquality equality) throws CelEvaluationException {
        if (equality == CelEquality.INCOMPARABLE) {
            throw new CelEvaluationException("no such overload");
        }
        return equality == CelEquality.EQUAL;
    }

    private static boolean hasAll(Collection<?> list, Collection<?> others) {
        return others.stream().allMatch(entry -> CelEquality.contains(list, entry));
    }

    private static boolean hasAny(Collection<?> list, Collection<?> others) {
        return list.stream().anyMatch(entry -> CelEquality.contains(others, entry));
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
        if (expression.getKind() == Kind.CALL) {
            List<CelExpr> arguments = expression.call().args();
            if (is(expression.id(), references, "in_list") && areConstant(arguments.get(1))) {
                planned.put(expression.id(), overload(IN_CONSTANTS));
            }
            if (is(expression.id(), references, "type")) {
                planned.put(expression.id(), overload(TYPE_OF));
            }
            if (is(expression.id(), references, "add_list") && !isIdent(arguments.get(0), accumulator)) {
                planned.put(expression.id(), overload(JOIN));
            }
        }
        String inner = expression.getKind() == Kind.COMPREHENSION
                ? expression.comprehension().accuVar()
                : accumulator;
        Parts.of(expression).forEach(part -> plan(part, references, inner, planned));
    }

    /**
     * The expression with false instead of {@code X in []}, whose left side cel-go does not evaluate.
     *
     * <p>Source: {@code interpreter/decorators.go}, maybeOptimizeSetMembership.
     */
    static CelExpr withoutEmptyLists(CelAbstractSyntaxTree tree) {
        CelMutableExpr root = CelMutableExprConverter.fromCelExpr(tree.getExpr());
        decideEmptyLists(root, tree.getReferenceMap());
        return CelMutableExprConverter.fromMutableExpr(root);
    }

    private static void decideEmptyLists(CelMutableExpr expression, Map<Long, CelReference> references) {
        if (expression.getKind() == Kind.CALL
                && is(expression.id(), references, "in_list")
                && Parts.isEmptyList(expression.call().args().get(1))) {
            expression.setConstant(CelConstant.ofValue(false));
        }
        Parts.of(expression).forEach(part -> decideEmptyLists(part, references));
    }

    private static boolean is(long call, Map<Long, CelReference> references, String overload) {
        CelReference reference = references.get(call);
        return reference != null && reference.overloadIds().equals(List.of(overload));
    }

    private static boolean isIdent(CelExpr expression, @Nullable String name) {
        return expression.getKind() == Kind.IDENT && expression.ident().name().equals(name);
    }

    private static boolean areConstant(CelExpr list) {
        return list.getKind() == Kind.LIST
                && !list.list().elements().isEmpty()
                && list.list().elements().stream().allMatch(entry -> isHashed(entry) && !isObject(entry));
    }

    /** Whether it is a literal of a type that the hash table of cel-go does not take. */
    private static boolean isObject(CelExpr entry) {
        boolean isCall = entry.getKind() == Kind.CALL;
        String function = isCall ? entry.call().function() : "";
        return OBJECTS.contains(function)
                || function.equals("dyn") && isObject(entry.call().args().get(0));
    }

    private static boolean isHashed(CelExpr entry) {
        if (entry.getKind() == Kind.CONSTANT) {
            return HASHED.contains(entry.constant().getKind());
        }
        boolean isConverted = entry.getKind() == Kind.CALL
                && Constant.CONVERSIONS.contains(entry.call().function())
                && entry.call().args().size() == 1;
        return isConverted && isHashed(entry.call().args().get(0));
    }

    static CelReference overload(String id) {
        return CelReference.newBuilder().addOverloadIds(id).build();
    }
}
