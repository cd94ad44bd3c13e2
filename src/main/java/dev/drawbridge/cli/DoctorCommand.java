package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.field.RuleText;
import dev.drawbridge.field.Severity;
import dev.drawbridge.live.ClusterFinding;
import dev.drawbridge.live.ClusterReader;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.live.doctor.Doctor;
import dev.drawbridge.live.doctor.Patient;
import dev.drawbridge.report.JsonObject;
import dev.drawbridge.report.JsonTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Finds problems of a cluster that no single object shows. */
final class DoctorCommand {

    /** The findings of one rule in a table: there may be one for each node. */
    private static final int MAX_ROWS = 20;

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        if (arguments.has("rbac")) {
            out.print(ClusterReader.clusterRole("drawbridge-doctor", SnapshotKind.ofTheWhole()));
            return ExitCode.CLEAN;
        }
        if (!arguments.parameters().isEmpty()) {
            throw new UsageException("doctor takes no argument; name a dump with --from");
        }
        String failOn = arguments.choice("fail-on", "warning");
        FileOutput output = FileOutput.of(arguments, "table");
        try (SnapshotInput input =
                SnapshotInput.read(arguments, arguments.texts("from"), SnapshotKind.ofTheWhole(), true, err)) {
            FleetCluster cluster = input.cluster();
            List<ClusterFinding> findings = Doctor.examine(new Patient(
                    input.snapshot(),
                    input.fit(),
                    input.release(),
                    cluster == null ? Map.of() : cluster.client().featureGates(),
                    cluster == null ? Map.of() : schedulerGates(input, cluster)));
            output.write(out, err, to -> {
                switch (output.format()) {
                    case "json" -> JsonTree.write(json(findings, input), to);
                    case "markdown" -> Tables.markdown(table(findings), to);
                    case "html" ->
                        LivePages.write(
                                arguments,
                                input,
                                answer(findings, input.snapshot()),
                                page(findings, input),
                                List.of(table(findings), fixes(findings)),
                                to);
                    default -> text(findings, input.snapshot(), to);
                }
            });
            out.flush();
            input.reportUnseen(err);
            return findings.stream().anyMatch(finding -> fails(finding, failOn)) ? ExitCode.FINDINGS : ExitCode.CLEAN;
        }
    }

    private static boolean fails(ClusterFinding finding, String failOn) {
        return switch (failOn) {
            case "never" -> false;
            case "info" -> true;
            default -> finding.rule().text().severity() != Severity.INFO;
        };
    }

    /** Feature gates in the metrics of a scheduler that runs as a pod, read through the proxy of the API server. */
    private static Map<String, Boolean> schedulerGates(SnapshotInput input, FleetCluster cluster) {
        return input.snapshot().all(SnapshotKind.POD).stream()
                .filter(pod -> pod.namespace().equals("kube-system"))
                .filter(pod ->
                        pod.metadata().object("labels").string("component").equals("kube-scheduler"))
                .findFirst()
                .map(pod ->
                        "/api/v1/namespaces/" + pod.namespace() + "/pods/https:" + pod.name() + ":10259/proxy/metrics")
                .map(metrics -> cluster.client().featureGates(metrics))
                .orElse(Map.of());
    }

    private static String answer(List<ClusterFinding> findings, ClusterSnapshot snapshot) {
        if (!findings.isEmpty()) {
            Map<Severity, Long> counts = findings.stream()
                    .collect(Collectors.groupingBy(
                            finding -> finding.rule().text().severity(), TreeMap::new, Collectors.counting()));
            return counts.entrySet().stream()
                    .map(each -> Printable.count(each.getValue(), each.getKey().toString()))
                    .collect(Collectors.joining(", "));
        }
        boolean isEmpty = SnapshotKind.ofTheWhole().stream()
                .allMatch(kind -> snapshot.all(kind).isEmpty());
        return isEmpty
                ? "Nothing was examined: there are no objects."
                : snapshot.unseen().isEmpty()
                        ? "No problems found."
                        : "No problems found in the kinds that could be listed.";
    }

    private static void text(List<ClusterFinding> findings, ClusterSnapshot snapshot, PrintWriter out) {
        if (findings.isEmpty()) {
            out.println(answer(findings, snapshot));
            String examined = LivePages.examined(snapshot);
            out.print(examined.isEmpty() ? "" : examined + "\n");
            return;
        }
        Map<String, Integer> counts = new LinkedHashMap<>();
        Tables.text(
                table(findings.stream()
                        .filter(finding -> counts.merge(finding.rule().text().name(), 1, Integer::sum) <= MAX_ROWS)
                        .toList()),
                out);
        counts.forEach((rule, count) ->
                out.print(count > MAX_ROWS ? rule + ": " + (count - MAX_ROWS) + " more; -o json has all\n" : ""));
        changes(findings).forEach(change -> out.println(change.get(0) + ": " + change.get(1)));
    }

    /** Each rule with what to do, in the order of the findings. */
    private static Set<List<String>> changes(List<ClusterFinding> findings) {
        return findings.stream()
                .map(finding -> List.of(finding.rule().text().name(), finding.change()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static PrintedTable fixes(List<ClusterFinding> findings) {
        return PrintedTable.of("fixes", List.of("rule", "fix"), changes(findings), change -> change);
    }

    private static PrintedTable table(List<ClusterFinding> findings) {
        return PrintedTable.of("findings", List.of("severity", "rule", "object", "message"), findings, finding -> {
            RuleText rule = finding.rule().text();
            return List.of(rule.severity(), rule.name(), finding.object(), finding.summary());
        });
    }

    /** The data of the page: those of JSON, and why each rule matters. */
    private static Object page(List<ClusterFinding> findings, SnapshotInput input) {
        Map<String, String> reasons = new HashMap<>();
        findings.forEach(finding ->
                reasons.put(finding.rule().text().name(), finding.rule().text().why()));
        return json(findings, input).with("reasons", reasons);
    }

    private static JsonObject json(List<ClusterFinding> findings, SnapshotInput input) {
        return new JsonObject()
                .with("kubernetes", input.release())
                .with("notSeen", input.unseen())
                .with("findings", findings.stream().map(DoctorCommand::json).toList());
    }

    private static Object json(ClusterFinding finding) {
        RuleText rule = finding.rule().text();
        return new JsonObject()
                .with("severity", rule.severity())
                .with("rule", rule.name())
                .with("object", finding.object())
                .with("message", finding.summary())
                .with("fix", finding.change());
    }
}
