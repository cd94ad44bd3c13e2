package dev.drawbridge.live.why;

import dev.drawbridge.field.RuleText;
import dev.drawbridge.fleet.Owner;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.StoredObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
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
        SCHEDULED,
        PENDING,
        /** It is being deleted, and has not ended. */
        TERMINATING,
        ENDED,
        /** It is not pending, and not in use: a claim without pods, a workload without replicas. */
        UNUSED;

        /** The name in JSON. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Keys that similar diagnoses share: the findings, or the owner and the causes. */
    List<List<Object>> likenesses() {
        return List.of(List.of(state, findings), List.of(state, group, causes()));
    }

    public List<RuleText.Row> causes() {
        return findings.stream().map(ClusterFinding::rule).toList();
    }

    /** Whether it is pending, or has a problem although it is on a node. */
    public boolean isOpen() {
        return state == State.PENDING || !findings.isEmpty();
    }

    static List<Diagnosis> merged(List<Diagnosis> all) {
        List<Diagnosis> firsts = new ArrayList<>();
        List<List<String>> others = new ArrayList<>();
        Map<List<Object>, Integer> places = new HashMap<>();
        for (Diagnosis diagnosis : all) {
            Integer known = diagnosis.likenesses().stream()
                    .map(places::get)
                    .filter(place -> place != null)
                    .min(Comparator.naturalOrder())
                    .orElse(null);
            if (known != null) {
                others.get(known).add(diagnosis.subject());
                continue;
            }
            diagnosis.likenesses().forEach(likeness -> places.putIfAbsent(likeness, firsts.size()));
            firsts.add(diagnosis);
            others.add(new ArrayList<>(diagnosis.alike()));
        }
        return IntStream.range(0, firsts.size())
                .mapToObj(place -> firsts.get(place).with(others.get(place)))
                .toList();
    }

    private Diagnosis with(List<String> others) {
        return new Diagnosis(group, subject, state, age, detail, findings, scheduler, others);
    }

    Diagnosis withMessage(@Nullable String message) {
        return new Diagnosis(group, subject, state, age, detail, findings, message, alike);
    }

    /** The diagnosis of an object of a cluster, which is as old as the object. */
    static Diagnosis of(
            ClusterSnapshot snapshot, StoredObject object, State state, String detail, List<ClusterFinding> findings) {
        Instant created = object.created();
        Duration age = created == null ? null : Duration.between(created, snapshot.time());
        String maker = object.owners().stream()
                .filter(Owner::isController)
                .map(owner -> owner.kind() + " " + object.namespace() + "/" + owner.name())
                .findFirst()
                .orElse(object.toString());
        return new Diagnosis(maker, object.toString(), state, age, detail, findings, null, List.of());
    }
}
