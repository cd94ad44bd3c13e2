package dev.drawbridge.driver;

import dev.drawbridge.constraint.Constraint;
import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.ErrorType;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Rules in CEL over the same value. In a folder of manifests most parameters are repeated, and evaluating rules on
 * 10,000 of them took a quarter of a check, so the results for small values are cached. Thread-safe.
 */
final class ParameterRules implements Constraint {

    static final ParameterRules NONE = new ParameterRules(List.of());

    private static final int MAX_ANSWERS = 64;

    /** The longest cached value, in characters, which limits the memory. */
    private static final int MAX_TEXT = 512;

    private final List<ParameterRule> rules;
    private final AtomicReferenceArray<Answer> answers = new AtomicReferenceArray<>(MAX_ANSWERS);

    /** The rules that a value breaks. */
    private record Answer(Object self, List<ParameterRule> broken) {}

    ParameterRules(List<ParameterRule> rules) {
        this.rules = List.copyOf(rules);
    }

    boolean isEmpty() {
        return rules.isEmpty();
    }

    @Override
    public boolean isForValidValues() {
        return true;
    }

    @Override
    public List<Demand> demands() {
        return rules.stream().map(ParameterRule::demand).toList();
    }

    @Override
    public void check(Value value, ValidationContext context) {
        for (ParameterRule rule : broken(ValueProgram.plain(value, null))) {
            Value found = value;
            for (String step : rule.field()) {
                Value next = found instanceof ObjectValue object ? object.get(step) : null;
                found = next == null ? found : next;
            }
            ValidationContext place = context.at(rule.field().toArray(String[]::new));
            Value shown = found instanceof ObjectValue || found instanceof ListValue ? null : found;
            if (rule.isWarning() || rule.isGated()) {
                place.warn(ErrorType.INVALID, shown, rule.demand());
            } else {
                place.report(ErrorType.INVALID, shown, rule.demand());
            }
        }
    }

    /** The rules that a value, in the form of {@code ValueProgram}, breaks. */
    List<ParameterRule> broken(Object self) {
        int slot = Math.floorMod(self.hashCode(), MAX_ANSWERS);
        Answer known = answers.get(slot);
        if (known != null && known.self.equals(self)) {
            return known.broken;
        }
        List<ParameterRule> broken =
                rules.stream().filter(rule -> !rule.program().holds(self)).toList();
        if (self.toString().length() <= MAX_TEXT) {
            answers.set(slot, new Answer(self, broken));
        }
        return broken;
    }
}
