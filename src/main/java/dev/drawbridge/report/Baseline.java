package dev.drawbridge.report;

import dev.drawbridge.document.ReadLimits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Findings that are known and do not fail: a text file with one line for each finding: its file, object, field, type
 * and rule, so that entries do not depend on line numbers. A finding that occurs several times has several lines.
 */
public final class Baseline {

    private static final String HEADER = "# drawbridge baseline 1: findings that do not fail; one a line, sorted";

    private final Map<String, Integer> known = new TreeMap<>();

    private Baseline(Collection<String> entries) {
        entries.forEach(entry -> known.merge(entry, 1, Integer::sum));
    }

    /**
     * Reads a baseline.
     *
     * @throws IOException if it cannot be read or is not a baseline
     */
    public static Baseline read(Path file) throws IOException {
        List<String> lines = new String(ReadLimits.DEFAULT.text(file), StandardCharsets.UTF_8)
                .lines()
                .toList();
        if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
            throw new IOException("not a Drawbridge baseline; write one with --write-baseline");
        }
        return new Baseline(lines.subList(1, lines.size()));
    }

    /** Writes the report's findings as a baseline. */
    public static void write(Path file, Report report) throws IOException {
        List<String> lines = new ArrayList<>(
                report.findings().stream().map(Baseline::entry).sorted().toList());
        lines.add(0, HEADER);
        Files.write(file, lines, StandardCharsets.UTF_8);
    }

    private static String entry(Finding finding) {
        return finding.fingerprint().replace("\n", " ");
    }

    /** The report without known findings; collects obsolete entries. */
    public Report without(Report report, List<String> obsolete) {
        Map<String, Integer> left = new TreeMap<>(known);
        List<Finding> fresh = new ArrayList<>();
        for (Finding finding : report.findings()) {
            Integer count = left.get(entry(finding));
            if (count == null || count == 0) {
                fresh.add(finding);
            } else {
                left.put(entry(finding), count - 1);
            }
        }
        left.forEach((entry, count) -> {
            if (count > 0) {
                obsolete.add(entry);
            }
        });
        int matched = report.findings().size() - fresh.size();
        int shown = (int) report.findings().stream().filter(Finding::known).count();
        Summary rest = report.summary().of(fresh, report.summary().findings().suppressed() - shown + matched);
        return new Report(fresh, report.objects(), report.releases(), report.limits(), rest);
    }
}
