package dev.drawbridge.cli;

import dev.drawbridge.document.JsonElements;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads fleets and workloads: files of YAML or JSON, folders, patterns, standard input, or a cluster through kubectl. */
final class FleetInput {

    /** What a fleet is made of. */
    private static final String KINDS = "nodes,deviceclasses,resourceslices,resourceclaims,resourceclaimtemplates";

    private static final int LOOK_AHEAD = 64;

    private final ManifestReader reader = new ManifestReader();
    private final FleetBuilder fleet = new FleetBuilder();

    /** What has been read. */
    FleetBuilder fleet() {
        return fleet;
    }

    /** Adds the fleet in a file, a folder, a pattern or standard input. */
    void addFleet(String path) throws IOException {
        if (path.equals("-")) {
            addFleet(path, System.in);
            return;
        }
        for (Path file : new ManifestFiles(List.of()).of(List.of(path))) {
            try (InputStream input = Files.newInputStream(file)) {
                addFleet(file.toString(), input);
            }
        }
    }

    /** Adds what kubectl lists. */
    void addCluster(List<String> options) throws IOException {
        List<String> command = new ArrayList<>(List.of("kubectl", "get", KINDS, "--all-namespaces", "--output=json"));
        command.addAll(options);
        addFleet("kubectl", new ByteArrayInputStream(Rendered.output(command)));
    }

    private void addFleet(String name, InputStream input) throws IOException {
        BufferedInputStream text = new BufferedInputStream(input);
        text.mark(LOOK_AHEAD);
        String start = new String(text.readNBytes(LOOK_AHEAD), StandardCharsets.ISO_8859_1);
        text.reset();
        if (!start.stripLeading().startsWith("{")) {
            read(name, ReadLimits.DEFAULT.text(text)).forEach(this::add);
            return;
        }
        try {
            JsonElements.read(text, ReadLimits.DEFAULT, new Items());
        } catch (IOException e) {
            throw new InputException(name + ": " + FileProblem.of(e), e);
        }
    }

    /** The items of lists, and single objects. */
    private final class Items implements JsonElements.Receiver {

        private ObjectValue object = ObjectValue.emptyAt(null);

        @Override
        public void field(String key, Value value) {
            object.add(key, value, null);
        }

        @Override
        public void element(String key, Value value) {
            if (key.equals("items") && value instanceof ObjectValue item) {
                fleet.add(item.string("apiVersion"), item.string("kind"), item);
            }
        }

        @Override
        public void end() {
            fleet.add(object.string("apiVersion"), object.string("kind"), object);
            object = ObjectValue.emptyAt(null);
        }
    }

    private void add(Manifest manifest) {
        fleet.add(manifest.apiVersion(), manifest.kind(), manifest.object());
    }

    /** The objects of workloads, whose claims, templates and classes count for the fleet as well. */
    List<Manifest> workloads(List<String> paths) throws IOException {
        List<Manifest> all = new ArrayList<>();
        List<String> left = new ArrayList<>(paths);
        if (left.remove("-")) {
            all.addAll(read("-", ReadLimits.DEFAULT.text(System.in)));
        }
        for (Path file : new ManifestFiles(List.of()).of(left)) {
            all.addAll(read(file.toString(), ReadLimits.DEFAULT.text(file)));
        }
        all.forEach(this::add);
        return all;
    }

    private List<Manifest> read(String name, byte[] text) {
        ManifestFile file = reader.read(name, text);
        for (Unreadable bad : file.unreadable()) {
            String place = bad.position() == null ? name : name + ":" + bad.position();
            throw new InputException(place + ": " + bad.reason());
        }
        return file.manifests();
    }
}
