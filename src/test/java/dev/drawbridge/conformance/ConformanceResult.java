package dev.drawbridge.conformance;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Counts of verdicts by release and group, and the differences. */
public final class ConformanceResult {

    /** A row of the table. */
    public record Row(RecordedRelease release, String group, int same, int different, int deviations) {

        /** The number of verdicts compared. */
        public int cases() {
            return same + different + deviations;
        }
    }

    private enum Outcome {
        SAME,
        DIFFERENT,
        DEVIATION
    }

    private final Map<RecordedRelease, Map<String, int[]>> counts = new TreeMap<>();
    private final Map<KnownDeviation, Integer> deviations = new EnumMap<>(KnownDeviation.class);
    private final List<String> differences = new ArrayList<>();

    void same(RecordedRelease release, String group) {
        count(release, group, Outcome.SAME);
    }

    void deviation(RecordedRelease release, String group, KnownDeviation deviation) {
        count(release, group, Outcome.DEVIATION);
        deviations.merge(deviation, 1, Integer::sum);
    }

    void different(RecordedRelease release, String group, String difference) {
        count(release, group, Outcome.DIFFERENT);
        differences.add(release + " " + difference);
    }

    private void count(RecordedRelease release, String group, Outcome outcome) {
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

    /** The table as text: a row a release and group, a sum, and the known deviations. */
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
        deviations.forEach((deviation, count) -> text.append(count)
                .append(" known deviations: ")
                .append(deviation)
                .append(System.lineSeparator()));
        return text.toString();
    }

    /** The differences, one per line, in the order of the files. */
    public List<String> differences() {
        return Collections.unmodifiableList(differences);
    }
}
