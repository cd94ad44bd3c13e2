package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import dev.cel.common.types.OptionalType;
import dev.cel.common.types.SimpleType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an expression costs at most, in steps: each part once, each text by its length, each loop by the size of what it runs over. dev.cel
 * has none.
 *
 * <p>Source: {@code github.com/google/cel-go/checker/cost.go}; of Kubernetes' functions {@link CallCosts}.
 */
final class CostEstimator {

    /** Text is read ten characters a step. */
    static final double TEXT = 0.1;

    /** A regular expression has a state in four characters. */
    static final double REGEX = 0.25;

    private static final long LIST = 10;
    private static final long MAP = 30;
    private static final long STRUCT = 40;
    private static final List<String> ACCUMULATORS = List.of("__result__", "@result");

    /** What the entries of a list or a map literal are like. */
    record Entries(boolean ofList, Size key, Size value) {

        Entries or(Entries other) {
            return new Entries(ofList, key.or(other.key), value.or(other.value));
        }
    }

    /** A variable of a macro. */
    private record Local(
            @Nullable List<String> path,
            @Nullable Size size,
            @Nullable Entries entries) {}

    private final CelAbstractSyntaxTree tree;

    /** Whether literals' entries and what dyn() hides are looked into. */
    private final boolean bySize;

    private final Map<Long, List<String>> paths = new HashMap<>();
    private final Map<Long, Size> sizes = new HashMap<>();
    private final Map<Long, Entries> entries = new HashMap<>();
    private final Map<String, Deque<Local>> locals = new HashMap<>();

    CostEstimator(CelAbstractSyntaxTree tree, boolean bySize) {
        this.tree = tree;
        this.bySize = bySize;
    }

