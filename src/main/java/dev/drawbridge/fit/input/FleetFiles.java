package dev.drawbridge.fit.input;

import dev.drawbridge.document.JsonElements;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Reads the objects of a fleet from YAML, or from JSON element by element, which needs little memory for any size. */
public final class FleetFiles {

    private static final int LOOK_AHEAD = 64;

    /** JSON up to this number of bytes is read as a whole, so that errors have lines. */
    private static final int MAX_WHOLE = 1 << 20;

    /** Limits of an item in a long list: 256 MiB of memory, a hundred times what etcd stores of an object. */
    private static final ReadLimits ITEM = new ReadLimits(
            ReadLimits.DEFAULT.maxBytes(), ReadLimits.DEFAULT.maxDepth(), ReadLimits.DEFAULT.maxText(), 256L << 20);

    private final ManifestReader reader = new ManifestReader();
    private final Consumer<Manifest> receiver;

    /** Creates a reader that passes each object to the receiver. */
    public FleetFiles(Consumer<Manifest> receiver) {
        this.receiver = receiver;
    }

    /** Adds the objects of the file with this name; an error names file and position if it is invalid YAML or JSON. */
    public void add(String name, InputStream input) throws IOException {
        BufferedInputStream text = new BufferedInputStream(input);
        text.mark(MAX_WHOLE + 1);
        byte[] start = text.readNBytes(MAX_WHOLE + 1);
        boolean isJson = new String(start, 0, Math.min(start.length, LOOK_AHEAD), StandardCharsets.ISO_8859_1)
                .stripLeading()
                .startsWith("{");
        text.reset();
        if (isJson && start.length > MAX_WHOLE) {
            JsonElements.read(text, ITEM, new Items(name));
        } else {
            manifests(name, start.length > MAX_WHOLE ? ReadLimits.DEFAULT.text(text) : start)
                    .manifests()
                    .forEach(receiver);
        }
    }

    /** The objects in a file; an error names file and position if it is invalid YAML or JSON. */
    public ManifestFile manifests(String name, byte[] text) throws IOException {
        ManifestFile file = reader.read(name, text);
        for (Unreadable bad : file.unreadable()) {
            throw new IOException((bad.position() == null ? "" : bad.position() + ": ") + bad.reason());
        }
        return file;
    }

    /** Receives single objects, and the items of lists. */
    private final class Items implements JsonElements.Receiver {

        private final String file;
        private int items;
        private ObjectValue.Builder fields = ObjectValue.at(null);

        Items(String file) {
            this.file = file;
        }

        @Override
        public void field(String key, Value value) {
            fields.add(key, value, null);
        }

        @Override
        public void element(String key, Value value) {
            if (key.equals("items") && value instanceof ObjectValue item) {
                add("items[" + items + "].", item);
                items++;
            }
        }

        @Override
        public void end() {
            add("", fields.build());
            fields = ObjectValue.at(null);
            items = 0;
        }

        private void add(String within, ObjectValue object) {
            receiver.accept(new Manifest(file, within, object, object.string("apiVersion"), object.string("kind")));
        }
    }
}
