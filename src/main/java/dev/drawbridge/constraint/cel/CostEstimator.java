package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.drawbridge.constraint.cel.KnownSizes.Entries;
import dev.drawbridge.constraint.cel.KnownSizes.Local;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the maximum cost of an expression in steps: each node once, strings by length, loops by the size of their
 * range. dev.cel lacks an estimator.
 *
 * <p>Source: {@code github.com/google/cel-go/checker/cost.go}; of Kubernetes' functions {@link CallCosts}.
 */
final class CostEstimator {

    /** The cost per character of reading a string. */
    static final double TEXT = 0.1;

    /** The number of states of a regular expression per character. */
    static final double REGEX = 0.25;

    static final long LIST = 10;

    static final long MAP = 30;
    static final long STRUCT = 40;
    private static final String CONDITIONAL = "_?_:_";

    /** The variable of dev.cel's optMap(), instead of which cel-go evaluates its target each time. */
    private static final String OPTIONAL_TARGET = "@target";

    /** Functions whose results have entries of their targets. */
    private static final Set<String> OF_ENTRIES = Set.of("reverse", "slice", "distinct", "sort", ListSorting.BY_KEYS);

    private static final List<String> ACCUMULATORS = List.of("__result__", "@result");

    private final CelAbstractSyntaxTree tree;

    private final Cost how;

    /** Whether sizes of literals' entries and of arguments of dyn() are used. */
    private final boolean bySize;

    /** Whether types and parts have sizes, and an empty list has no entry of size 0. */
    private final boolean byParts;

    private final KnownSizes known;

    /** The cost of the target of the innermost optMap(). */
    private long target;

    CostEstimator(CelAbstractSyntaxTree tree, Cost how) {
        this.tree = tree;
        this.how = how;
        this.bySize = how.isSince(Cost.BY_SIZE);
        this.byParts = how.isSince(Cost.BY_SIZE_OF_PARTS);
        this.known = new KnownSizes(tree, how);
    }

    long cost() {
        return cost(tree.getExpr());
    }

    private long cost(CelExpr expression) {
        return switch (expression.getKind()) {
            case IDENT -> identifier(expression);
            case SELECT -> select(expression);
            case CALL -> call(expression);
            case LIST -> list(expression);
            case MAP -> map(expression);
            case STRUCT -> struct(expression);
            case COMPREHENSION -> isBind(expression.comprehension()) ? bind(expression) : loop(expression);
            default -> 0;
        };
    }

    private long identifier(CelExpr expression) {
        String name = expression.ident().name();
        Local local = known.local(name);
        known.setPath(expression, local == null ? List.of(name) : local.path() == null ? List.of() : local.path());
        return name.equals(OPTIONAL_TARGET) ? target : 1;
    }

    private long select(CelExpr expression) {
        CelExpr operand = expression.select().operand();
        long cost = cost(operand);
        if (expression.select().testOnly()) {
            return cost;
        }
        CelKind kind = known.type(operand).kind();
        if (byParts || Set.of(CelKind.MAP, CelKind.STRUCT, CelKind.TYPE_PARAM).contains(kind)) {
            cost = Size.sum(cost, 1);
        }
        known.setPath(
                expression,
                KnownSizes.step(known.path(operand), expression.select().field()));
        return cost;
    }

    private long list(CelExpr expression) {
        long cost = LIST;
        Size size = none(expression.list().elements());
        for (CelExpr element : expression.list().elements()) {
            cost = Size.sum(cost, cost(element));
        }
        for (CelExpr element : known.entriesOf(expression)) {
            size = size.or(known.sizeOrUnknown(element));
        }
        known.setEntries(expression, new Entries(true, Size.ONE, size));
        return cost;
    }

    private long map(CelExpr expression) {
        long cost = MAP;
        Size key = none(expression.map().entries());
        Size value = key;
        for (CelExpr.CelMap.Entry entry : expression.map().entries()) {
            cost = Size.sum(cost, Size.sum(cost(entry.key()), cost(entry.value())));
            key = key.or(known.sizeOrUnknown(entry.key()));
            value = value.or(known.sizeOrUnknown(entry.value()));
        }
        known.setEntries(expression, new Entries(false, key, value));
        return cost;
    }

