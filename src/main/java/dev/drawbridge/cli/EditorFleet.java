package dev.drawbridge.cli;

import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.SelectorTrial;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The fleet of a folder: what it has, what fits in it, which of its devices a selector matches. */
record EditorFleet(EditorFolder.Rules rules, FleetSettings settings, FleetBuilder objects) {

    private static final int MAX_VALUES = 200;
    private static final int MAX_EXAMPLES = 3;

    static @Nullable EditorFleet of(EditorFolder.Rules rules) {
        FleetSettings settings = rules.settings().fleet();
        FleetBuilder objects = rules.fleet();
        return settings == null || objects == null ? null : new EditorFleet(rules, settings, objects);
    }

    private FleetScheduler scheduler() {
        return FleetScheduler.of(settings.release(), settings.gates(), objects.info(), objects.scheduler(), any -> {});
    }

    /** Where it is from, when it was read, what could not be, and its scheduler. */
    Map<String, Object> description() {
        Fleet fleet = objects.build();
        boolean isSeen =
                objects.scheduler() != null || !objects.info().release().isEmpty();
        return new JsonObject()
                .with("source", String.join(", ", settings.paths()))
                .with("nodes", fleet.nodes().size())
                .with("devices", fleet.devices())
                .with("readAt", rules.fleetReadAt().toEpochMilli())
                .with("notes", rules.fleetNotes())
                .with("kubernetes", isSeen ? settings.release().toString() : "")
                .with("gates", isSeen ? settings.gates().toString() : "");
    }

    /** The page of the fleet, as {@code drawbridge fleet} writes it, with the workloads that would go to a device. */
    String page(Map<DeviceId, List<String>> planned) {
        Fleet fleet = FleetCommand.shown(objects, scheduler());
        FleetSummary summary = FleetSummary.of(fleet);
        StringWriter text = new StringWriter();
        String read = "Kubernetes " + scheduler().release() + " · " + String.join(", ", settings.paths());
        FleetCommand.page(fleet, scheduler(), planned).write(summary, summary.tables(), read, new PrintWriter(text));
        return text.toString();
    }

    /** Decisions about the workloads of these objects, which are in the fleet with all that they name. */
    record Decisions(Fit fit, Fleet fleet, List<Workload> workloads) {

        /** The decisions as {@code fit -o html} has them. */
        FitPage page(List<FitResult> results) {
            return new FitPage(fit, fleet, results, fit.togetherInQuotas(workloads), List.of());
        }
    }

    Decisions decisions(String file, List<Manifest> manifests) {
        FleetBuilder all = objects.copy();
        List<Manifest> stored = settings.objects(all).addApplied(manifests);
        Fleet fleet = scheduler().of(all.build());
        Fit fit = settings.fit(fleet);
        List<Workload> workloads = Workloads.of(
                        stored,
                        rules.settings().input().namespace(),
                        rules.settings().input().templates(),
                        fleet.sources())
                .stream()
                .filter(workload -> workload.file().equals(file) && fit.concerns(workload))
                .toList();
        return new Decisions(fit, fleet, workloads);
    }

    static Map<DeviceId, List<String>> planned(List<FitResult> results) {
        Map<DeviceId, List<String>> planned = new HashMap<>();
        for (FitResult result : results) {
            FitResult.Example example = result.example();
            if (example != null) {
                example.requests().stream()
                        .flatMap(request -> request.devices().stream())
                        .forEach(device -> planned.computeIfAbsent(device, any -> new ArrayList<>())
                                .add(result.workload().toString()));
            }
        }
        return planned;
    }

    /** The devices for which a selector has each of its values, and its cost. */
    Map<String, Object> selector(String expression) {
        SelectorTrial trial = SelectorTrial.of(
                objects.build(), settings.release(), settings.gates().in(settings.release()), expression);
        String refusal = trial.refusal();
        return new JsonObject()
                .with("summary", trial.matching().size() + " of " + trial.devices() + " devices match")
                .with(
                        "refusal",
                        refusal.isEmpty() ? "" : "Kubernetes " + settings.release() + " refuses it: " + refusal)
                .with("cost", "Estimated cost: " + trial.cost())
                .with(
                        "rows",
                        trial.values().stream()
                                .limit(MAX_VALUES)
                                .map(value ->
                                        List.of(value.text(), value.devices().size(), examples(value.devices())))
                                .toList());
    }

    private static String examples(List<DeviceId> devices) {
        return devices.stream().limit(MAX_EXAMPLES).map(DeviceId::toString).collect(Collectors.joining(", "))
                + (devices.size() > MAX_EXAMPLES ? ", …" : "");
    }
}
