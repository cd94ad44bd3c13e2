package dev.drawbridge.cli;

import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.page.HtmlPage;
import dev.drawbridge.report.JsonTree;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The answers of {@code why} and {@code doctor} about a cluster as pages. */
final class LivePages {

    /** Writes a page: an answer, the data of the script, and the content without scripts. */
    static void write(
            Arguments arguments,
            SnapshotInput input,
            String answer,
            Object json,
            List<PrintedTable> tables,
            PrintWriter out) {
        String examined = examined(input.snapshot());
        List<PrintedTable> all = new ArrayList<>(tables);
        if (!input.unseen().isEmpty()) {
            all.add(PrintedTable.of(
                    "Not seen",
                    List.of("kind", "reason"),
                    input.unseen().entrySet(),
                    kind -> List.of(kind.getKey(), kind.getValue())));
        }
        new HtmlPage(
                        arguments.command().name(),
                        "Drawbridge: " + arguments.command().name(),
                        List.of(
                                answer,
                                examined.isEmpty() ? "There are no objects." : examined,
                                "Kubernetes " + input.release() + " · " + arguments.source("--cluster")),
                        all)
                .write(JsonTree.compact(json), out);
    }

    /** How many objects of which kinds were read; empty without any. */
    static String examined(ClusterSnapshot snapshot) {
        String examined = SnapshotKind.all().stream()
                .filter(kind -> !snapshot.all(kind).isEmpty())
                .map(kind -> kind.plural() + " (" + snapshot.all(kind).size() + ")")
                .collect(Collectors.joining(", "));
        return examined.isEmpty() ? "" : "Examined: " + examined;
    }
}