    private Size none(List<?> entries) {
        return entries.isEmpty() && !byParts ? Size.of(0) : Size.NONE;
    }

    private long struct(CelExpr expression) {
        long cost = STRUCT;
        for (CelExpr.CelStruct.Entry entry : expression.struct().entries()) {
            cost = Size.sum(cost, cost(entry.value()));
        }
        return cost;
    }

    /** Before costs depended on sizes, a bound variable counted as a loop, except the target of optMap(). */
    private boolean isBind(CelExpr.CelComprehension loop) {
        return (bySize || loop.accuVar().equals(OPTIONAL_TARGET))
                && Parts.isEmptyList(loop.iterRange())
                && loop.loopCondition().getKind() == Kind.CONSTANT
                && loop.loopCondition().constant().getKind() == CelConstant.Kind.BOOLEAN_VALUE
                && !loop.loopCondition().constant().booleanValue()
                && !ACCUMULATORS.contains(loop.accuVar());
    }

    private long bind(CelExpr expression) {
        CelExpr.CelComprehension bind = expression.comprehension();
        long before = target;
        long init = cost(bind.accuInit());
        boolean isTarget = bind.accuVar().equals(OPTIONAL_TARGET);
        long cost = isTarget ? 0 : Size.sum(cost(bind.iterRange()), init);
        target = isTarget ? init : target;
        known.push(
                bind.accuVar(),
                new Local(known.path(bind.accuInit()), known.size(bind.accuInit()), known.entries(bind.accuInit())));
        cost = Size.sum(cost, cost(bind.result()));
        known.pop(bind.accuVar());
        target = before;
        known.copySizes(expression, bind.result());
        return cost;
    }

    private long loop(CelExpr expression) {
        CelExpr.CelComprehension loop = expression.comprehension();
        long cost = Size.sum(cost(loop.iterRange()), cost(loop.accuInit()));
        known.push(loop.accuVar(), accumulator(loop.accuInit()));
        boolean twoVariables = !loop.iterVar2().isEmpty();
        boolean isItem = !twoVariables && isList(loop.iterRange(), known.entries(loop.iterRange()));
        known.push(loop.iterVar(), isItem ? item(loop.iterRange()) : key(loop.iterRange()));
        if (twoVariables) {
            known.push(loop.iterVar2(), item(loop.iterRange()));
        }
        long step = Size.sum(cost(loop.loopCondition()), cost(loop.loopStep()));
        known.pop(loop.iterVar());
        if (twoVariables) {
            known.pop(loop.iterVar2());
        }
        cost = Size.sum(cost, cost(loop.result()));
        known.pop(loop.accuVar());
        Size range = known.sizeOrUnknown(loop.iterRange());
        loopSizes(expression, range);
        return Size.sum(cost, Size.product(range.max(), step));
    }

    private Local accumulator(CelExpr init) {
        return bySize
                ? new Local(known.path(init), known.size(init), known.entries(init))
                : new Local(null, null, null);
    }

    private void loopSizes(CelExpr expression, Size range) {
        CelExpr.CelComprehension loop = expression.comprehension();
        if (!bySize) {
            known.setSize(expression, range);
            return;
        }
        Kind kind = loop.accuInit().getKind();
        if (kind == Kind.CONSTANT) {
            known.setSize(expression, known.size(loop.accuInit()));
        } else if (kind == Kind.LIST || kind == Kind.MAP) {
            known.setSize(expression, range);
            known.setEntries(expression, known.entries(loop.loopStep()));
        }
    }

    private Local key(CelExpr range) {
        return part(range, "@indices", DeviceSizes.KEYS, Entries::key);
    }

    private Local item(CelExpr range) {
        return part(range, DeviceSizes.ITEMS, DeviceSizes.VALUES, Entries::value);
    }

