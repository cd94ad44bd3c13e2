package dev.drawbridge.live;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.fit.cause.Fact;
import dev.drawbridge.fit.cause.FitFact;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A finding of {@code why} or {@code doctor}.
 *
 * @param object the object, such as {@code ResourceClaim ml/train}; empty if the diagnosis names it
 * @param summary the problem of the object, in a line
 * @param changes what would help, and what happens then
 * @param advice what to do in this case; null for what the rule says
 */
public record ClusterFinding(
        RuleText.Row rule,
        String object,
        String summary,
        List<Fact> facts,
        List<Fact> changes,
        @Nullable String advice) {

    /** Creates a finding about an object of its own, without details. */
    public static ClusterFinding about(RuleText.Row rule, String object, String summary) {
        return new ClusterFinding(rule, object, summary, List.of(), List.of(), null);
    }

    public ClusterFinding with(List<? extends Fact> details) {
        return new ClusterFinding(rule, object, summary, List.copyOf(details), changes, advice);
    }

    public ClusterFinding noting(List<String> notes) {
        return with(notes.stream().map(FitFact::message).toList());
    }

    /** The finding with more details. */
    public ClusterFinding adding(List<String> notes) {
        return with(Stream.concat(facts.stream(), notes.stream().map(FitFact::message))
                .toList());
    }

    /** The finding with what would help. */
    public ClusterFinding then(List<? extends Fact> what) {
        return new ClusterFinding(rule, object, summary, facts, List.copyOf(what), advice);
    }

    /** The finding with what happens if it is fixed. */
    public ClusterFinding then(@Nullable String what) {
        return then(what == null ? List.of() : List.of(FitFact.message(what)));
    }

    /** The finding with what to do in this case. */
    public ClusterFinding advising(@Nullable String what) {
        return new ClusterFinding(rule, object, summary, facts, changes, what);
    }

    /** The finding with what to do in a case like this, if it has no advice yet. */
    public ClusterFinding advisingIf(boolean isSo, String what) {
        return isSo && advice == null ? advising(what) : this;
    }

    public String change() {
        return advice == null ? rule.text().fix() : advice;
    }

    /** The details, each as a sentence. */
    public List<String> lines() {
        return facts.stream().map(Fact::text).toList();
    }

    /** What would help as sentences; null if unknown. */
    public @Nullable String then() {
        return changes.isEmpty() ? null : changes.stream().map(Fact::text).collect(Collectors.joining("; "));
    }
}
