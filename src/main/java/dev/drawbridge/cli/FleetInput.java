package dev.drawbridge.cli;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.fit.Fit;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fit.input.FleetObjects;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.fleet.FleetModel;
import dev.drawbridge.fleet.WorkloadOwners;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.schema.GateSettings;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads fleets and workloads: files of YAML or JSON, folders, patterns, standard input, or a cluster. */
final class FleetInput {

    private final FleetBuilder fleet;
    private final FleetObjects objects;
    private final FleetFiles files;
    private final WorkloadOwners owners = new WorkloadOwners();

    /** An input that adds to a fleet; the release is that of the workloads' claims. */
    FleetInput(FleetBuilder fleet, KubernetesRelease release, GateSettings gates) {
        this.fleet = fleet;
        objects = new FleetObjects(fleet, release, gates);
        files = new FleetFiles(object -> {
            objects.addStored(object);
            owners.add(object.kind(), object.object());
        });
    }

    /** The fleet in the files that the options name, in more files, and of the cluster; one of them must be named. */
    static FleetInput of(Arguments arguments, List<String> more, @Nullable FleetCluster cluster, Consumer<String> note)
            throws IOException {
        List<String> paths = new ArrayList<>(arguments.texts("from"));
        paths.addAll(more);
        if (paths.isEmpty() && cluster == null) {
            throw new UsageException(
                    "--from PATH, --cluster or --context NAME is missing; to try it: --from model:8xh100");
        }
        FleetInput input = new FleetInput(
                new FleetBuilder(cluster == null ? arguments.text("namespace", "default") : cluster.namespace()),
                Fit.newestKnown(),
                GateSettings.DEFAULTS);
        for (String path : paths) {
            input.addFleet(path);
        }
        if (cluster != null) {
            cluster.addTo(input.fleet, note);
        }
        return input;
    }

    WorkloadOwners owners() {
        return owners;
    }

    FleetBuilder fleet() {
        return fleet;
    }

    /** Adds the fleet in a file, a folder, a pattern or standard input. */
    void addFleet(String path) throws IOException {
        add(path, files);
    }

    /** Reads the fleet in a file, a folder, a pattern or standard input, or a model. */
    static void add(String path, FleetFiles files) throws IOException {
        if (path.equals("-")) {
            add(path, System.in, files);
            return;
        }
        if (FleetModel.isPath(path)) {
            UsageException.in(() -> FleetModel.manifests(path))
                    .forEach(text -> add(path, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), files));
            return;
        }
        for (Path file : new ManifestFiles(List.of()).of(List.of(path))) {
            try (InputStream input = ManifestFiles.open(file)) {
                add(ManifestFiles.name(file), input, files);
            }
        }
    }

    /** Adds what a stream has, under this name. */
    static void add(String name, InputStream input, FleetFiles files) {
        try {
            files.add(name, input);
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }

    static InputException unreadable(String name, IOException problem) {
        return new InputException(name + ": " + FileProblem.of(problem), problem);
    }

    /**
     * The workloads' objects, whose claims, templates and classes also count for the fleet; {@code KIND/NAME} is an
     * object of the cluster if there is no such file.
     */
    List<Manifest> workloads(List<String> paths, @Nullable FleetCluster cluster) throws IOException {
        List<Manifest> all = new ArrayList<>();
        List<Manifest> ofCluster = new ArrayList<>();
        List<String> left = new ArrayList<>(paths);
        if (cluster != null) {
            for (String path : paths) {
                if (FleetCluster.isObject(path) && !Files.exists(Path.of(path))) {
                    left.remove(path);
                    ofCluster.add(cluster.object(path));
                }
            }
        }
        if (left.remove("-")) {
            all.addAll(read("-", ReadLimits.DEFAULT.text(System.in)));
        }
        for (Path file : left.isEmpty() ? List.<Path>of() : new ManifestFiles(List.of()).of(left)) {
            all.addAll(read(ManifestFiles.name(file), ReadLimits.DEFAULT.text(file)));
        }
        List<Manifest> applied = objects.addApplied(all);
        applied.addAll(ofCluster);
        return applied;
    }

    List<Manifest> workloads(String name, byte[] text) {
        return objects.addApplied(read(name, text));
    }

    private List<Manifest> read(String name, byte[] text) {
        try {
            return files.manifests(name, text).manifests();
        } catch (IOException e) {
            throw unreadable(name, e);
        }
    }
}