    private Local part(CelExpr range, String ofList, String ofMap, Function<Entries, Size> size) {
        Entries literal = known.entries(range);
        return new Local(
                KnownSizes.step(known.path(range), isList(range, literal) ? ofList : ofMap),
                literal == null ? null : size.apply(literal).ifAny(),
                null);
    }

    private boolean isList(CelExpr range, @Nullable Entries literal) {
        return literal != null ? literal.ofList() : known.type(range).kind() == CelKind.LIST;
    }

    private long call(CelExpr expression) {
        CelExpr.CelCall call = expression.call();
        if (bySize && call.function().equals("dyn")) {
            CelExpr hidden = call.args().get(0);
            long cost = Size.sum(1, cost(hidden));
            known.copySizes(expression, hidden);
            return cost;
        }
        List<Long> costs = new ArrayList<>();
        List<Operand> operands = new ArrayList<>();
        for (CelExpr argument : call.args()) {
            costs.add(cost(argument));
            operands.add(operand(argument));
        }
        List<String> overloads = tree.getReference(expression.id())
                .map(CelReference::overloadIds)
                .map(List::copyOf)
                .orElse(List.of());
        if (overloads.isEmpty()) {
            return 0;
        }
        long cost = 0;
        Operand target = null;
        if (call.target().isPresent()) {
            cost = cost(call.target().get());
            target = operand(call.target().get());
        }
        CallCost.Call called = new CallCost.Call(how, target, operands);
        long worst = 0;
        Size result = null;
        for (String overload : overloads) {
            CallCost.Estimate estimate = CelFunctions.cost(overload).of(called);
            worst = Math.max(worst, estimate.cost());
            result = result == null
                    ? estimate.result()
                    : estimate.result() == null ? result : result.or(estimate.result());
            result = indexed(expression, overload, call.args(), result);
            if (result == null) {
                result = known.size(expression);
            }
        }
        joinEntries(expression, call);
        known.setSize(expression, result);
        return Size.sum(cost, Size.sum(worst, arguments(call, costs)));
    }

    /** The cost of the arguments; only one of the last two of a condition is evaluated. */
    private static long arguments(CelExpr.CelCall call, List<Long> costs) {
        return call.function().equals(CONDITIONAL)
                ? Size.sum(costs.get(0), Math.max(costs.get(1), costs.get(2)))
                : costs.stream().reduce(0L, Size::sum);
    }

    /** The size of an entry taken from a list or map by index; the given one for other overloads, null if unknown. */
    private @Nullable Size indexed(
            CelExpr expression, String overload, List<CelExpr> arguments, @Nullable Size otherwise) {
        boolean ofList = overload.equals("index_list");
        if (!ofList && !overload.equals("index_map")) {
            return otherwise;
        }
        CelExpr container = arguments.get(0);
        known.setPath(
                expression, KnownSizes.step(known.path(container), ofList ? DeviceSizes.ITEMS : DeviceSizes.VALUES));
        Entries literal = known.entries(container);
        return literal == null ? null : literal.value().ifAny();
    }

    private void joinEntries(CelExpr expression, CelExpr.CelCall call) {
        if (byParts && call.target().isPresent() && OF_ENTRIES.contains(call.function())) {
            known.setEntries(expression, known.entries(call.target().get()));
        }
        if (byParts && call.function().equals("cel.@mapInsert") && call.args().size() > 2) {
            Entries before = known.entries(call.args().get(0));
            Size key = known.sizeOrUnknown(call.args().get(1));
            Entries inserted =
                    new Entries(false, key, known.sizeOrUnknown(call.args().get(2)));
            known.setEntries(expression, before == null ? null : before.or(inserted));
        }
        int first = call.function().equals(CONDITIONAL) ? 1 : call.function().equals("_+_") ? 0 : -1;
        if (first < 0) {
            return;
        }
        Entries one = known.entries(call.args().get(first));
        Entries other = known.entries(call.args().get(first + 1));
        if (one != null && other != null) {
            known.setEntries(expression, one.or(other));
        }
    }

    private Operand operand(CelExpr expression) {
        return new Operand(expression, known.type(expression), known.path(expression), known.size(expression));
    }
}
