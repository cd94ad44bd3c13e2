package dev.drawbridge.cli;

import dev.drawbridge.check.SettingsFile;
import dev.drawbridge.driver.NameCompletion;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.FitResult;
import dev.drawbridge.fit.FleetNames;
import dev.drawbridge.fit.SelectorTrial;
import dev.drawbridge.fit.Workload;
import dev.drawbridge.fit.Workloads;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetSummary;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.page.PageServer.Request;
import dev.drawbridge.page.PageServer.Response;
import dev.drawbridge.report.JsonTree;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fleet of the page {@code ui}: its devices, what fits in it, which of them a selector matches. */
final class UiFleet {

    private static final String NAMESPACE = "default";
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int MAX_VALUES = 200;

    private final List<String> paths;
    private @Nullable NameCompletion names;

    /**
     * A fleet.
     *
     * @param paths its files or models; empty for none
     */
    UiFleet(List<String> paths) {
        this.paths = paths;
    }

    List<String> paths() {
        return paths;
    }

    private FleetInput input(KubernetesRelease release, GateSettings gates) throws IOException {
        FleetInput input = new FleetInput(NAMESPACE, release, gates);
        for (String path : paths) {
            input.addFleet(path);
        }
        return input;
    }

    /** The names that complete a line, which is the text of the request. */
    Response complete(Request request) throws IOException {
        NameCompletion.Completion completion = names().of(request.text());
        return Response.json(JsonTree.compact(Map.of("typed", completion.typed(), "names", completion.names())));
    }

    /** The names of the fleet and of the drivers of the settings, which are read once. */
    private synchronized NameCompletion names() throws IOException {
        NameCompletion known = names;
        if (known == null) {
            Fleet fleet =
                    input(Fit.newestKnown(), GateSettings.DEFAULTS).fleet().build();
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

    /** The page of the fleet, as {@code drawbridge fleet} writes it. */
    Response page() throws IOException {
        Fleet fleet = FleetCommand.shown(input(Fit.newestKnown(), GateSettings.DEFAULTS));
        FleetSummary summary = FleetSummary.of(fleet);
        StringWriter text = new StringWriter();
        FleetCommand.page(fleet).write(summary, summary.tables(), new PrintWriter(text));
        return new Response(200, "text/html; charset=utf-8", text.toString());
    }

    /** The answers of {@code fit} for the workloads in the text of the request. */
    Response fit(Request request) throws IOException {
        KubernetesRelease release = release(request);
        GateSettings gates = gates(request);
        FleetInput input = input(release, gates);
        List<Manifest> manifests = input.workloads("editor.yaml", request.text().getBytes(StandardCharsets.UTF_8));
        Fleet fleet = input.fleet().build();
        Fit fit = new Fit(fleet, release, gates.in(release), LIMIT);
        List<Workload> workloads = Workloads.of(manifests, NAMESPACE, FitCommand.templates());
        List<FitResult> results = workloads.stream().map(fit::of).toList();
        return Response.json(
                JsonTree.compact(new FitPage(fit, fleet).tree(results, fit.together(workloads), List.of())));
    }

    /** The devices that the selector in the text of the request matches, and its values. */
    Response selector(Request request) throws IOException {
        KubernetesRelease release = release(request);
        GateSettings gates = gates(request);
        SelectorTrial trial = SelectorTrial.of(
                input(release, gates).fleet().build(), release, gates.in(release), request.text(), MAX_VALUES);
        return Response.json(JsonTree.compact(Map.of(
                "summary",
                trial.matching() + " of " + trial.devices() + " devices match"
                        + (trial.devices() > MAX_VALUES ? "; the first " + MAX_VALUES + " are shown" : ""),
                "rows",
                trial.values().stream()
                        .map(value -> List.of(value.device().toString(), value.value()))
                        .toList())));
    }

    private static KubernetesRelease release(Request request) {
        String release = request.parameter("kubernetes");
        return FleetOptions.scheduler(release.isEmpty() ? Fit.newestKnown() : Releases.one(release));
    }

    private static GateSettings gates(Request request) {
        String gates = request.parameter("gates");
        return gates.isEmpty() ? GateSettings.DEFAULTS : GateSettings.parse(gates);
    }
}