    /** The cost of the whole expression. */
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
        Local local = local(name);
        paths.put(expression.id(), local == null ? List.of(name) : local.path == null ? List.of() : local.path);
        return 1;
    }

    private long select(CelExpr expression) {
        CelExpr operand = expression.select().operand();
        long cost = cost(operand);
        if (expression.select().testOnly()) {
            return cost;
        }
        CelKind kind = type(operand).kind();
        if (kind == CelKind.MAP || kind == CelKind.STRUCT || kind == CelKind.TYPE_PARAM) {
            cost = Size.sum(cost, 1);
        }
        paths.put(expression.id(), step(path(operand), expression.select().field()));
        return cost;
    }

    private long list(CelExpr expression) {
        long cost = LIST;
        Size size = expression.list().elements().isEmpty() ? Size.of(0) : new Size(Long.MAX_VALUE, 0);
        for (CelExpr element : expression.list().elements()) {
            cost = Size.sum(cost, cost(element));
            size = size.or(sizeOrUnknown(element));
        }
        setEntries(expression, new Entries(true, Size.ONE, size));
        return cost;
    }

    private long map(CelExpr expression) {
        long cost = MAP;
        boolean empty = expression.map().entries().isEmpty();
        Size key = empty ? Size.of(0) : new Size(Long.MAX_VALUE, 0);
        Size value = key;
        for (CelExpr.CelMap.Entry entry : expression.map().entries()) {
            cost = Size.sum(cost, Size.sum(cost(entry.key()), cost(entry.value())));
            key = key.or(sizeOrUnknown(entry.key()));
            value = value.or(sizeOrUnknown(entry.value()));
        }
        setEntries(expression, new Entries(false, key, value));
        return cost;
    }

    private long struct(CelExpr expression) {
        long cost = STRUCT;
        for (CelExpr.CelStruct.Entry entry : expression.struct().entries()) {
            cost = Size.sum(cost, cost(entry.value()));
        }
        return cost;
    }

    private static boolean isBind(CelExpr.CelComprehension loop) {
        return loop.iterRange().getKind() == CelExpr.ExprKind.Kind.LIST
                && loop.iterRange().list().elements().isEmpty()
                && loop.loopCondition().getKind() == CelExpr.ExprKind.Kind.CONSTANT
                && loop.loopCondition().constant().getKind() == CelConstant.Kind.BOOLEAN_VALUE
                && !loop.loopCondition().constant().booleanValue()
                && !ACCUMULATORS.contains(loop.accuVar());
    }

    private long bind(CelExpr expression) {
        CelExpr.CelComprehension bind = expression.comprehension();
        long cost = Size.sum(cost(bind.iterRange()), cost(bind.accuInit()));
        push(bind.accuVar(), new Local(path(bind.accuInit()), size(bind.accuInit()), entries(bind.accuInit())));
        cost = Size.sum(cost, cost(bind.result()));
        pop(bind.accuVar());
        copySizes(expression, bind.result());
        return cost;
    }

    private long loop(CelExpr expression) {
        CelExpr.CelComprehension loop = expression.comprehension();
        long cost = Size.sum(cost(loop.iterRange()), cost(loop.accuInit()));
        push(loop.accuVar(), accumulator(loop.accuInit()));
        boolean twoVariables = !loop.iterVar2().isEmpty();
        push(loop.iterVar(), twoVariables ? key(loop.iterRange()) : keyOrItem(loop.iterRange()));
        if (twoVariables) {
            push(loop.iterVar2(), item(loop.iterRange()));
        }
        long step = Size.sum(cost(loop.loopCondition()), cost(loop.loopStep()));
        pop(loop.iterVar());
        if (twoVariables) {
            pop(loop.iterVar2());
        }
        cost = Size.sum(cost, cost(loop.result()));
        pop(loop.accuVar());
        Size range = sizeOrUnknown(loop.iterRange());
        loopSizes(expression, range);
        return Size.sum(cost, Size.product(range.max(), step));
    }

    private Local accumulator(CelExpr init) {
        return bySize ? new Local(path(init), size(init), entries(init)) : new Local(null, null, null);
    }

    private void loopSizes(CelExpr expression, Size range) {
        CelExpr.CelComprehension loop = expression.comprehension();
        if (!bySize) {
            sizes.put(expression.id(), range);
            return;
        }
        CelExpr.ExprKind.Kind kind = loop.accuInit().getKind();
        if (kind == CelExpr.ExprKind.Kind.CONSTANT) {
            setSize(expression, size(loop.accuInit()));
        } else if (kind == CelExpr.ExprKind.Kind.LIST || kind == CelExpr.ExprKind.Kind.MAP) {
            setSize(expression, range);
            setEntries(expression, entries(loop.loopStep()));
        }
    }

    private Local key(CelExpr range) {
        Entries known = entries(range);
        String step = isList(range, known) ? "@indices" : DeviceSizes.KEYS;
        return new Local(step(path(range), step), known == null ? null : known.key, null);
    }

    private Local item(CelExpr range) {
        Entries known = entries(range);
        String step = isList(range, known) ? DeviceSizes.ITEMS : DeviceSizes.VALUES;
        return new Local(step(path(range), step), known == null ? null : known.value, null);
    }

    private Local keyOrItem(CelExpr range) {
        return isList(range, entries(range)) ? item(range) : key(range);
    }

    private boolean isList(CelExpr range, @Nullable Entries known) {
        return known != null ? known.ofList : type(range).kind() == CelKind.LIST;
    }

    private long call(CelExpr expression) {
        CelExpr.CelCall call = expression.call();
        if (bySize && call.function().equals("dyn")) {
            CelExpr hidden = call.args().get(0);
            long cost = Size.sum(1, cost(hidden));
            copySizes(expression, hidden);
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
        long worst = 0;
        Size result = null;
        for (String overload : overloads) {
            CallCosts.Estimate estimate = new CallCosts(call.function(), overload, target, operands, costs).estimate();
            worst = Math.max(worst, estimate.cost());
            result = result == null
                    ? estimate.result()
                    : estimate.result() == null ? result : result.or(estimate.result());
            result = indexed(expression, overload, call.args(), result);
            if (result == null) {
                result = size(expression);
            }
        }
        joinEntries(expression, call);
        setSize(expression, result);
        return Size.sum(cost, worst);
    }

    /** What is taken out of a list or a map. */
    private @Nullable Size indexed(
            CelExpr expression, String overload, List<CelExpr> arguments, @Nullable Size otherwise) {
        boolean ofList = overload.equals("index_list");
        if (!ofList && !overload.equals("index_map")) {
            return otherwise;
        }
        CelExpr container = arguments.get(0);
        paths.put(expression.id(), step(path(container), ofList ? DeviceSizes.ITEMS : DeviceSizes.VALUES));
        Entries known = entries(container);
        return known == null ? null : known.value;
    }

    private void joinEntries(CelExpr expression, CelExpr.CelCall call) {
        int first = call.function().equals("_?_:_") ? 1 : call.function().equals("_+_") ? 0 : -1;
        if (first < 0) {
            return;
        }
        Entries one = entries(call.args().get(first));
        Entries other = entries(call.args().get(first + 1));
        if (one != null && other != null) {
            setEntries(expression, one.or(other));
        }
    }

    /** What a call is told of an argument. */
    record Operand(
            CelType type,
            @Nullable List<String> path,
            @Nullable Size size) {

        Size sizeOrUnknown() {
            return size == null ? Size.UNKNOWN : size;
        }
    }

    private Operand operand(CelExpr expression) {
        return new Operand(type(expression), path(expression), size(expression));
    }

    private CelType type(CelExpr expression) {
        return tree.getType(expression.id()).orElse(SimpleType.DYN);
    }

    private @Nullable List<String> path(CelExpr expression) {
        if (expression.getKind() == CelExpr.ExprKind.Kind.IDENT) {
            Local local = local(expression.ident().name());
            if (local != null) {
                return local.path;
            }
        }
        return paths.get(expression.id());
    }

    private static List<String> step(@Nullable List<String> path, String step) {
        List<String> longer = new ArrayList<>(path == null ? List.of() : path);
        longer.add(step);
        return longer;
    }

    private @Nullable Local local(String name) {
        Deque<Local> known = locals.get(name);
        return known == null ? null : known.peek();
    }

    private void push(String name, Local local) {
        locals.computeIfAbsent(name, key -> new ArrayDeque<>()).push(local);
    }

    private void pop(String name) {
        locals.get(name).pop();
    }

    private void setSize(CelExpr expression, @Nullable Size size) {
        if (size != null) {
            sizes.put(expression.id(), size);
        }
    }

    private void setEntries(CelExpr expression, @Nullable Entries known) {
        if (known != null && bySize) {
            entries.put(expression.id(), known);
        }
    }

    private void copySizes(CelExpr to, CelExpr from) {
        setSize(to, size(from));
        setEntries(to, entries(from));
    }

    private @Nullable Entries entries(CelExpr expression) {
        Entries known = entries.get(expression.id());
        if (known == null && expression.getKind() == CelExpr.ExprKind.Kind.IDENT) {
            Local local = local(expression.ident().name());
            return local == null ? null : local.entries;
        }
        return known;
    }

    private Size sizeOrUnknown(CelExpr expression) {
        Size size = size(expression);
        return size == null ? Size.UNKNOWN : size;
    }

    private @Nullable Size size(CelExpr expression) {
        Size known = sizes.get(expression.id());
        if (known != null) {
            return known;
        }
        Size literal = literalSize(expression);
        if (literal != null) {
            return literal;
        }
        Size ofDevice = DeviceSizes.at(path(expression));
        if (ofDevice != null) {
            sizes.put(expression.id(), ofDevice);
            return ofDevice;
        }
        if (isScalar(type(expression))) {
            return Size.ONE;
        }
        if (expression.getKind() == CelExpr.ExprKind.Kind.IDENT) {
            Local local = local(expression.ident().name());
            return local == null ? null : local.size;
        }
        return null;
    }

    private static @Nullable Size literalSize(CelExpr expression) {
        return switch (expression.getKind()) {
            case CONSTANT ->
                switch (expression.constant().getKind()) {
                    case STRING_VALUE -> {
                        String text = expression.constant().stringValue();
                        yield Size.of(text.codePointCount(0, text.length()));
                    }
                    case BYTES_VALUE ->
                        Size.of(expression.constant().bytesValue().size());
                    default -> Size.ONE;
                };
            case LIST -> Size.of(expression.list().elements().size());
            case MAP -> Size.of(expression.map().entries().size());
            default -> null;
        };
    }

    private boolean isScalar(CelType type) {
        return switch (type.kind()) {
            case BOOL, DOUBLE, DURATION, INT, TIMESTAMP, UINT -> true;
            case OPAQUE ->
                bySize
                        && type instanceof OptionalType
                        && isScalar(type.parameters().get(0));
            default -> false;
        };
    }
}
