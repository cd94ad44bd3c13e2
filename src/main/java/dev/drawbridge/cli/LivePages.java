package dev.drawbridge.cli;

import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.page.HtmlTable;
import dev.drawbridge.report.JsonTree;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The answers of {@code why} and {@code doctor} about a cluster as pages. */
final class LivePages {

    private LivePages() {}

    /**
     * Writes a page.
     *
     * @param name the name of the command and of the page's script
     * @param json the data of the script
     * @param tables the content without scripts
     */
    static void write(String name, SnapshotInput input, Object json, List<FleetSummary.Table> tables, PrintWriter out) {
        List<HtmlTable> all = new ArrayList<>(tables.stream().map(Tables::html).toList());
        List<List<String>> unseen = new ArrayList<>();
        input.unseen().forEach((kind, reason) -> unseen.add(List.of(kind, reason)));
        if (!unseen.isEmpty()) {
            all.add(new HtmlTable("Not seen", List.of("kind", "reason"), unseen));
        }
        new HtmlPage(name, "Drawbridge: " + name, "Kubernetes " + input.release(), all)
                .write(JsonTree.compact(json), out);
    }
}
