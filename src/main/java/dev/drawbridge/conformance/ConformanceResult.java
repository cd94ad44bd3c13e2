package dev.drawbridge.conformance;

import dev.drawbridge.schema.KubernetesRelease;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    /** The table as text: a row a release and group, and a sum. */
    public String table() {
        String format = "%-8s %-14s %9s %9s %10s %10s%n";
        StringBuilder text = new StringBuilder();
        text.append(
                String.format(Locale.ROOT, format, "release", "group", "verdicts", "same", "different", "deviation"));
        int[] sum = new int[Outcome.values().length];
        for (Row row : rows()) {
            text.append(String.format(
                    Locale.ROOT, format, row.release, row.group, row.cases(), row.same, row.different, row.deviations));
            sum[0] += row.same;
            sum[1] += row.different;
            sum[2] += row.deviations;
        }
        text.append(String.format(Locale.ROOT, format, "all", "", sum[0] + sum[1] + sum[2], sum[0], sum[1], sum[2]));
        skipped.forEach((release, count) ->
                text.append(count).append(" verdicts of ").append(release).append(" not compared: no rules\n"));
        return text.toString();
    }

    /** What differs, a line each, in the order of the files. */
    public List<String> differences() {
        return List.copyOf(differences);
    }
}
