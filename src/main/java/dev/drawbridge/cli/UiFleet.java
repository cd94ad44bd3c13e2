package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.Checker;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.driver.NameCompletion;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.SelectorTrial;
import dev.drawbridge.fit.input.FleetNames;
import dev.drawbridge.fit.input.Workload;
import dev.drawbridge.fit.input.Workloads;
import dev.drawbridge.fleet.DeviceId;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.page.PageServer.Request;
import dev.drawbridge.page.PageServer.Response;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.report.Report;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fleet of the page {@code ui}: its devices, what fits in it, which of them a selector matches. It is read once,
 * and again on request. One request at a time uses it.
 */
final class UiFleet {

    private static final String STANDARD_INPUT = "-";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int MAX_VALUES = 200;

    private final List<String> paths;
    private final @Nullable FleetCluster cluster;
    private final String namespace;
    private FleetBuilder objects;
    private List<String> notes = List.of();
    private String kubernetes = "";
    private String gates = "";
    private Instant readAt = Instant.now();
    private @Nullable NameCompletion names;

    /** The workloads that would go to a device, by the last answer of {@code fit}. */
    private Map<DeviceId, List<String>> planned = Map.of();

    /**
     * Reads a fleet.
     *
     * @param paths its files or models
     * @param cluster where the rest of it is; null for none
     */
    UiFleet(List<String> paths, @Nullable FleetCluster cluster) throws IOException {
        this.paths = paths;
        this.cluster = cluster;
        namespace = cluster == null ? "default" : cluster.namespace();
        objects = new FleetBuilder(namespace);
        read();
    }

    /** Whether there is one. */
    boolean exists() {
        return !paths.isEmpty() || cluster != null;
    }

    private void read() throws IOException {
        FleetInput input = new FleetInput(namespace, Fit.newestKnown(), GateSettings.DEFAULTS);
        List<String> read = new ArrayList<>();
        for (String path : paths) {
            input.addFleet(path);
        }
        if (cluster != null) {
            cluster.addTo(input.fleet(), read::add);
        }
        FleetScheduler scheduler = FleetScheduler.of(
                null, null, input.fleet().info(), input.fleet().scheduler(), read::add);
        if (input.fleet().scheduler() != null || !input.fleet().info().release().isEmpty()) {
            kubernetes = scheduler.release().toString();
            gates = scheduler.gates().toString();
        }
        FleetScheduler.noteUnseen(scheduler.info(), read::add);
        objects = input.fleet();
        notes = read;
        readAt = Instant.now();
        names = null;
        planned = Map.of();
    }

    /** Reads the fleet again, and describes it. */
    synchronized Response reload() throws IOException {
        read();
        return Response.json(JsonTree.compact(description()));
    }

    /** What the page says of the fleet: where it is from, when it was read, and what could not be. */
    synchronized Map<String, Object> description() {
        Fleet fleet = objects.build();
        List<String> sources = new ArrayList<>(paths);
        if (cluster != null) {
            sources.add("the cluster");
        }
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("source", String.join(", ", sources));
        description.put("nodes", fleet.nodes().size());
        description.put("devices", fleet.devices());
        description.put("readAt", readAt.toEpochMilli());
        description.put("notes", notes);
        description.put("canReload", !paths.contains(STANDARD_INPUT));
        description.put("kubernetes", kubernetes);
        description.put("gates", gates);
        return description;
    }

    /** The report of a check, in this fleet if there is one. */
    synchronized Report check(InputFiles input, CheckSettings settings, Request request) throws IOException {
        if (!exists()) {
            return new Checker(settings).check(input);
        }
        FleetScheduler scheduler = scheduler(request);
        FleetBuilder decided = objects.copy();
        scheduler.applyTo(decided, any -> {});
        FleetSettings fleet = new FleetSettings(
                List.of("the fleet of the page"),
                (path, into, rules) -> into.addAll(decided),
                scheduler.release(),
                scheduler.gates(),
                LIMIT);
        return new Checker(settings.with(fleet)).check(input);
    }

