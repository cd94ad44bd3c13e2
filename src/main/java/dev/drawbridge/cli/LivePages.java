package dev.drawbridge.cli;

import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.report.JsonTree;
import java.io.PrintWriter;
import java.util.List;

/** The answers of {@code why} and {@code doctor} about a cluster as pages. */
final class LivePages {

    private LivePages() {}

    /**
     * Writes a page.
     *
     * @param name the name of the command and of the page's script
     * @param json the data of the script
     * @param table the content without scripts
     */
    static void write(String name, SnapshotInput input, Object json, FleetSummary.Table table, PrintWriter out) {
        new HtmlPage(name, "Drawbridge: " + name, "Kubernetes " + input.release(), List.of(Tables.html(table)))
                .write(JsonTree.compact(json), out);
    }
}
