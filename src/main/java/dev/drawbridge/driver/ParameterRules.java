package dev.drawbridge.driver;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Rules in CEL over the same value. In a folder of manifests most parameters are repeated, and evaluating rules on
 * 10,000 of them took a quarter of a check, so the results for small values are cached. Thread-safe.
 */
final class ParameterRules implements Iterable<ParameterRule> {

    /** No rules. */
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
    public Iterator<ParameterRule> iterator() {
        return rules.iterator();
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
