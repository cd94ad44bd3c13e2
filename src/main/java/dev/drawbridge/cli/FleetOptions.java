package dev.drawbridge.cli;

import dev.drawbridge.check.CheckSettings;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fleet.ClusterInfo;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
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
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.apache.commons.cli.Option;
import org.jspecify.annotations.Nullable;

/** The options of {@code check} about a fleet. */
final class FleetOptions {

    private static final int MAX_SECONDS = 3600;
    private static final int SECONDS = 10;

    /** The cluster, as one of a fleet's paths. */
    private static final String CLUSTER = "the cluster";

    private FleetOptions() {}

    /** The option, in which nodes, classes, slices and claims are. */
    static Option fleet(String purpose) {
        return Command.value(
                "from", "PATH", purpose + ": a file, a folder, a pattern, - or model:NAME[:N]; repeatable");
    }

    static Option closed() {
        return Command.flag(
                "closed", "Assume that input and fleet are complete: references to missing objects are errors");
    }

    static Option timeLimit() {
        return Command.value("time-limit", "SECONDS", "Time limit for each decision about a fleet (default: 10)");
    }

    static Duration limit(Arguments arguments) {
        return Duration.ofSeconds(arguments.number("time-limit", 1, MAX_SECONDS, SECONDS));
    }

    /** The settings of a check; null if no fleet is named. The options win over the settings file. */
    static @Nullable FleetSettings settings(
            Arguments arguments, List<String> ofFile, List<KubernetesRelease> releases, GateSettings gates) {
        List<String> named = arguments.texts("from");
        List<String> paths = named.isEmpty() ? ofFile : named;
        if (paths.isEmpty()) {
            return null;
        }
        KubernetesRelease newest =
                releases.stream().max(Comparator.naturalOrder()).orElse(Fit.newestKnown());
        return new FleetSettings(
                paths,
                (path, fleet, objects) -> FleetInput.add(path, new FleetFiles(objects)),
                scheduler(newest),
                gates,
                limit(arguments));
    }

    /** The settings with the fleet of the cluster that the options name, if they name one. */
    static CheckSettings withCluster(Arguments arguments, CheckSettings settings, Consumer<String> note)
            throws IOException {
        try (FleetCluster cluster = FleetCluster.of(arguments)) {
            if (cluster == null) {
                return settings;
            }
            FleetSettings files = settings.fleet();
            List<KubernetesRelease> releases = settings.target().releases();
            KubernetesRelease release = files != null && !releases.isEmpty()
                    ? files.release()
                    : releases.isEmpty() ? cluster.nearestRelease(note) : scheduler(Collections.max(releases));
            GateSettings gates = settings.target().gates();
            FleetBuilder listed = new FleetBuilder(settings.input().namespace());
            cluster.addSeenTo(listed, note);
            List<String> paths = new ArrayList<>(files == null ? List.of() : files.paths());
            paths.add(CLUSTER);
            return settings.with(new FleetSettings(
                    paths,
                    (path, fleet, objects) -> {
                        if (path.equals(CLUSTER)) {
                            fleet.addAll(listed);
                        } else {
                            FleetInput.add(path, new FleetFiles(objects));
                        }
                    },
                    release,
                    gates.equals(GateSettings.DEFAULTS) ? cluster.gates(release) : gates,
                    limit(arguments)));
        }
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

    /** The release, whose scheduler is known. */
    static KubernetesRelease scheduler(KubernetesRelease release) {
        if (!Fit.knows(release)) {
            throw new UsageException("--kubernetes: the schedulers of " + Fit.knownReleases()
                    + " are supported, not that of " + release);
        }
        return release;
    }

    /** Sets the version of a fleet, if {@code --kubernetes} or the cluster names a patch. */
    static void setVersion(FleetBuilder fleet, Arguments arguments, @Nullable FleetCluster cluster) throws IOException {
        PatchVersion patch = PatchVersion.parse(arguments.text("kubernetes", ""));
        if (patch == null && cluster != null) {
            patch = cluster.client().version().patch();
        }
        if (patch != null) {
            fleet.version(patch);
        }
    }

    /**
     * The release of a fleet's scheduler: that of the cluster, or of the components in a dump, or the nearest that is
     * known; the newest if the fleet names none.
     */
    static KubernetesRelease release(FleetBuilder fleet, @Nullable FleetCluster cluster, Consumer<String> note)
            throws IOException {
        PatchVersion version = fleet.version();
        String release = fleet.info().release();
        if (cluster != null) {
            return cluster.release(note);
        }
        return release.isEmpty() && version == null
                ? Fit.newestKnown()
                : FleetCluster.nearest(
                        release.isEmpty() ? Objects.requireNonNull(version).release() : release,
                        "The fleet runs",
                        note);
    }

    /** Prints what a dump lacks, since it could not be listed. */
    static void reportUnseen(ClusterInfo info, PrintWriter err) {
        info.unseen()
                .forEach((kind, reason) ->
                        err.println("Not seen: " + kind + " (" + reason + "); the answer covers only the rest"));
    }

    /** Prints that the nodes are those of slices, if the fleet has no Node objects. */
    static void noteNodes(Fleet fleet, PrintWriter err) {
        if (!fleet.nodes().isEmpty() && !fleet.knowsNodes()) {
            err.println("The fleet has no Node objects; its nodes are those that ResourceSlices name.");
        }
    }
}
