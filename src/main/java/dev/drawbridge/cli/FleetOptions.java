package dev.drawbridge.cli;

import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.schema.PatchVersion;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.cli.Option;
import org.jspecify.annotations.Nullable;

/** The options of {@code check} about a fleet. */
final class FleetOptions {

    private static final int MAX_SECONDS = 3600;
    private static final int SECONDS = 10;

    private FleetOptions() {}

    /** The option, in which nodes, classes, slices and claims are. */
    static Option fleet(String purpose) {
        return Command.value(
                "fleet", "PATH", purpose + ": a file, a folder, a pattern, - or model:NAME[:N]; repeatable");
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
        List<String> named = arguments.texts("fleet");
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
        return cluster != null
                ? cluster.release(note)
                : version == null ? Fit.newestKnown() : FleetCluster.nearest(version.release(), "The fleet runs", note);
    }

    /** Prints that the nodes are those of slices, if the fleet has no Node objects. */
    static void noteNodes(Fleet fleet, PrintWriter err) {
        if (!fleet.nodes().isEmpty() && !fleet.knowsNodes()) {
            err.println("The fleet has no Node objects; its nodes are those that ResourceSlices name.");
        }
    }
}
