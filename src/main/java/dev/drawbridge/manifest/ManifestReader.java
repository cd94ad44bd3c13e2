package dev.drawbridge.manifest;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.YamlReader;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Files as the objects in them: YAML as kubectl reads it, JSON where the name says so. Thread-safe. */
public final class ManifestReader {

    private static final byte[] TEMPLATE = "{{".getBytes(StandardCharsets.US_ASCII);

    private final YamlReader yaml = new YamlReader(ReadLimits.DEFAULT);
    private final JsonReader json = JsonReader.withPositions(ReadLimits.DEFAULT);

    /** What is in the file of this name. */
    public ManifestFile read(String name, byte[] text) {
        List<ReadResult> results = name.endsWith(".json") ? List.of(json.read(text)) : yaml.read(text);
        List<Manifest> manifests = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        List<Position> unread = new ArrayList<>();
        int others = 0;
        for (ReadResult result : results) {
            if (result instanceof Unreadable bad) {
                unreadable.add(bad);
            } else {
                Document document = (Document) result;
                others += collect(name, "", document.value(), manifests);
                if (document.unread() != null) {
                    unread.add(document.unread());
                }
            }
        }
        boolean isTemplate = !unreadable.isEmpty() && contains(text, TEMPLATE);
        return new ManifestFile(name, text, manifests, others, unreadable, unread, isTemplate);
    }

    /** How many documents are no objects. */
    private static int collect(String name, String within, Value value, List<Manifest> manifests) {
        if (!(value instanceof ObjectValue object)) {
            return 1;
        }
        if (!object.string("kind").endsWith("List") || !(object.get("items") instanceof ListValue items)) {
            manifests.add(new Manifest(name, within, object));
            return 0;
        }
        int others = 0;
        for (int i = 0; i < items.size(); i++) {
            others += collect(name, within + "items[" + i + "].", items.get(i), manifests);
        }
        return others;
    }

    private static boolean contains(byte[] text, byte[] part) {
        for (int i = 0; i + part.length <= text.length; i++) {
            if (text[i] == part[0] && text[i + 1] == part[1]) {
                return true;
            }
        }
        return false;
    }
}
