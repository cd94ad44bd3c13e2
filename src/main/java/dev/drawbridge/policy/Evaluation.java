package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.AdmissionProgram;
import dev.drawbridge.constraint.cel.AdmissionProgram.Outcome;
import dev.drawbridge.constraint.cel.AdmissionProgram.Variables;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.policy.Policy.Validation;
import dev.drawbridge.policy.PolicyVerdict.Decision;
import dev.drawbridge.port.GoStrings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The evaluation of a policy for one binding and parameter: match conditions, validations, messages, annotations.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/admission/plugin/policy/validating/validator.go}, Validate; {@code
 * webhook/matchconditions/matcher.go}.
 */
final class Evaluation {

    /** The budget of a policy's validations and messages, and again of its annotations: RuntimeCELCostBudget. */
    private static final long BUDGET = 10_000_000;

    private static final long CONDITIONS_BUDGET = 2_500_000; // RuntimeCELCostBudgetMatchConditions
    private static final int MAX_MESSAGE = 5120; // MaxEvaluatedMessageExpressionSizeBytes
    private static final int MAX_ANNOTATION = 10_240;

    private static final String OUT_OF_BUDGET =
            "validation failed due to running out of cost budget, no further validation rules will be run";
    private static final String DEFAULT_REASON = "Invalid";

    /** Ends the evaluations of a list of expressions. */
    @SuppressWarnings("serial")
    private static final class OutOfBudget extends Exception {}

    /** Makes the variables of a list of expressions: with or without the namespace, with or without authorizer. */
    private final BiFunction<Boolean, Boolean, Variables> variables;

    private final Policy policy;
    private final String binding;
    private final List<Decision> decisions = new ArrayList<>();
    private final List<Decision> errors = new ArrayList<>();
    private final Map<String, String> annotations = new LinkedHashMap<>();
    private @Nullable String unknown;

    Evaluation(Policy policy, String binding, BiFunction<Boolean, Boolean, Variables> variables) {
        this.policy = policy;
        this.binding = binding;
        this.variables = variables;
    }

    /**
     * The result of an evaluation.
     *
     * @param decisions the validations that failed, in order
     * @param errors annotations that failed, which deny whatever the action
     * @param annotations values by key
     * @param unknown what the decision depends on that is not known; null if it is known
     */
    record Result(
            List<Decision> decisions,
            List<Decision> errors,
            Map<String, String> annotations,
            @Nullable String unknown) {}

    Result run() {
        if (policy.conditions().isEmpty() || isMatched()) {
            evaluate();
        }
        return new Result(decisions, errors, annotations, unknown);
    }

    private void evaluate() {
        List<Outcome> results;
        long left;
        Variables values = variables(true, true);
        try {
            Budget budget = new Budget(BUDGET, values);
            results = budget.all(
                    policy.validations().stream().map(Validation::program).toList());
            left = budget.left;
        } catch (OutOfBudget e) {
            fail(-1, OUT_OF_BUDGET);
            return;
        }
        messages(results, left, values);
        annotate();
    }

    private Variables variables(boolean hasNamespace, boolean hasAuthorizer) {
        Variables made = variables.apply(hasNamespace, hasAuthorizer);
        policy.variables().forEach(made::composed);
        return made;
    }

    /** What is left of a budget, and the variables that its expressions share. */
    private static final class Budget {

        private long left;
        private final Variables values;

        Budget(long left, Variables values) {
            this.left = left;
            this.values = values;
        }

        List<Outcome> all(List<AdmissionProgram> programs) throws OutOfBudget {
            List<Outcome> outcomes = new ArrayList<>();
            for (AdmissionProgram program : programs) {
                outcomes.add(one(program));
            }
            return outcomes;
        }

        Outcome one(AdmissionProgram program) throws OutOfBudget {
            if (program.problem() != null) {
                return Outcome.failed("compilation error: " + program.problem().detail(), 0);
            }
            Outcome outcome = program.evaluate(values);
            take(values.takeCost());
            take(outcome.cost());
            return outcome.error() == null
                    ? outcome
                    : Outcome.failed(
                            "expression '" + program.expression() + "' resulted in error: " + outcome.error(),
                            outcome.cost());
        }

