package dev.drawbridge.cli;

import dev.drawbridge.field.Printable;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.fit.FleetClasses;
import dev.drawbridge.fit.SelectorTrial;
import dev.drawbridge.fit.plugin.TaintRules;
import dev.drawbridge.fleet.DeviceHolders;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.FleetModel;
import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.fleet.WorkloadOwners;
import dev.drawbridge.live.ClusterReader;
import dev.drawbridge.live.ClusterSnapshot;
import dev.drawbridge.live.SnapshotKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Summarizes a fleet: drivers, classes, devices by attribute, allocated and free. */
final class FleetCommand {

    private static final int SECONDS = 10;

    /** The kinds that link a pod to its workload. */
    private static final List<SnapshotKind> WITH_OWNERS =
            List.of(SnapshotKind.POD, SnapshotKind.REPLICA_SET, SnapshotKind.JOB);

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        if (arguments.has("models")) {
            return models(arguments, out, err);
        }
        Groups groups = Groups.of(arguments);
        if (arguments.has("what-if")) {
            return WhatIfRun.run(arguments, groups.output(), out, err);
        }
        try (FleetCluster cluster = FleetCluster.of(arguments)) {
            FleetInput input = FleetInput.of(arguments, arguments.parameters(), cluster, err::println);
            FleetScheduler scheduler = FleetScheduler.of(
                    arguments, input.fleet().info(), input.fleet().scheduler(), err::println);
            scheduler.applyTo(input.fleet(), err::println);
            Fleet fleet = matching(arguments, shown(input.fleet(), scheduler), scheduler, err);
            FleetSummary summary = FleetSummary.of(fleet);
            List<PrintedTable> tables = new ArrayList<>();
            if (groups.all().isEmpty()) {
                // The taints of the rules are those of the devices already.
                Fleet tainted = fleet.withTaintRules(List.of());
                tables.addAll(summary.tables());
                tables.add(scheduler.fit(tainted, Duration.ofSeconds(SECONDS)).extendedResources());
            }
            if (!groups.all().isEmpty() || groups.isWide()) {
                if (cluster != null && groups.needOwners()) {
                    addOwners(cluster, input.owners(), err);
                }
                tables.addAll(new FleetTables(
                                fleet,
                                scheduler,
                                new DeviceHolders(fleet, input.owners()),
                                groups.isWide(),
                                FleetOptions.limit(arguments))
                        .of(groups.all()));
            }
            String format = groups.output().format();
            groups.output().write(out, err, to -> {
                switch (format) {
                    case "html" ->
                        page(fleet, scheduler, Map.of())
                                .write(
                                        summary,
                                        tables,
                                        "Kubernetes " + scheduler.release() + " · " + arguments.source("."),
                                        to);
                    case "json", "csv" -> Tables.write(format, tables, to);
                    default -> Tables.write(format, shown(tables), to);
                }
            });
            out.flush();
            FitText.refused(fleet.sources(), List.of()).forEach(err::println);
            err.println(FleetPage.size(fleet, summary));
            FleetOptions.noteNodes(fleet, err);
            if (!TaintRules.count(scheduler.release(), scheduler.on())
                    && !fleet.slices().equals(input.fleet().build().slices())) {
                err.println("Devices are shown with the taints of DeviceTaintRules, but whether the scheduler runs with"
                        + " their feature gates is unknown.");
            }
            return ExitCode.CLEAN;
        }
    }

    /** The groups that are named, none for the summary, and the format to show. */
    private record Groups(List<String> all, FileOutput output, boolean isWide) {

        static Groups of(Arguments arguments) {
            FileOutput output = FileOutput.of(arguments, "table");
            List<String> all = new ArrayList<>();
            for (String value : arguments.texts("group-by")) {
                all.addAll(List.of(value.split(",", -1)));
            }
            String groups = String.join(", ", arguments.choices("group-by"));
            for (String group : all) {
                if (!arguments.choices("group-by").contains(group)) {
                    throw new UsageException("--group-by: invalid value \"" + group + "\"; expected: " + groups);
                }
            }
            if (output.format().equals("csv") && all.size() != 1) {
                throw new UsageException("-o csv writes one table; set --group-by to one of " + groups);
            }
            return new Groups(all, output, output.format().equals("wide"));
        }

        boolean needOwners() {
            return isWide || all.contains("workload");
        }
    }

    /** The fleet with the devices that {@code --where} matches, and the claims that hold some of them. */
    private static Fleet matching(Arguments arguments, Fleet fleet, FleetScheduler scheduler, PrintWriter err) {
        String where = arguments.text("where");
        if (where == null) {
            return fleet;
        }
        SelectorTrial trial = SelectorTrial.of(fleet, scheduler.release(), scheduler.on(), where);
        if (!trial.refusal().isEmpty()) {
            throw new UsageException("--where: " + trial.refusal());
        }
        Set<DeviceId> matching = Set.copyOf(trial.matching());
        List<SelectorTrial.Value> problems =
                trial.values().stream().filter(SelectorTrial.Value::isProblem).toList();
        if (!problems.isEmpty()) {
            int count =
                    problems.stream().mapToInt(value -> value.devices().size()).sum();
            SelectorTrial.Value first = problems.get(0);
            err.println("--where cannot be evaluated for " + Printable.count(count, "device")
                    + ", which are left out, such as " + first.devices().get(0) + ": " + first.text());
        }
        return fleet.withSlices(fleet.slices().stream()
                        .map(slice -> slice.withDevices(slice.devices().stream()
                                .filter(device -> matching.contains(device.id()))
                                .toList()))
                        .toList())
                .with(fleet.claims().stream()
                        .map(claim -> claim.allocated(claim.held().stream()
                                .filter(device -> matching.contains(device.id()))
                                .toList()))
                        .filter(claim -> !claim.held().isEmpty())
                        .toList());
    }

    static Fleet shown(FleetBuilder objects, FleetScheduler scheduler) {
        Fleet fleet = scheduler.of(objects.build());
        return TaintRules.applied(fleet, scheduler.release(), TaintRules.assumed(fleet, scheduler.on()));
    }

    static FleetPage page(Fleet fleet, FleetScheduler scheduler, Map<DeviceId, List<String>> planned) {
        return new FleetPage(fleet, new FleetClasses(fleet, scheduler.release(), scheduler.on()), planned);
    }

    /** Adds the controllers of the cluster's pods; reports the kinds that cannot be listed. */
    private static void addOwners(FleetCluster cluster, WorkloadOwners owners, PrintWriter err) {
        try {
            ClusterSnapshot snapshot =
                    new ClusterReader(cluster.client(), WITH_OWNERS, Duration.ofSeconds(SECONDS)).read(null);
            WITH_OWNERS.forEach(
                    kind -> snapshot.all(kind).forEach(object -> owners.add(kind.toString(), object.object())));
            snapshot.unseen()
                    .forEach((kind, reason) -> err.println("Not seen: " + kind.plural() + " (" + reason + ")"));
        } catch (IOException e) {
            err.println(
                    "Not seen: pods and their controllers (" + e.getMessage() + "); claims are listed by their pods");
        }
    }

    private static int models(Arguments arguments, PrintWriter out, PrintWriter err) {
        List<String> formats = arguments.choices("output").stream()
                .filter(format -> !format.equals("html"))
                .toList();
        FileOutput output = FileOutput.of(formats, arguments.text("output", "table"));
        // Addresses are longer than a terminal is wide.
        int columns = output.format().equals("table") ? 3 : 4;
        PrintedTable table = PrintedTable.of(
                "models",
                List.of("fleet", "nodes", "description", "source").subList(0, columns),
                FleetModel.all(),
                model -> List.of("model:" + model.name(), model.nodes(), model.description(), model.source())
                        .subList(0, columns));
        output.write(out, err, to -> Tables.write(output.format(), List.of(table), to));
        return ExitCode.CLEAN;
    }

    private static List<PrintedTable> shown(List<PrintedTable> tables) {
        return tables.stream().filter(table -> !table.rows().isEmpty()).toList();
    }
}
