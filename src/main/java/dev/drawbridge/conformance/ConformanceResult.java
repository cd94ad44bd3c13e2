package dev.drawbridge.conformance;

import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts of verdicts by release and group, and the differences. */
public final class ConformanceResult {

    /** A row of the table. */
    public record Row(KubernetesRelease release, String group, int same, int different, int deviations) {

        /** All verdicts that were compared. */
        public int cases() {
            return same + different + deviations;
        }
    }

    private enum Outcome {
        SAME,
        DIFFERENT,
        DEVIATION
    }

    private final Map<KubernetesRelease, Map<String, int[]>> counts = new TreeMap<>();
    private final Map<String, Integer> skipped = new TreeMap<>();
    private final List<String> differences = new ArrayList<>();

    void same(KubernetesRelease release, String group) {
        count(release, group, Outcome.SAME);
    }

    void deviation(KubernetesRelease release, String group) {
        count(release, group, Outcome.DEVIATION);
    }

    void different(KubernetesRelease release, String group, String difference) {
        count(release, group, Outcome.DIFFERENT);
        differences.add(release + " " + difference);
    }

    void skip(String release) {
        skipped.merge(release, 1, Integer::sum);
    }

    private void count(KubernetesRelease release, String group, Outcome outcome) {
        counts.computeIfAbsent(release, key -> new TreeMap<>())
                .computeIfAbsent(group, key -> new int[Outcome.values().length])[outcome.ordinal()]++;
    }

    /** The table, by release and group. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        counts.forEach((release, groups) -> groups.forEach((group, count) -> rows.add(new Row(
                release,
                group,
                count[Outcome.SAME.ordinal()],
                count[Outcome.DIFFERENT.ordinal()],
                count[Outcome.DEVIATION.ordinal()]))));
        return rows;
    }

    /** What differs, a line each, in the order of the files. */
    public List<String> differences() {
        return List.copyOf(differences);
    }

    /** Verdicts that were not compared, since the table does not have their release. */
    public Map<String, Integer> skipped() {
        return Map.copyOf(skipped);
    }
}
