package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.FunnelSteps;
import dev.drawbridge.fit.Room;
import dev.drawbridge.fit.cause.ContainerResource;
import dev.drawbridge.fit.cause.ObjectField;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.report.JsonObject;
import dev.drawbridge.report.JsonTree;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Answers of {@code fit} as a page. */
record FitPage(
        Fit fit,
        Fleet fleet,
        List<FitResult> results,
        @Nullable FitTogether together,
        List<Room> rooms) {

    void write(String source, PrintWriter out) {
        List<PrintedTable> after = after();
        List<List<FunnelSteps>> funnels = funnels();
        Map<String, Object> root = tree(funnels);
        root.put("tables", after.stream().map(PrintedTable::data).toList());
        List<PrintedTable> tables = new ArrayList<>();
        tables.add(PrintedTable.of(
                "Workloads", List.of("workload", "answer", "why, and what would help"), results, FitPage::row));
        tables.add(new PrintedTable(
                "Devices that each condition leaves",
                List.of("workload", "request", "condition", "devices"),
                funnelRows(funnels)));
        tables.add(new PrintedTable(
                "Where they would go",
                List.of("workload", "request", "device", "node"),
                results.stream().flatMap(result -> deviceRows(result).stream()).toList()));
        tables.addAll(after);
        List<String> summary = List.of(
                FitText.answers(results),
                "Fleet: " + Printable.count(fleet.nodes().size(), "node") + ", "
                        + Printable.count(fleet.devices(), "device") + ". " + FitText.NOT_CONSIDERED,
                "Kubernetes " + fit.release() + " · " + source);
        new HtmlPage("fit", "Drawbridge: fit", summary, tables).write(JsonTree.compact(root), out);
    }

    private static List<String> row(FitResult result) {
        List<String> lines = new ArrayList<>();
        result.causes().forEach(cause -> {
            lines.add(cause.text());
            lines.addAll(cause.lines());
        });
        result.helpful().forEach(change -> lines.add(change.text()));
        result.findings().forEach(finding -> {
            ObjectField field = finding.field();
            lines.add((field == null ? "" : field.path() + ": ") + finding.text());
        });
        return List.of(result.workload().toString(), result.headline("fleet"), String.join("; ", lines));
    }

    private List<List<FunnelSteps>> funnels() {
        return results.stream().map(result -> fit.funnels(result.workload())).toList();
    }

    private List<List<Object>> funnelRows(List<List<FunnelSteps>> funnels) {
        List<List<Object>> rows = new ArrayList<>();
        for (int i = 0; i < results.size(); i++) {
            String workload = results.get(i).workload().toString();
            for (FunnelSteps funnel : funnels.get(i)) {
                funnel.steps()
                        .forEach(step ->
                                rows.add(List.of(workload, funnel.subject(), step.condition(), step.devices())));
            }
        }
        return rows;
    }

    private static List<List<Object>> deviceRows(FitResult result) {
        List<List<Object>> rows = new ArrayList<>();
        FitResult.Example example = result.example();
        if (example != null) {
            for (FitResult.RequestDevices request : example.requests()) {
                ContainerResource resource = request.resource();
                String name = resource == null ? request.claim() + " " + request.request() : resource.toString();
                request.devices().forEach(device -> rows.add(List.of(result.workload(), name, device, example.node())));
            }
        }
        return rows;
    }

    /** What does not fit together, what fits in addition, and the devices that stay free. */
    private List<PrintedTable> after() {
        PrintedTable left = PrintedTable.of(
                "Left over",
                List.of("workload", "pods", "left over"),
                together == null ? List.<FitTogether.Left>of() : together.left(),
                one -> List.of(one.workload(), one.pods(), one.left()));
        PrintedTable refused = PrintedTable.of(
                "Refused by quotas",
                List.of("workload", "pods", "refused", "message"),
                together == null ? List.<FitTogether.Refused>of() : together.refused(),
                one -> List.of(one.workload(), one.pods(), one.refused(), one.message()));
        PrintedTable more = PrintedTable.of(
                "More that fits now",
                List.of("workload", "more"),
                rooms,
                room -> List.of(room.workload(), room.count()));
        PrintedTable devices = together == null || together.taken().isEmpty() ? null : fit.left(together.taken());
        return Stream.of(left, refused, devices, more)
                .filter(Objects::nonNull)
                .filter(table -> !table.rows().isEmpty())
                .toList();
    }

    Map<String, Object> tree() {
        return tree(funnels());
    }

    private Map<String, Object> tree(List<List<FunnelSteps>> funnels) {
        return new JsonObject()
                .with("answers", FitJson.of(results, together, rooms, fleet))
                .with(
                        "headlines",
                        results.stream().map(result -> result.headline("fleet")).toList())
                .with(
                        "funnels",
                        funnels.stream()
                                .map(all -> all.stream().map(FitPage::data).toList())
                                .toList());
    }

    private static Object data(FunnelSteps funnel) {
        return new JsonObject()
                .with("subject", funnel.subject())
                .with(
                        "steps",
                        funnel.steps().stream()
                                .map(step -> List.of(step.condition(), step.devices()))
                                .toList())
                .with("needed", funnel.needed());
    }
}
