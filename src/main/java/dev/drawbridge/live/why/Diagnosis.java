package dev.drawbridge.live.why;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.live.ClusterFinding;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The findings about a pod, or about an object that creates pods.
 *
 * @param group its owner, if other pods of the owner may have the same findings; otherwise itself
 * @param subject the object, such as {@code Pod ml/train}
 * @param age its age; null if unknown
 * @param findings the findings in order; empty if it is not pending
 * @param scheduler the scheduler's last message; null if there is none
 * @param alike other objects with the same findings
 */
public record Diagnosis(
        String group,
        String subject,
        State state,
        @Nullable Duration age,
        String detail,
        List<ClusterFinding> findings,
        @Nullable String scheduler,
        List<String> alike) {

    /** The progress of a pod. */
    public enum State {
        /** It has a node, or all of its pods have one. */
        SCHEDULED("scheduled"),
        /** It is pending. */
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

    /** Keys that similar diagnoses share: the findings, or the owner and the causes. */
    List<List<Object>> likenesses() {
        return List.of(List.of(state, findings), List.of(state, group, causes()));
    }

    /** The causes in order. */
    public List<RuleText.Row> causes() {
        return findings.stream().map(ClusterFinding::rule).toList();
    }

    /** Whether it is pending, or has a problem although it is on a node. */
    public boolean isOpen() {
        return state == State.PENDING || !findings.isEmpty();
    }

    Diagnosis withAlike(List<String> others) {
        return new Diagnosis(group, subject, state, age, detail, findings, scheduler, others);
    }
}
