package dev.drawbridge.cli;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FitTogether;
import dev.drawbridge.fit.Room;
import dev.drawbridge.fit.cause.FitCause;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.NodeChanges;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.schema.FeatureGate;
import dev.drawbridge.workload.PodTemplates;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/** Whether workloads' claims can be allocated in a fleet, and if not, why. */
final class FitCommand {

    private static final long MAX_REPLICAS = 1_000;

    static int run(Arguments arguments, PrintWriter out, PrintWriter err) throws IOException {
        if (arguments.parameters().isEmpty()) {
            throw new UsageException("a PATH with workloads is missing");
        }
        try (FleetCluster cluster = FleetCluster.of(arguments)) {
            FleetInput read = FleetInput.of(arguments, List.of(), cluster, err::println);
            if (cluster != null && !arguments.has("each")) {
                cluster.addLimits(read.fleet(), err::println);
            }
            FleetScheduler scheduler = FleetScheduler.of(
                    arguments, read.fleet().info(), read.fleet().scheduler(), err::println);
            scheduler.applyTo(read.fleet(), err::println);
            FleetInput input = new FleetInput(read.fleet(), scheduler.release(), scheduler.gates());
            List<Manifest> manifests = input.workloads(arguments.parameters(), cluster);
            FleetCluster.noteLabels(read.fleet(), manifests, err::println);
            Fleet fleet = changed(input.fleet().build(), arguments);
            Fit fit = scheduler.fit(fleet, FleetOptions.limit(arguments));
            List<Workload> workloads = Workloads.of(manifests, read.fleet().namespace(), templates(), fleet.sources());
            return report(arguments, fit, fleet, workloads, out, err);
        }
    }

    /** The fleet as it would be with the nodes of {@code --add}, and then without those of {@code --remove}. */
    private static Fleet changed(Fleet fleet, Arguments arguments) {
        Fleet changed = fleet;
        for (String nodes : arguments.texts("add")) {
            Fleet before = changed;
            changed = arguments.parse("add", nodes, change -> NodeChanges.added(before, change));
        }
        for (String node : arguments.texts("remove")) {
            Fleet before = changed;
            changed = arguments.parse("remove", node, name -> NodeChanges.removed(before, name));
        }
        return changed;
    }

    /** The pod templates: the table, and the additions of the settings file. */
    static PodTemplates templates() {
        return SettingsFile.here().templates();
    }

    private static int report(
            Arguments arguments, Fit fit, Fleet fleet, List<Workload> workloads, PrintWriter out, PrintWriter err) {
        FileOutput output = FileOutput.of(arguments, "text");
        List<FitResult> results = workloads.stream().map(fit::of).toList();
        FitTogether together = arguments.has("each") ? null : fit.togetherInQuotas(workloads);
        List<Room> rooms = arguments.has("more") ? rooms(fit, workloads) : List.of();
        if (output.format().equals("json")) {
            output.write(out, err, to -> JsonTree.write(FitJson.of(results, together, rooms, fleet), to));
        } else if (output.format().equals("html")) {
            output.write(
                    out, err, to -> new FitPage(fit, fleet, results, together, rooms).write(arguments.source("."), to));
        } else {
            FitText text =
                    new FitText(arguments.has("closed"), Terminal.of(arguments).hasColor());
            output.write(out, err, to -> {
                results.forEach(result -> to.print(text.of(result, together)));
                if (together != null) {
                    to.print(text.of(together));
                }
                rooms.forEach(room -> to.print(text.of(room)));
            });
            out.flush();
            FitText.refused(fleet.sources(), results).forEach(err::println);
            if (!arguments.has("quiet")) {
                err.println(text.summary(results, together, fit.release()));
            }
            FleetOptions.noteNodes(fleet, err);
            List<String> drivers = fit.driversOfNodeResources();
            if (!drivers.isEmpty()) {
                err.println("Devices of " + String.join(", ", drivers)
                        + " provide CPU or memory of their nodes (nodeAllocatableResources), which is not counted.");
            }
            List<FeatureGate> needed = fit.gatesForTaintRules();
            if (!needed.isEmpty()) {
                String on = needed.stream().map(gate -> gate + "=true").collect(Collectors.joining(","));
                err.println("The DeviceTaintRules of the fleet do not count in Kubernetes " + fit.release()
                        + " with these feature gates; set --feature-gates " + on);
            }
        }
        if (workloads.isEmpty()) {
            err.println("drawbridge: warning: nothing to predict: " + String.join(", ", arguments.parameters())
                    + " has no pods, claims or templates"
                    + (arguments.has("strict") ? " (fails with --strict)" : ""));
            return arguments.has("strict") ? ExitCode.FINDINGS : ExitCode.CLEAN;
        }
        boolean isClean = results.stream().allMatch(result -> isClean(result, arguments));
        boolean isTogether = together == null || together.fits() || !together.isProven() && !arguments.has("strict");
        return isClean && isTogether ? ExitCode.CLEAN : ExitCode.FINDINGS;
    }

    private static List<Room> rooms(Fit fit, List<Workload> workloads) {
        return workloads.stream()
                .map(workload -> fit.room(workload, workloads, MAX_REPLICAS))
                .toList();
    }

    private static boolean isClean(FitResult result, Arguments arguments) {
        boolean isComplete = result.findings().stream()
                .noneMatch(finding -> arguments.has("closed") && finding.isMissing()
                        || arguments.has("strict") && finding.kind() == FitCause.Kind.UNKNOWN_REQUEST);
        return !result.answer().fails(arguments.has("strict")) && isComplete;
    }
}
