package dev.drawbridge.cli;

import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.live.KnownBug;
import dev.drawbridge.report.JsonObject;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.schema.PatchVersion;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;

/** Lists the known bugs of Kubernetes in the allocation and preparation of devices. */
final class BugsCommand {

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        PatchVersion version = arguments.parsed("kubernetes", BugsCommand::version);
        List<KnownBug> bugs = KnownBug.ALL.stream()
                .filter(bug -> version == null || bug.affects(version))
                .toList();
        if (!arguments.parameters().isEmpty()) {
            KnownBug bug = named(arguments.parameters().get(0));
            if (!bugs.contains(bug)) {
                throw new UsageException(
                        bug + " is not in Kubernetes " + version + ", but in " + String.join(", ", bug.versions()));
            }
            PrintWriter to = WrappedLines.of(out);
            row(bug).forEach((label, text) -> to.printf("%-12s%s%n", label + ":", text));
            to.flush();
            return ExitCode.CLEAN;
        }
        FileOutput output = FileOutput.of(arguments, "text");
        List<Map<String, Object>> rows = bugs.stream().map(BugsCommand::row).toList();
        output.write(out, err, to -> {
            if (output.format().equals("json")) {
                JsonTree.write(Map.of("read", KnownBug.READ.toString(), "bugs", rows), to);
            } else {
                Tables.write(output.format(), List.of(table(rows)), to);
            }
        });
        return ExitCode.CLEAN;
    }

    /** The row of a bug, by its thread or the number of it. */
    static KnownBug named(String name) {
        return KnownBug.ALL.stream()
                .filter(each -> each.id().equals(name) || each.id().endsWith("#" + name))
                .findFirst()
                .orElseThrow(() -> new UsageException("unknown bug " + name + "; drawbridge bugs lists them"));
    }

    private static PatchVersion version(String text) {
        PatchVersion version = PatchVersion.parse(text);
        if (version == null) {
            throw new IllegalArgumentException("expected a version with its patch, such as 1.36.3; found " + text);
        }
        return version;
    }

    private static PrintedTable table(List<Map<String, Object>> rows) {
        List<String> columns = List.of("bug", "component", "versions", "summary");
        return PrintedTable.of(
                "bugs", columns, rows, row -> columns.stream().map(row::get).toList());
    }

    static Map<String, Object> row(KnownBug bug) {
        return new JsonObject()
                .with("bug", bug.toString())
                .with("component", bug.component().toString())
                .with("versions", String.join(", ", bug.versions()))
                .with("summary", bug.summary())
                .with("change", bug.advice())
                .with("source", bug.source());
    }
}
