package dev.drawbridge.constraint.cel;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import dev.drawbridge.field.FieldPath;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A compiled expression of an admission policy. Thread-safe.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/cel/activation.go}, Evaluate.
 */
public final class AdmissionProgram {

    /** The maximum cost of one evaluation: PerCallLimit. */
    public static final long MAX_COST = 1_000_000;

    /** Null, as expressions see it. */
    public static final Object NULL = ApiStruct.NULL;

    /** Loaded when the first expression is evaluated. */
    private static final class Evaluator {

        private static final CelRuntime RUNTIME = Runtimes.ofAtMost((int) MAX_COST);
    }

    /**
     * The result of an evaluation.
     *
     * @param value a Boolean, Long, Double, String, List, Map or {@link #NULL}; null if there is an error
     * @param error cel-go's message; null if there is none
     * @param unknown what the value depends on that is not known; null if there is a value or an error
     * @param cost in steps
     */
    public record Outcome(
            @Nullable Object value,
            @Nullable String error,
            @Nullable String unknown,
            long cost) {

        public static Outcome failed(String error, long cost) {
            return new Outcome(null, error, null, cost);
        }
    }

    private final String expression;
    private final @Nullable CelProblem problem;
    private final @Nullable CelType type;
    private final CelRuntime.@Nullable Program program;
    private final ActualCost.@Nullable Plan plan;
    private final List<FieldRead> reads;
    private final boolean isDeep;

    private AdmissionProgram(
            String expression,
            @Nullable CelProblem problem,
            @Nullable CelType type,
            CelRuntime.@Nullable Program program,
            ActualCost.@Nullable Plan plan,
            List<FieldRead> reads) {
        this.expression = expression;
        this.problem = problem;
        this.type = type;
        this.program = program;
        this.plan = plan;
        this.reads = reads;
        this.isDeep = DeepStack.mayBeDeep(expression);
    }

    /** An expression that is not evaluated, since it has a problem or is only checked. */
    static AdmissionProgram checked(String expression, @Nullable CelProblem problem, @Nullable CelType type) {
        return new AdmissionProgram(expression, problem, type, null, null, List.of());
    }

    static AdmissionProgram of(String expression, CelAbstractSyntaxTree tree, Cost cost) throws CelEvaluationException {
        CelAbstractSyntaxTree resolved = DynamicValues.planned(CelFunctions.resolved(tree), true);
        return new AdmissionProgram(
                expression,
                null,
                tree.getResultType(),
                Evaluator.RUNTIME.createProgram(resolved),
                ActualCost.Plan.of(resolved, tree.getReferenceMap(), cost),
                FieldReads.of(resolved.getExpr()));
    }

    public String expression() {
        return expression;
    }

    /** Why it does not compile; null if it does. */
    public @Nullable CelProblem problem() {
        return problem;
    }

    @Nullable
    CelType type() {
        return type;
    }

    /** The fields that the expression reads, in its order. */
    public List<FieldRead> reads() {
        return reads;
    }

    /**
     * The field of {@code object} that the expression reads last, itself or by one of these variables, of those that
     * the object can have: a branch for another kind reads others. The object itself if it reads none.
     */
    public FieldPath read(Map<String, AdmissionProgram> variables, Variables values) {
        FieldPath last = FieldPath.ROOT;
        Set<FieldPath> possible = new LinkedHashSet<>();
        AdmissionProgram by = null;
        for (FieldRead read : reads) {
            FieldPath fixed = read.fixed();
            if (read.variable().equals("object") && !fixed.equals(FieldPath.ROOT)) {
                last = fixed;
                if (values.hasParent(fixed)) {
                    possible.add(fixed);
                }
            }
            if (read.variable().equals("variables") && fixed.name() != null) {
                by = variables.get(fixed.steps().get(0).name());
            }
        }
        if (!possible.contains(last)) {
            for (FieldPath field : possible) {
                last = field;
            }
        }
        return by == null || !last.equals(FieldPath.ROOT) || by.equals(this) ? last : by.read(Map.of(), values);
    }

    /** The variables of an evaluation. */
    public static final class Variables {

        private final Map<String, Object> values = new HashMap<>();
        private final Composed composed = new Composed(this);

        public Variables() {
            values.put("variables", composed);
        }

        /** Sets the value of a variable; null is CEL's null. */
        public Variables with(String name, @Nullable Object value) {
            values.put(name, value == null ? NULL : value);
            return this;
        }

        /** Whether {@code object} has what has this field. */
        private boolean hasParent(FieldPath field) {
            Object parent = values.get("object");
            List<FieldPath> steps = field.steps();
            for (FieldPath step : steps.subList(0, steps.size() - 1)) {
                if (parent instanceof List<?> list && step.name() == null && step.index() < list.size()) {
                    parent = list.get(step.index());
                } else {
                    parent = parent instanceof Map<?, ?> map && step.name() != null ? map.get(step.name()) : null;
                }
            }
            return parent instanceof Map || parent instanceof List;
        }

