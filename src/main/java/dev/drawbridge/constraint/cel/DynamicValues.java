package dev.drawbridge.constraint.cel;

import static dev.drawbridge.constraint.cel.CelFunction.builtIn;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableCall;
import dev.cel.common.ast.CelMutableExprConverter;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Operands whose type is known at runtime only, such as attributes of devices: what has no fields has none, instead of
 * being an error; {@code &&} and {@code ||} absorb operands that are no bool; and keys of a map need a hash.
 *
 * <p>Source: {@code github.com/google/cel-go/interpreter}: attributes.go, interpretable.go (evalAnd, evalOr, evalMap).
 */
final class DynamicValues {

    static final String IS_BOOL = "operand_is_bool";
    static final String HAS_HASH = "key_has_hash";

    // @formatter:off
    static final List<CelFunction> ALL = List.of(
        builtIn(IS_BOOL) .giving(Object.class, DynamicValues::bool),
        builtIn(HAS_HASH).giving(Object.class, DynamicValues::hashed));
    // @formatter:on

    private static final Set<CelKind> UNKNOWN = EnumSet.of(CelKind.ANY, CelKind.DYN);
    private static final Set<CelKind> HASHED =
            EnumSet.of(CelKind.BOOL, CelKind.DOUBLE, CelKind.INT, CelKind.STRING, CelKind.UINT);

    private final CelAbstractSyntaxTree tree;
    private final Map<Long, CelReference> references;
    private final Map<Long, CelType> types;
    private final boolean readsObjects;
    private long last;

    private DynamicValues(CelAbstractSyntaxTree tree, boolean readsObjects) {
        this.tree = tree;
        this.readsObjects = readsObjects;
        this.references = new HashMap<>(tree.getReferenceMap());
        this.types = new HashMap<>(tree.getTypeMap());
        this.last = types.keySet().stream().mapToLong(Long::longValue).max().orElse(0);
    }

    /**
     * The tree with functions for what dev.cel evaluates differently.
     *
     * @param readsObjects whether all fields and entries may be those of API objects
     */
    static CelAbstractSyntaxTree planned(CelAbstractSyntaxTree tree, boolean readsObjects) {
        DynamicValues values = new DynamicValues(tree, readsObjects);
        CelMutableExpr root = CelMutableExprConverter.fromCelExpr(tree.getExpr());
        values.plan(root);
        return CelAbstractSyntaxTree.newCheckedAst(
                CelMutableExprConverter.fromMutableExpr(root), tree.getSource(), values.references, values.types);
    }

    private void plan(CelMutableExpr expression) {
        List<CelMutableExpr> parts = Parts.of(expression);
        parts.forEach(this::plan);
        switch (expression.getKind()) {
            case SELECT -> {
                CelMutableExpr operand = expression.select().operand();
                if ((readsObjects || isUnknown(operand)) && !references.containsKey(expression.id())) {
                    CelConstant field = CelConstant.ofValue(expression.select().field());
                    String function = expression.select().testOnly() ? ObjectFunctions.HAS : ObjectFunctions.FIELD;
                    expression.setCall(CelMutableCall.create(function, operand, CelMutableExpr.ofConstant(field)));
                    references.put(expression.id(), EqualityFunctions.overload(function));
                }
            }
            case CALL -> plan(expression, expression.call());
            case MAP ->
                expression.map().entries().stream()
                        .filter(entry -> !is(entry.key(), HASHED))
                        .forEach(entry -> entry.setKey(checked(entry.key(), HAS_HASH)));
            default -> {
                // Only its parts have operands.
            }
        }
    }

    private void plan(CelMutableExpr expression, CelMutableCall call) {
        String read = ObjectFunctions.function(call.function());
        // dev.cel's own function of x[?i] fails for an index of more than 32 bits.
        if (read != null
                && (readsObjects
                        || call.function().equals("_[?_]")
                        || call.args().stream().anyMatch(this::isUnknown))) {
            call.setFunction(read);
            references.put(expression.id(), EqualityFunctions.overload(read));
        }
        if (call.function().equals("_&&_") || call.function().equals("_||_")) {
            for (int i = 0; i < call.args().size(); i++) {
                if (isUnknown(call.args().get(i))) {
                    call.setArg(i, checked(call.args().get(i), IS_BOOL));
                }
            }
        }
    }

    private boolean isUnknown(CelMutableExpr expression) {
        return is(expression, UNKNOWN);
    }

    private boolean is(CelMutableExpr expression, Set<CelKind> kinds) {
        return expression.getKind() == Kind.CONSTANT && kinds == HASHED
                || tree.getType(expression.id())
                        .filter(type -> kinds.contains(type.kind()))
                        .isPresent();
    }

    private CelMutableExpr checked(CelMutableExpr operand, String function) {
        last++;
        references.put(last, EqualityFunctions.overload(function));
        types.put(last, SimpleType.DYN);
        return CelMutableExpr.ofCall(last, CelMutableCall.create(function, operand));
    }

    private static Object bool(Object value) throws CelEvaluationException {
        if (value instanceof Boolean) {
            return value;
        }
        if (value instanceof Unknown unknown) {
            throw unknown.use();
        }
        throw new CelEvaluationException("no such overload");
    }

    private static Object hashed(Object key) {
        if (CelEquality.hasHash(key)) {
            return key;
        }
        throw GoPanic.unhashable(key);
    }
}
