package dev.drawbridge.live.why;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was found out about a pod, or about something that makes pods.
 *
 * @param group what made it, if that may have made others of which the same is to be said; or itself
 * @param subject such as {@code Pod ml/train}
 * @param age how old it is; null if that is not said
 * @param findings the first cause first; empty if it is not pending
 * @param scheduler what the scheduler last said; null if it said nothing
 * @param alike the others of which the same was found
 */
public record Diagnosis(
        String group,
        String subject,
        State state,
        @Nullable Duration age,
        String detail,
        List<Finding> findings,
        @Nullable String scheduler,
        List<String> alike) {

    /** How far it is. */
    public enum State {
        /** It has a node, or all of its pods have. */
        SCHEDULED("scheduled"),
        /** It waits. */
        PENDING("pending"),
        /** It has ended, or is being deleted. */
        ENDED("ended"),
        /** It is not pending, and not in use: a claim without pods, a workload without replicas. */
        UNUSED("unused");

        private final String id;

        State(String id) {
            this.id = id;
        }

        /** The name in JSON. */
        @Override
        public String toString() {
            return id;
        }
    }

    /** Keys of which a diagnosis like this one has one, too: the findings, or the maker and the causes. */
    List<List<Object>> likenesses() {
        return List.of(List.of(state, findings), List.of(state, group, causes()));
    }

    /** The causes, the first first. */
    public List<Cause> causes() {
        return findings.stream().map(Finding::cause).toList();
    }

    Diagnosis withAlike(List<String> others) {
        return new Diagnosis(group, subject, state, age, detail, findings, scheduler, others);
    }
}
