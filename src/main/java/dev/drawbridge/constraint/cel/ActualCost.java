package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelReference;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelEvaluationListener;
import dev.drawbridge.constraint.cel.CallCost.Call;
import dev.drawbridge.port.IpAddress;
import dev.drawbridge.port.IpNetwork;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The cost of one evaluation, in steps: calls by the actual sizes of their arguments. It ends an evaluation that
 * exceeds the limit. The rules of functions are the ones by which costs are estimated, except where cel-go's differ.
 *
 * <p>Source: {@code github.com/google/cel-go/interpreter/runtimecost.go}; {@code
 * k8s.io/apiserver/pkg/cel/library/cost.go}, CallCost.
 */
final class ActualCost implements CelEvaluationListener {

    private static final String CONDITIONAL = "_?_:_";

    /** Calls that cel-go plans as something else. */
    private static final Set<String> FREE =
            Set.of("_&&_", "_||_", CONDITIONAL, "or", "orValue", DynamicValues.IS_BOOL, DynamicValues.HAS_HASH);

    // @formatter:off
    /** Functions of Kubernetes and of cel-go's extensions, whose costs do not depend on the chosen overload. */
    private static final Set<String> BY_NAME = Set.of(
        "isSorted", "sum", "max", "min", "indexOf", "lastIndexOf", "includes", "substring", "replace", "split", "join",
        "ip", "containsIP", "containsCIDR", "semver", "isSemver");
    // @formatter:on

    static final String EXCEEDED = "operation cancelled: actual cost limit exceeded";

    /** Ends an evaluation. */
    @SuppressWarnings("serial")
    private static final class Exceeded extends RuntimeException {

        Exceeded() {
            super(EXCEEDED, null, false, false);
        }
    }

    /** What each node of an expression costs. */
    static final class Plan {

        private final Map<Long, Long> fixed = new HashMap<>();
        private final Map<Long, CallCost> calls = new HashMap<>();
        private final Map<Long, String> overloads = new HashMap<>();
        private final Cost how;

        /** The expression of which a node is an argument, a part or an operand. */
        private final Map<Long, CelExpr> wholes = new HashMap<>();

        private Plan(Cost how) {
            this.how = how;
        }

        static Plan of(CelAbstractSyntaxTree tree, Map<Long, CelReference> checked, Cost how) {
            Plan plan = new Plan(how);
            plan.add(tree.getExpr(), checked, false);
            return plan;
        }

        /** Adds a node; if it is a part of another attribute, its root is free. */
        private void add(CelExpr expression, Map<Long, CelReference> references, boolean isPart) {
            long id = expression.id();
            Parts.of(expression).forEach(part -> wholes.put(part.id(), expression));
            switch (expression.getKind()) {
                case IDENT -> fixed.put(id, isPart || isTypeName(expression, references) ? 0L : 1L);
                case LIST -> fixed.put(id, isConstant(expression) ? 0 : CostEstimator.LIST);
                case MAP -> fixed.put(id, isConstant(expression) ? 0 : CostEstimator.MAP);
                case STRUCT -> fixed.put(id, CostEstimator.STRUCT);
                case CALL -> {
                    call(expression, references, isPart);
                    return;
                }
                default -> {
                    // Free.
                }
            }
            if (!isConstant(expression)) {
                Parts.of(expression).forEach(part -> add(part, references, false));
            }
        }

        private static boolean isTypeName(CelExpr expression, Map<Long, CelReference> references) {
            CelReference reference = references.get(expression.id());
            return reference != null && Folding.TYPES.contains(reference.name());
        }

        private void call(CelExpr expression, Map<Long, CelReference> references, boolean isPart) {
            CelExpr.CelCall call = expression.call();
            List<CelExpr> arguments = call.args();
            if (ObjectFunctions.isRead(expression)) {
                boolean isFree = isPart || call.function().equals(ObjectFunctions.HAS);
                boolean isRoot = !isAttribute(arguments.get(0));
                fixed.put(expression.id(), isRoot && !isFree ? 2L : 1L);
                add(arguments.get(0), references, isFree);
                add(arguments.get(1), references, true);
                return;
            }
            if (call.function().equals(CONDITIONAL)) {
                fixed.put(expression.id(), 0L);
                add(arguments.get(0), references, false);
                add(arguments.get(1), references, true);
                add(arguments.get(2), references, true);
                return;
            }
            if (!isConstant(expression)) {
                call.target().ifPresent(target -> add(target, references, false));
                arguments.forEach(argument -> add(argument, references, false));
                costOf(expression, references);
            }
        }

        private void costOf(CelExpr expression, Map<Long, CelReference> references) {
            CelExpr.CelCall call = expression.call();
            boolean isHashed =
                    call.function().equals("@in") && isConstant(call.args().get(1));
            if (FREE.contains(call.function()) || isHashed) {
                fixed.put(expression.id(), 0L);
                return;
            }
            CelReference reference = references.get(expression.id());
            List<String> ids = reference == null ? List.of() : reference.overloadIds();
            boolean isStep = ids.size() != 1 && !BY_NAME.contains(call.function());
            if (ids.isEmpty() || isStep || how == Cost.BY_TYPE && !CelFunctions.isOfCelGo(ids.get(0))) {
                fixed.put(expression.id(), 1L);
                return;
            }
            calls.put(expression.id(), CelFunctions.cost(ids.get(0)));
            overloads.put(expression.id(), ids.get(0));
        }

