package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.FunnelSteps;
import dev.drawbridge.fit.Room;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.page.HtmlTable;
import dev.drawbridge.report.JsonTree;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Answers of {@code fit} as a page. */
final class FitPage {

    private final Fit fit;
    private final Fleet fleet;

    FitPage(Fit fit, Fleet fleet) {
        this.fit = fit;
        this.fleet = fleet;
    }

    /** Writes the page. */
    void write(List<FitResult> results, @Nullable FitTogether together, List<Room> rooms, PrintWriter out) {
        List<List<String>> rows = new ArrayList<>();
        for (FitResult result : results) {
            List<String> lines = new ArrayList<>();
            result.reasons().forEach(reason -> {
                lines.add(reason.subject());
                lines.addAll(reason.lines());
            });
            lines.addAll(result.hints());
            rows.add(List.of(result.workload().toString(), result.headline("fleet"), String.join("; ", lines)));
        }
        HtmlTable table = new HtmlTable("Workloads", List.of("workload", "answer", "why, and what would help"), rows);
        String summary = Printable.count(results.size(), "workload") + ", "
                + Printable.count(fleet.nodes().size(), "node") + ", " + Printable.count(fleet.devices(), "device")
                + ", Kubernetes " + fit.release()
                + ". CPU, memory and the other plugins of the scheduler are not considered.";
        new HtmlPage("fit", "Drawbridge: fit", summary, List.of(table))
                .write(JsonTree.compact(tree(results, together, rooms)), out);
    }

    /** The data of the page. */
    Map<String, Object> tree(List<FitResult> results, @Nullable FitTogether together, List<Room> rooms) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("answers", FitJson.of(results, together, rooms, fleet));
        root.put(
                "headlines",
                results.stream().map(result -> result.headline("fleet")).toList());
        root.put("funnels", results.stream().map(this::funnels).toList());
        return root;
    }

    private List<Object> funnels(FitResult result) {
        List<Object> funnels = new ArrayList<>();
        for (FunnelSteps funnel : fit.funnels(result.workload())) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("subject", funnel.subject());
            one.put(
                    "steps",
                    funnel.steps().stream()
                            .map(step -> List.of(step.condition(), step.devices()))
                            .toList());
            Long needed = funnel.needed();
            if (needed != null) {
                one.put("needed", needed);
            }
            funnels.add(one);
        }
        return funnels;
    }
}
