package dev.drawbridge.report;

import dev.drawbridge.field.Severity;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The number of findings by severity, type and field, ignoring list indexes and map keys. */
public final class RuleCounts {

    private RuleCounts() {}

    private record Rule(Severity severity, String type, String field) {

        static Rule of(Finding finding) {
            String field = finding.path().replaceAll("\\[[^]]*]", "[*]");
            return new Rule(
                    finding.severity(),
                    finding.rule().type(),
                    field.isEmpty() ? finding.origin().toString() : field);
        }
    }

    /** A line a mistake, the most frequent first. */
    public static String of(Report report) {
        Map<Rule, Long> counts = new TreeMap<>(
                Comparator.comparing(Rule::severity).thenComparing(Rule::type).thenComparing(Rule::field));
        report.findings().stream()
                .filter(finding -> !finding.known())
                .forEach(finding -> counts.merge(Rule.of(finding), 1L, Long::sum));
        return counts.entrySet().stream()
                .sorted(Map.Entry.<Rule, Long>comparingByValue().reversed())
                .map(entry -> String.format(
                        "%6d  %-7s  %-22s  %s%n",
                        entry.getValue(),
                        entry.getKey().severity(),
                        entry.getKey().type(),
                        entry.getKey().field()))
                .collect(Collectors.joining());
    }
}