        /** Sets who answers authorization checks. */
        public Variables with(Authorizer authorizer, Map<String, String> requestResource) {
            values.put("authorizer", new AuthorizerFunctions.Check(authorizer, Map.of(), null));
            values.put("authorizer.requestResource", new AuthorizerFunctions.Check(authorizer, requestResource, null));
            return this;
        }

        /** Adds a variable that is evaluated when it is first read. */
        public Variables composed(String name, AdmissionProgram program) {
            composed.programs.put(name, program);
            return this;
        }

        /** Takes the results of variables from others, which have the same values; their cost counts again. */
        public Variables like(Variables others) {
            composed.earlier = others.composed.results;
            return this;
        }

        /** The cost of the variables that were evaluated since the last call. */
        public long takeCost() {
            long cost = composed.cost;
            composed.cost = 0;
            return cost;
        }
    }

    /** The variables of a policy; each is evaluated once. */
    private static final class Composed extends AbstractMap<String, Object> implements ComputedFields {

        /** The depth of variables within variables from which on the stack is large. */
        private static final int MAX_SHALLOW = 16;

        /** A result, and the variables that it was made of. */
        private record Known(Outcome outcome, List<Object> reads) {}

        private final Variables variables;
        private final Map<String, AdmissionProgram> programs = new HashMap<>();
        private final Map<Object, Known> results = new HashMap<>();
        private Map<Object, Known> earlier = Map.of();
        private List<Object> reading = new ArrayList<>();
        private int depth;
        private long cost;

        Composed(Variables variables) {
            this.variables = variables;
        }

        @Override
        public @Nullable Object read(Object key) throws CelEvaluationException {
            AdmissionProgram program = programs.get(key);
            if (program == null) {
                return null;
            }
            Outcome result = result(key, program);
            if (result.unknown() != null) {
                throw Unknown.used(result.unknown());
            }
            if (result.error() != null) {
                throw new CelEvaluationException(
                        "composited variable \"" + key + "\" fails to evaluate: " + result.error());
            }
            return result.value();
        }

        private Outcome result(Object key, AdmissionProgram program) {
            reading.add(key);
            Known result = results.get(key);
            if (result == null) {
                List<Object> outer = reading;
                reading = new ArrayList<>();
                Known known = isAlike(key) ? earlier.get(key) : null;
                result = known == null ? new Known(evaluated(program), reading) : known;
                // What the result was made of costs, too.
                for (Object read : known == null ? List.of() : known.reads) {
                    result(read, Objects.requireNonNull(programs.get(read)));
                }
                reading = outer;
                cost = Size.sum(cost, result.outcome.cost());
                results.put(key, result);
            }
            return result.outcome;
        }

        /** Evaluates a variable; a chain of many needs a large stack. */
        private Outcome evaluated(AdmissionProgram program) {
            depth++;
            Outcome outcome = DeepStack.on(depth == MAX_SHALLOW, () -> program.evaluate(variables));
            depth--;
            return outcome;
        }

        /** Whether an earlier result is the same here: messages cannot check access. */
        private boolean isAlike(Object key) {
            Known known = earlier.get(key);
            AdmissionProgram program = programs.get(key);
            return known != null
                    && program != null
                    && program.reads.stream().noneMatch(read -> read.variable().startsWith("authorizer"))
                    && known.reads.stream().allMatch(this::isAlike);
        }

        @Override
        public Set<Entry<String, Object>> entrySet() {
            return Set.of();
        }
    }

    public Outcome evaluate(Variables variables) {
        if (program == null || plan == null) {
            return Outcome.failed(problem == null ? "" : problem.detail(), 0);
        }
        ActualCost.Plan known = plan;
        CelRuntime.Program run = program;
        return DeepStack.on(isDeep, () -> evaluated(run, new ActualCost(known, MAX_COST), variables));
    }

    private Outcome evaluated(CelRuntime.Program run, ActualCost cost, Variables variables) {
        String outer = Unknown.Used.replaced(null);
        try {
            Object value = run.trace(variables.values, cost);
            return cost.isExceeded()
                    ? Outcome.failed(ActualCost.EXCEEDED, cost.cost())
                    : new Outcome(value, null, null, cost.cost());
        } catch (CelEvaluationException | RuntimeException | StackOverflowError | OutOfMemoryError | GoPanic failed) {
            String cause = Unknown.Used.cause(failed);
            String unknown = cause == null ? Unknown.Used.replaced(null) : cause;
            if (cost.isExceeded()) {
                return Outcome.failed(ActualCost.EXCEEDED, cost.cost());
            }
            if (unknown == null && failed instanceof CelEvaluationException error) {
                return Outcome.failed(cost.failed(error), cost.cost());
            }
            if (unknown == null && failed instanceof GoPanic) {
                return Outcome.failed(String.valueOf(failed.getMessage()), cost.cost());
            }
            return new Outcome(null, null, unknown == null ? "an internal error: " + failed : unknown, cost.cost());
        } finally {
            Unknown.Used.replaced(outer);
        }
    }
}