        private static boolean isAttribute(CelExpr expression) {
            return expression.getKind() == Kind.IDENT
                    || ObjectFunctions.isRead(expression)
                            && !expression.call().function().equals(ObjectFunctions.HAS)
                    || expression.getKind() == Kind.CALL
                            && expression.call().function().equals(CONDITIONAL);
        }

        /** Whether cel-go folds it: literals, lists and maps of them, and conversions of one. */
        private static boolean isConstant(CelExpr expression) {
            return switch (expression.getKind()) {
                case CONSTANT -> true;
                case LIST ->
                    expression.list().optionalIndices().isEmpty()
                            && expression.list().elements().stream().allMatch(Plan::isConstant);
                case MAP ->
                    expression.map().entries().stream()
                            .allMatch(entry ->
                                    !entry.optionalEntry() && isConstant(entry.key()) && isConstant(entry.value()));
                case CALL ->
                    Constant.CONVERSIONS.contains(expression.call().function())
                            && expression.call().args().size() == 1
                            && isConstant(expression.call().args().get(0));
                default -> false;
            };
        }
    }

    private static final Set<String> COMPARING_EACH = Set.of("distinct", "sort", ListSorting.BY_KEYS);

    private final Plan plan;
    private final long limit;
    private final Map<Long, Object> values = new HashMap<>();
    private long cost;
    private long last;

    ActualCost(Plan plan, long limit) {
        this.plan = plan;
        this.limit = limit;
    }

    long cost() {
        return cost;
    }

    boolean isExceeded() {
        return cost > limit;
    }

    /**
     * The message of an error, and what the calls cost that end with it. Before sizes of parts, all calls around the
     * failing one cost; since then a comparison only.
     */
    String failed(CelEvaluationException failure) {
        CelExpr failing = plan.wholes.get(last);
        boolean isCounted = false;
        boolean isAlone = plan.how.isSince(Cost.BY_SIZE_OF_PARTS);
        for (CelExpr call = failing; call != null; call = plan.wholes.get(call.id())) {
            CallCost rule = call == failing && isAlone ? plan.calls.get(call.id()) : null;
            long fixed = plan.calls.containsKey(call.id()) ? 1 : plan.fixed.getOrDefault(call.id(), 0L);
            if (call == failing || !isAlone || Parts.isCall(call, "_==_")) {
                cost = Size.sum(cost, rule == null ? fixed : cost(call, rule, 0L));
                isCounted |= call != failing && isComparingEach(call);
            }
        }
        if (isCounted) {
            return "internal error: interface conversion: *types.Err is not traits.Lister: missing method Add";
        }
        return failing != null && failing.getKind() == Kind.CALL
                ? GoErrors.text(failure, failing.call().function(), arguments(failing.call()))
                : GoErrors.text(failure, "", List.of());
    }

    /**
     * Whether it is a call whose cost depends on the elements of its list, which the server counts even if there is an
     * error instead. A call that may be of several overloads has no such cost.
     *
     * <p>Source: {@code github.com/google/cel-go/ext/lists.go}, trackListDistinct, trackListSort and trackListSortBy.
     */
    private boolean isComparingEach(CelExpr expression) {
        boolean isSorting = expression.getKind() == Kind.COMPREHENSION
                && expression.comprehension().accuVar().equals(ListSorting.INPUT);
        CelExpr call = isSorting ? expression.comprehension().result() : expression;
        return call.getKind() == Kind.CALL
                && COMPARING_EACH.contains(call.call().function())
                && plan.overloads.containsKey(call.id());
    }

    private List<Object> arguments(CelExpr.CelCall call) {
        List<Object> arguments = new ArrayList<>();
        call.target().ifPresent(target -> arguments.add(value(target)));
        call.args().forEach(argument -> arguments.add(value(argument)));
        return arguments;
    }

    @Override
    public void callback(CelExpr expression, Object value) {
        last = expression.id();
        Long fixed = plan.fixed.get(expression.id());
        if (fixed != null) {
            boolean isMissing =
                    value instanceof Optional<?> found && found.isEmpty() && ObjectFunctions.isRead(expression);
            cost += isMissing ? fixed - 1 : fixed;
        } else if (expression.getKind() == Kind.CALL) {
            CallCost rule = plan.calls.get(expression.id());
            if (rule != null) {
                cost = Size.sum(cost, cost(expression, rule, value));
            }
        }
        values.put(expression.id(), value);
        if (cost > limit) {
            throw new Exceeded();
        }
    }

    private long cost(CelExpr expression, CallCost rule, Object result) {
        CelExpr.CelCall call = expression.call();
        List<Object> arguments = arguments(call);
        Long actual = ActualCosts.of(plan.overloads.getOrDefault(expression.id(), ""), arguments, result, plan.how);
        if (actual != null) {
            return actual;
        }
        boolean hasTarget = call.target().isPresent();
        Operand target = hasTarget ? operand(call.target().get(), arguments.get(0)) : null;
        List<Operand> operands = new ArrayList<>();
        for (int i = 0; i < call.args().size(); i++) {
            operands.add(operand(call.args().get(i), arguments.get(hasTarget ? i + 1 : i)));
        }
        return rule.of(new Call(plan.how, target, operands)).cost();
    }

    private Object value(CelExpr expression) {
        return values.getOrDefault(expression.id(), 0L);
    }

    private static Operand operand(CelExpr expression, Object value) {
        boolean isAddress = value instanceof IpAddress || value instanceof IpNetwork;
        CelType type = isAddress ? SelectorTypes.IP : SimpleType.DYN;
        return new Operand(expression, type, null, Size.of(CelValues.size(value)));
    }
}
