package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.SchedulerVersion;
import dev.drawbridge.live.SnapshotKind;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.PatchVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The options of {@code check} about a fleet. */
final class FleetOptions {

    private static final int MAX_SECONDS = 3600;
    private static final int SECONDS = 10;

    /** The cluster, as one of a fleet's paths. */
    private static final String CLUSTER = "the cluster";

    static Duration limit(Arguments arguments) {
        return Duration.ofSeconds(arguments.number("time-limit", 1, MAX_SECONDS, SECONDS));
    }

    /** The settings of a check; null if no fleet is named. The options win over the settings file. */
    static @Nullable FleetSettings settings(
            Arguments arguments, SettingsFile file, List<KubernetesRelease> releases, GateSettings gates) {
        boolean isNamed = arguments.has("from");
        List<String> paths = isNamed ? arguments.texts("from") : file.existing("fleet");
        if (paths.isEmpty()) {
            return null;
        }
        List<String> ofBase = isNamed ? paths : file.inBase("fleet");
        KubernetesRelease newest =
                releases.stream().max(Comparator.naturalOrder()).orElse(Fit.newestKnown());
        return new FleetSettings(
                paths,
                ofBase.isEmpty() ? paths : ofBase,
                (path, fleet, objects) ->
                        (isNamed ? SettingsFile.NONE : file).readFiles(path, new FleetFiles(objects::addStored)),
                FleetScheduler.known(newest),
                gates,
                limit(arguments));
    }

    /** The settings with the fleet that they and the options name, if they name one, and its scheduler. */
    static CheckSettings withFleet(
            Arguments arguments, SettingsFile file, CheckSettings settings, Consumer<String> note) throws IOException {
        Parts read = Parts.of(arguments, file, settings, note);
        return read == null ? settings : read.in(arguments, settings, note);
    }

    /** A fleet as it was read: what each path has, and the cluster, and other objects that concern policies. */
    record Parts(Map<String, FleetBuilder> parts, List<Manifest> others) {

        static @Nullable Parts of(Arguments arguments, SettingsFile file, CheckSettings settings, Consumer<String> note)
                throws IOException {
            FleetSettings files = settings.fleet();
            SettingsFile source = arguments.has("from") ? SettingsFile.NONE : file;
            try (FleetCluster cluster = FleetCluster.of(arguments)) {
                if (cluster == null && files == null) {
                    return null;
                }
                Map<String, FleetBuilder> parts = new LinkedHashMap<>();
                List<Manifest> others = new ArrayList<>();
                for (String path : files == null ? Set.<String>of() : files.all()) {
                    FleetBuilder fleet = new FleetBuilder(settings.input().namespace());
                    FleetObjects objects = new FleetObjects(fleet, Fit.newestKnown(), GateSettings.DEFAULTS);
                    if (!source.isDeleted(path)) {
                        source.readFiles(path, new FleetFiles(object -> {
                            objects.addStored(object);
                            if (SnapshotKind.mayConcernPolicies(object)) {
                                others.add(object);
                            }
                        }));
                    }
                    parts.put(path, fleet);
                }
                if (cluster != null) {
                    FleetBuilder listed = new FleetBuilder(settings.input().namespace());
                    cluster.addTo(listed, note);
                    cluster.addPolicies(others::add, note);
                    parts.put(CLUSTER, listed);
                }
                return new Parts(parts, List.copyOf(others));
            }
        }

        /** The settings with this fleet, and the scheduler that the options name, or that was seen. */
        CheckSettings in(Arguments arguments, CheckSettings settings, Consumer<String> note) {
            FleetBuilder whole = new FleetBuilder(settings.input().namespace());
            parts.values().forEach(whole::addAll);
            List<KubernetesRelease> releases = settings.target().releases();
            GateSettings gates = settings.target().gates();
            PatchVersion patch = PatchVersion.parse(arguments.text("kubernetes", ""));
            FleetScheduler scheduler = FleetScheduler.of(
                    releases.isEmpty() ? null : Collections.max(releases),
                    gates.equals(GateSettings.DEFAULTS) ? null : gates,
                    whole.info(),
                    patch == null || releases.size() > 1 ? whole.scheduler() : new SchedulerVersion(patch, ""),
                    note);
            Map<String, FleetBuilder> decided = new LinkedHashMap<>();
            parts.forEach((path, part) -> {
                FleetBuilder copy = part.copy();
                scheduler.applyTo(copy, any -> {});
                decided.put(path, copy);
            });
            FleetScheduler.noteUnseen(scheduler.info(), note);
            FleetSettings named = settings.fleet();
            List<String> listed = parts.containsKey(CLUSTER) ? List.of(CLUSTER) : List.of();
            return settings.with(settings.policies().inFleet(others))
                    .with(new FleetSettings(
                            joined(named == null ? List.of() : named.paths(), listed),
                            joined(named == null ? List.of() : named.ofBase(), listed),
                            (path, fleet, objects) -> fleet.addAll(Objects.requireNonNull(decided.get(path))),
                            scheduler.release(),
                            scheduler.gates(),
                            limit(arguments)));
        }
    }

    private static List<String> joined(List<String> one, List<String> other) {
        return Stream.concat(one.stream(), other.stream()).toList();
    }

    /** The files of a fleet, without the checked paths within its folder. */
    static List<Path> files(@Nullable FleetSettings fleet, List<String> checked) {
        List<Path> folders = (checked.isEmpty() ? List.of("") : checked)
                .stream().map(FleetOptions::absolute).toList();
        return (fleet == null ? List.<String>of() : fleet.paths())
                .stream()
                        .filter(path -> folders.stream().noneMatch(folder -> folder.startsWith(absolute(path))))
                        .flatMap(path -> FleetSettings.files(path).stream())
                        .toList();
    }

    private static Path absolute(String path) {
        return Path.of(path).toAbsolutePath().normalize();
    }

    static void noteNodes(Fleet fleet, PrintWriter err) {
        if (!fleet.nodes().isEmpty() && !fleet.knowsNodes()) {
            err.println("The fleet has no Node objects; its nodes are those that ResourceSlices name.");
        }
    }
}
