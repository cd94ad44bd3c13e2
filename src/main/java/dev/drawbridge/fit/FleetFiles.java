package dev.drawbridge.fit;

import dev.drawbridge.document.JsonElements;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.fleet.FleetBuilder;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads the objects of a fleet: YAML, or JSON element by element, so that its size does not matter. */
public final class FleetFiles {

    private static final int LOOK_AHEAD = 64;

    private final ManifestReader reader = new ManifestReader();
    private final FleetBuilder fleet;

    /** Adds what is read to this fleet. */
    public FleetFiles(FleetBuilder fleet) {
        this.fleet = fleet;
    }

    /**
     * Adds what is in a file of this name.
     *
     * @throws IOException where it cannot be read; with a sentence that names file and place where it is no YAML or JSON
     */
    public void add(String name, InputStream input) throws IOException {
        BufferedInputStream text = new BufferedInputStream(input);
        text.mark(LOOK_AHEAD);
        String start = new String(text.readNBytes(LOOK_AHEAD), StandardCharsets.ISO_8859_1);
        text.reset();
        if (start.stripLeading().startsWith("{")) {
            JsonElements.read(text, ReadLimits.DEFAULT, new Items());
        } else {
            manifests(name, ReadLimits.DEFAULT.text(text))
                    .manifests()
                    .forEach(one -> fleet.add(one.apiVersion(), one.kind(), one.object()));
        }
    }

    /**
     * The objects in a file.
     *
     * @throws IOException with a sentence that names file and place where it is no YAML or JSON
     */
    public ManifestFile manifests(String name, byte[] text) throws IOException {
        ManifestFile file = reader.read(name, text);
        for (Unreadable bad : file.unreadable()) {
            throw new IOException((bad.position() == null ? "" : bad.position() + ": ") + bad.reason());
        }
        return file;
    }

    /** The items of lists, and single objects. */
    private final class Items implements JsonElements.Receiver {

        private ObjectValue.Builder fields = ObjectValue.at(null);

        @Override
        public void field(String key, Value value) {
            fields.add(key, value, null);
        }

        @Override
        public void element(String key, Value value) {
            if (key.equals("items") && value instanceof ObjectValue item) {
                fleet.add(item.string("apiVersion"), item.string("kind"), item);
            }
        }

        @Override
        public void end() {
            ObjectValue object = fields.build();
            fleet.add(object.string("apiVersion"), object.string("kind"), object);
            fields = ObjectValue.at(null);
        }
    }
}
