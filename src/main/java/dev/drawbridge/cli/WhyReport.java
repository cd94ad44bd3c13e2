package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.why.Ages;
import dev.drawbridge.live.why.Diagnosis;
import dev.drawbridge.report.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The result of {@code why}, for people and programs. */
final class WhyReport {

    private static final int MAX_NAMES = 5;

    static String text(List<Diagnosis> found) {
        return found.stream().map(WhyReport::text).collect(Collectors.joining("\n"));
    }

    private static String text(Diagnosis diagnosis) {
        List<String> lines = new ArrayList<>(List.of(headline(diagnosis)));
        int number = 1;
        for (ClusterFinding finding : diagnosis.findings()) {
            lines.add("  " + number++ + ". " + finding.summary() + " [" + finding.rule() + "]");
            finding.lines().forEach(line -> lines.add("       " + line));
            lines.add("     change: " + finding.change());
            finding.changes().forEach(change -> lines.add("     then:   " + change.text()));
        }
        if (diagnosis.scheduler() != null) {
            lines.add("  scheduler: " + diagnosis.scheduler());
        }
        if (!diagnosis.alike().isEmpty()) {
            lines.add("  same for: " + Printable.first(MAX_NAMES, diagnosis.alike()));
        }
        return lines.stream().map(Printable::of).collect(Collectors.joining("\n", "", "\n"));
    }

    /** The first causes of all that is pending, the oldest first. */
    static PrintedTable causes(List<Diagnosis> found) {
        Map<String, List<Diagnosis>> byCause = new LinkedHashMap<>();
        found.stream()
                .filter(each -> each.state() == Diagnosis.State.PENDING
                        && !each.findings().isEmpty())
                .sorted(Comparator.comparing(WhyReport::age).reversed())
                .forEach(each -> byCause.computeIfAbsent(
                                each.findings().get(0).rule().text().name(), any -> new ArrayList<>())
                        .add(each));
        return PrintedTable.of("causes", List.of("cause", "count", "oldest", "such as"), byCause.entrySet(), cause -> {
            Diagnosis first = cause.getValue().get(0);
            return List.of(
                    cause.getKey(),
                    cause.getValue().stream()
                            .mapToInt(each -> 1 + each.alike().size())
                            .sum(),
                    age(first).isZero() ? "" : Ages.of(age(first)),
                    first.subject());
        });
    }

    private static Duration age(Diagnosis diagnosis) {
        return Objects.requireNonNullElse(diagnosis.age(), Duration.ZERO);
    }

    private static String headline(Diagnosis diagnosis) {
        String age = diagnosis.age() == null || diagnosis.state() != Diagnosis.State.PENDING
                ? ""
                : " for " + Ages.of(diagnosis.age());
        return diagnosis.subject() + ": " + diagnosis.state() + age
                + (diagnosis.detail().isEmpty() ? "" : ", " + diagnosis.detail());
    }

    static String states(List<Diagnosis> found) {
        Map<Diagnosis.State, Integer> counts = new EnumMap<>(Diagnosis.State.class);
        found.forEach(each -> counts.merge(each.state(), 1 + each.alike().size(), Integer::sum));
        return counts.isEmpty()
                ? "Nothing is pending."
                : counts.entrySet().stream()
                        .map(each -> each.getValue() + " " + each.getKey())
                        .collect(Collectors.joining(", "));
    }

    /** A row for each cause, and for each object without one. */
    static PrintedTable table(List<Diagnosis> found) {
        List<List<Object>> rows = new ArrayList<>();
        for (Diagnosis diagnosis : found) {
            String headline = headline(diagnosis);
            String alike = String.join(", ", diagnosis.alike());
            if (diagnosis.findings().isEmpty()) {
                rows.add(List.of(headline, alike, "", "", "", ""));
            }
            for (ClusterFinding finding : diagnosis.findings()) {
                List<String> lines = new ArrayList<>(List.of(finding.summary()));
                finding.lines().forEach(line -> lines.add(line.strip()));
                rows.add(List.of(
                        headline,
                        alike,
                        finding.rule().text().name(),
                        String.join("; ", lines),
                        finding.change(),
                        Objects.requireNonNullElse(finding.then(), "")));
            }
        }
        return new PrintedTable("objects", List.of("object", "same for", "cause", "why", "change", "then"), rows);
    }

    /** The data of the page: those of JSON, and the headlines. */
    static Object page(List<Diagnosis> found, SnapshotInput input) {
        return json(found, input)
                .with("headlines", found.stream().map(WhyReport::headline).toList());
    }

    static JsonObject json(List<Diagnosis> found, SnapshotInput input) {
        return new JsonObject()
                .with("kubernetes", input.release())
                .with("notSeen", input.unseen())
                .with(
                        "causes",
                        causes(found).rows().stream()
                                .map(row -> Map.of("cause", row.get(0), "count", row.get(1), "example", row.get(3)))
                                .toList())
                .with("objects", found.stream().map(WhyReport::json).toList());
    }

    private static Object json(Diagnosis diagnosis) {
        Duration age = diagnosis.age();
        return new JsonObject()
                .with("object", diagnosis.subject())
                .with("state", diagnosis.state())
                .with("ageSeconds", age == null ? null : age.toSeconds())
                .with("detail", diagnosis.detail())
                .with(
                        "causes",
                        diagnosis.findings().stream().map(WhyReport::json).toList())
                .with("scheduler", diagnosis.scheduler())
                .with("alike", diagnosis.alike());
    }

    private static Object json(ClusterFinding finding) {
        return new JsonObject()
                .with("cause", finding.rule().text().name())
                .with("summary", finding.summary())
                .with("lines", finding.lines().stream().map(String::strip).toList())
                .with("change", finding.change())
                .with("then", finding.then());
    }
}
