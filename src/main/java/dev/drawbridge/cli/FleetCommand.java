package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.fit.ExtendedResource;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.TaintRules;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetModel;
import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.cli.Option;

/** Summarizes a fleet: drivers, classes, devices by attribute, allocated and free. */
final class FleetCommand {

    private static final String FORMATS = "table|json|markdown";
    private static final int SECONDS = 10;
    private static final int MAX_NODES = 3;

    static final Command COMMAND = new Command(
            "fleet",
            "Show what a fleet has: drivers, classes, devices, taken and free.",
            "[PATH...]",
            options(),
            List.of("", "PATH is the same as --fleet PATH."),
            FleetCommand::run);

    private FleetCommand() {}

    private static List<Option> options() {
        List<Option> options = new ArrayList<>(FitCommand.fleetOptions());
        options.add(Option.builder("o")
                .longOpt("output")
                .hasArg()
                .argName("FORMAT")
                .desc(FORMATS + " (default: table)")
                .get());
        options.add(Command.flag("models", "List the fleets to try: --fleet model:NAME"));
        options.add(Command.flag("debug", "Print stack traces"));
        return options;
    }

    private static int run(Arguments arguments, PrintWriter out, PrintWriter err) {
        if (arguments.has("models")) {
            return models(arguments, out);
        }
        try (FleetCluster cluster = FleetCluster.of(arguments)) {
            FleetInput input = FitCommand.fleet(
                    arguments,
                    arguments.parameters(),
                    new FleetInput(
                            cluster == null ? "default" : cluster.namespace(),
                            KubernetesRelease.NEWEST,
                            GateSettings.DEFAULTS),
                    cluster,
                    err::println);
            Fleet fleet = TaintRules.applied(
                    input.fleet().build(),
                    KubernetesRelease.NEWEST,
                    GateSettings.DEFAULTS.in(KubernetesRelease.NEWEST));
            FleetSummary summary = FleetSummary.of(fleet).with(extendedResources(fleet));
            switch (arguments.choice("output", FORMATS, "table")) {
                case "json" -> JsonTree.write(json(summary.tables()), out);
                case "markdown" -> shown(summary).forEach(table -> markdown(table, out));
                default -> shown(summary).forEach(table -> table(table, out));
            }
            new FitText(false, false).refused(fleet.sources()).forEach(err::println);
            err.println(counted(summary.nodes(), "node", "nodes") + ", "
                    + counted(summary.devices(), "device", "devices") + ", "
                    + counted(fleet.classes().size(), "class", "classes") + ", "
                    + counted(fleet.claims().size(), "claim", "claims"));
            return ExitCode.CLEAN;
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }

    /** The fleets to try. */
    private static int models(Arguments arguments, PrintWriter out) {
        List<List<Object>> rows = new ArrayList<>();
        for (FleetModel model : FleetModel.all()) {
            rows.add(List.of("model:" + model.name(), model.nodes(), model.description(), model.source()));
        }
        FleetSummary.Table table =
                new FleetSummary.Table("models", List.of("fleet", "nodes", "description", "source"), rows);
        switch (arguments.choice("output", FORMATS, "table")) {
            case "json" -> JsonTree.write(json(List.of(table)), out);
            case "markdown" -> markdown(table, out);
            default -> table(table, out);
        }
        return ExitCode.CLEAN;
    }

    /** The extended resource names of each class. */
    private static FleetSummary.Table extendedResources(Fleet fleet) {
        Fit fit = new Fit(
                fleet,
                KubernetesRelease.NEWEST,
                GateSettings.DEFAULTS.in(KubernetesRelease.NEWEST),
                Duration.ofSeconds(SECONDS));
        List<List<Object>> rows = new ArrayList<>();
        for (ExtendedResource each : fit.extendedResources()) {
            rows.add(List.of(
                    each.deviceClass(),
                    String.join(", ", each.names()),
                    (int) each.devices(),
                    (int) each.free(),
                    some(each.pluginNodes())));
        }
        return new FleetSummary.Table(
                "extendedResources", List.of("class", "resources", "devices", "free", "devicePlugin"), rows);
    }

    /** The first nodes, and how many more. */
    private static String some(List<String> nodes) {
        int more = nodes.size() - MAX_NODES;
        return String.join(", ", nodes.subList(0, Math.min(nodes.size(), MAX_NODES)))
                + (more > 0 ? " and " + more + " more" : "");
    }

    /** The tables that have rows. */
    private static List<FleetSummary.Table> shown(FleetSummary summary) {
        return summary.tables().stream()
                .filter(table -> !table.rows().isEmpty())
                .toList();
    }

    private static Object json(List<FleetSummary.Table> all) {
        Map<String, List<Map<String, Object>>> tables = new LinkedHashMap<>();
        for (FleetSummary.Table table : all) {
            List<Map<String, Object>> rows = new ArrayList<>();
            for (List<Object> row : table.rows()) {
                Map<String, Object> named = new LinkedHashMap<>();
                for (int i = 0; i < row.size(); i++) {
                    named.put(table.columns().get(i), row.get(i));
                }
                rows.add(named);
            }
            tables.put(table.name(), rows);
        }
        return tables;
    }

    static void markdown(FleetSummary.Table table, PrintWriter out) {
        out.println("| " + String.join(" | ", table.columns()) + " |");
        out.println("|" + " --- |".repeat(table.columns().size()));
        texts(table).forEach(row -> out.println("| " + String.join(" | ", escaped(row)) + " |"));
        out.println();
    }

    private static List<String> escaped(List<String> cells) {
        return cells.stream().map(cell -> cell.replace("|", "\\|")).toList();
    }

    private static String counted(int count, String one, String several) {
        return count + " " + (count == 1 ? one : several);
    }

    private static List<List<String>> texts(FleetSummary.Table table) {
        return table.rows().stream()
                .map(row -> row.stream().map(String::valueOf).map(Printable::of).toList())
                .toList();
    }

    static void table(FleetSummary.Table table, PrintWriter out) {
        int[] widths = new int[table.columns().size()];
        List<List<String>> all = new ArrayList<>(List.of(table.columns().stream()
                .map(column -> column.toUpperCase(Locale.ROOT))
                .toList()));
        all.addAll(texts(table));
        for (List<String> row : all) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        for (List<String> row : all) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            out.println(line.toString().stripTrailing());
        }
        out.println();
    }
}
