package dev.drawbridge.check;

import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.UnusedConfigs;
import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fleet.Fleet;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The fleet in which the claims of workloads are allocated.
 *
 * @param paths files, folders or patterns, in the form that the source reads
 * @param ofBase those of the base, whose settings may name others
 * @param release the scheduler's release, 1.34 or later
 * @param gates how feature gates differ from its defaults
 */
public record FleetSettings(
        List<String> paths,
        List<String> ofBase,
        Source source,
        KubernetesRelease release,
        GateSettings gates,
        Duration limit) {

    /** The source of files that are not part of a change. */
    @FunctionalInterface
    public interface Source {

        /**
         * Adds what is at the path to a fleet.
         *
         * @param objects the rules that an object must keep to be added
         * @throws IOException with a message if it cannot be read
         */
        void add(String path, FleetBuilder fleet, FleetObjects objects) throws IOException;
    }

    /** The paths of base and head. */
    public Set<String> all() {
        Set<String> all = new LinkedHashSet<>(paths);
        all.addAll(ofBase);
        return all;
    }

    /** The files that a path of a fleet means; none if there is nothing, which is reported when the fleet is read. */
    public static List<Path> files(String path) {
        try {
            return new ManifestFiles(List.of())
                    .of(List.of(path)).stream()
                            .map(file -> file.toAbsolutePath().normalize())
                            .toList();
        } catch (IOException | IllegalArgumentException e) {
            return List.of();
        }
    }

    /** Adds objects of files to a fleet, as far as the rules accept them. */
    public FleetObjects objects(FleetBuilder fleet) {
        return new FleetObjects(fleet, release, gates);
    }

    public Fit fit(Fleet fleet) {
        return new Fit(fleet, release, gates.in(release), limit);
    }

    /** The configurations that this fleet leaves unused. */
    public UnusedConfigs unusedConfigs(Fleet fleet) {
        return new UnusedConfigs(fleet, release, gates.in(release));
    }
}