    /** The names that complete a line, which is the text of the request. */
    synchronized Response complete(Request request) throws IOException {
        NameCompletion.Completion completion = names().of(request.text());
        return Response.json(JsonTree.compact(Map.of("typed", completion.typed(), "names", completion.names())));
    }

    /** The names of the fleet and of the drivers of the settings, which are read once. */
    private NameCompletion names() throws IOException {
        NameCompletion known = names;
        if (known == null) {
            Fleet fleet = objects.build();
            FleetNames ofFleet = new FleetNames();
            ofFleet.read(fleet);
            known = new NameCompletion(
                    DriverOptions.registry(
                            Arguments.of(CheckCommand.COMMAND, List.of()), SettingsFile.nearest(Path.of(""))),
                    ofFleet.shown(),
                    fleet.classes().keySet());
            names = known;
        }
        return known;
    }

    /** The page of the fleet, as {@code drawbridge fleet} writes it, with where the workloads of the page would go. */
    synchronized Response page() throws IOException {
        FleetScheduler scheduler = FleetScheduler.of(null, null, objects.info(), objects.scheduler(), any -> {});
        Fleet fleet = FleetCommand.shown(objects, scheduler);
        FleetSummary summary = FleetSummary.of(fleet);
        StringWriter text = new StringWriter();
        FleetCommand.page(fleet, scheduler, planned).write(summary, summary.tables(), new PrintWriter(text));
        return new Response(200, "text/html; charset=utf-8", text.toString());
    }

    /** The answers of {@code fit} for the workloads in the text of the request. */
    synchronized Response fit(Request request) throws IOException {
        FleetScheduler scheduler = scheduler(request);
        KubernetesRelease release = scheduler.release();
        FleetInput input = new FleetInput(objects.copy(), release, scheduler.gates());
        List<Manifest> manifests = input.workloads("editor.yaml", request.text().getBytes(StandardCharsets.UTF_8));
        Fleet fleet = scheduler.of(input.fleet().build());
        Fit fit = new Fit(fleet, release, scheduler.gates().in(release), LIMIT);
        List<Workload> workloads = Workloads.of(manifests, namespace, FitCommand.templates());
        List<FitResult> results = workloads.stream().map(fit::of).toList();
        planned = planned(results);
        return Response.json(
                JsonTree.compact(new FitPage(fit, fleet, results, fit.together(workloads), List.of()).tree()));
    }

    private static Map<DeviceId, List<String>> planned(List<FitResult> results) {
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

    /** The devices that the selector in the text of the request matches, its values and its cost. */
    synchronized Response selector(Request request) {
        FleetScheduler scheduler = scheduler(request);
        KubernetesRelease release = scheduler.release();
        SelectorTrial trial =
                SelectorTrial.of(objects.build(), release, scheduler.gates().in(release), request.text(), MAX_VALUES);
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put(
                "summary",
                trial.matching() + " of " + trial.devices() + " devices match"
                        + (trial.devices() > MAX_VALUES ? "; the first " + MAX_VALUES + " are shown" : ""));
        answer.put(
                "refusal",
                trial.refusal().isEmpty() ? "" : "Kubernetes " + release + " refuses it: " + trial.refusal());
        answer.put("cost", "Estimated cost: " + trial.cost());
        answer.put(
                "rows",
                trial.values().stream()
                        .map(value -> List.of(value.device().toString(), value.value()))
                        .toList());
        return Response.json(JsonTree.compact(answer));
    }

    /** The scheduler that the page names; of what it leaves empty, that of the fleet. */
    private FleetScheduler scheduler(Request request) {
        String release = request.parameter("kubernetes");
        String set = request.parameter("gates");
        return FleetScheduler.of(
                release.isEmpty() ? null : Releases.one(release),
                set.isEmpty() ? null : GateSettings.parse(set),
                objects.info(),
                objects.scheduler(),
                any -> {});
    }
}