        private void take(long cost) throws OutOfBudget {
            if (cost > left) {
                throw new OutOfBudget();
            }
            left -= cost;
        }
    }

    private void fail(int validation, String text) {
        if (!policy.ignoresFailures()) {
            decisions.add(decision(validation, text, DEFAULT_REASON));
        }
    }

    private Decision decision(int validation, String text, String reason) {
        FieldPath read = validation < 0
                ? FieldPath.ROOT
                : policy.validations().get(validation).program().read(policy.variables(), variables.apply(true, false));
        return new Decision(policy.name(), binding, validation, text, reason, read);
    }

    private boolean isMatched() {
        List<Outcome> results;
        try {
            results = new Budget(CONDITIONS_BUDGET, variables(false, true)).all(policy.conditions());
        } catch (OutOfBudget e) {
            fail(-1, OUT_OF_BUDGET);
            return false;
        }
        Set<String> failed = new LinkedHashSet<>();
        for (Outcome result : results) {
            if (Boolean.FALSE.equals(result.value())) {
                unknown = null;
                return false;
            }
            if (result.unknown() != null) {
                // The other expressions still decide.
                unknown = result.unknown();
            } else if (result.error() != null) {
                failed.add(result.error());
            }
        }
        if (unknown != null) {
            return false;
        }
        if (!failed.isEmpty()) {
            fail(-1, failed.size() == 1 ? failed.iterator().next() : "[" + String.join(", ", failed) + "]");
        }
        return failed.isEmpty();
    }

    private void messages(List<Outcome> results, long budget, Variables known) {
        List<@Nullable Outcome> texts = new ArrayList<>();
        String broken = null;
        try {
            Budget left = new Budget(budget, variables(true, false).like(known));
            for (Validation validation : policy.validations()) {
                texts.add(validation.messageProgram() == null ? null : left.one(validation.messageProgram()));
            }
        } catch (OutOfBudget e) {
            broken = "failed messageExpression: " + OUT_OF_BUDGET;
        }
        for (int i = 0; i < results.size(); i++) {
            Outcome result = results.get(i);
            Validation validation = policy.validations().get(i);
            if (result.unknown() != null) {
                // The other expressions still decide.
                unknown = result.unknown();
            } else if (result.error() != null) {
                fail(i, result.error());
            } else if (broken != null) {
                fail(i, broken);
            } else if (!Boolean.TRUE.equals(result.value())) {
                String reason = validation.reason().isEmpty() ? DEFAULT_REASON : validation.reason();
                decisions.add(decision(i, text(validation, texts.get(i)), reason));
            }
        }
    }

    private static String text(Validation validation, @Nullable Outcome message) {
        if (message != null && message.value() instanceof String evaluated) {
            String text = GoStrings.trimSpace(evaluated);
            boolean fits = text.getBytes(StandardCharsets.UTF_8).length <= MAX_MESSAGE && text.indexOf('\n') < 0;
            if (fits && !text.isEmpty()) {
                return text;
            }
        }
        String fixed = GoStrings.trimSpace(validation.message());
        return fixed.isEmpty()
                ? "failed expression: "
                        + GoStrings.trimSpace(validation.program().expression())
                : fixed;
    }

    private void annotate() {
        List<Outcome> results;
        try {
            results = new Budget(BUDGET, variables(true, false))
                    .all(policy.annotations().stream()
                            .map(Policy.Annotation::program)
                            .toList());
        } catch (OutOfBudget e) {
            decisions.clear();
            fail(-1, OUT_OF_BUDGET);
            return;
        }
        for (int i = 0; i < results.size(); i++) {
            Outcome result = results.get(i);
            if (result.error() != null && !policy.ignoresFailures()) {
                errors.add(decision(-1, result.error(), DEFAULT_REASON));
            }
            String value = result.value() instanceof String text ? GoStrings.trimSpace(text) : "";
            if (!value.isEmpty()) {
                annotations.put(policy.annotations().get(i).key(), cut(value));
            }
        }
    }

    private static String cut(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= MAX_ANNOTATION ? value : new String(bytes, 0, MAX_ANNOTATION, StandardCharsets.UTF_8);
    }
}
