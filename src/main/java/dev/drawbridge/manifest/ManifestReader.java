package dev.drawbridge.manifest;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonReader;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Reads the objects in files: YAML as kubectl reads it, and JSON and Markdown by their extensions. Thread-safe. */
public final class ManifestReader {

    private static final Set<String> TYPE = Set.of("apiVersion", "kind");

    private static final Pattern ACTION = Pattern.compile("\\{\\{[-~#]?[ \\t\\r\\n]*[$.a-zA-Z/(\"][^{}\\x00]*}}");

    private static final String LIST = "List";

    private final YamlReader yaml = new YamlReader(ReadLimits.DEFAULT);
    private final JsonReader json = JsonReader.withPositions(ReadLimits.DEFAULT);

    public ManifestFile read(String name, byte[] text) {
        List<Manifest> manifests = new ArrayList<>();
        List<Unreadable> unreadable = new ArrayList<>();
        List<Position> unread = new ArrayList<>();
        Collector objects = new Collector(name, manifests);
        int others = 0;
        for (ReadResult result : results(name, text)) {
            Unreadable bad = result instanceof Unreadable none ? none : problem(result.value());
            if (bad != null) {
                unreadable.add(bad);
            } else {
                Document document = (Document) result;
                others += objects.collect("", document.value(), "", "", 0);
                if (document.unread() != null) {
                    unread.add(document.unread());
                }
            }
        }
        if (manifests.stream().anyMatch(InnerObjects::mayBeIn) && Mentions.mayBeIn(text)) {
            List<Manifest> documents = List.copyOf(manifests);
            manifests.clear();
            documents.forEach(one ->
                    manifests.addAll(InnerObjects.mayBeIn(one) ? InnerObjects.of(one, text, yaml) : List.of(one)));
        }
        boolean isTemplate = unreadable.stream().anyMatch(bad -> bad.position() != null) && isTemplate(text);
        return new ManifestFile(
                name, new Lines(text), manifests, others, unreadable, unread, Suppression.of(text), isTemplate);
    }

    /** The objects of a document: itself, or those in its lists and maps. */
    public static List<Manifest> objects(Value document) {
        List<Manifest> objects = new ArrayList<>();
        new Collector("", objects).collect("", document, "", "", 0);
        return objects;
    }

    /**
     * Reads a JSON file with one object. Since kubectl ignores the extension, it may also have several, or YAML;
     * otherwise the JSON error is reported.
     */
    private List<ReadResult> results(String name, byte[] text) {
        if (MarkdownBlocks.isMarkdown(name)) {
            return yaml.readAll(MarkdownBlocks.yaml(text));
        }
        ReadResult one = name.endsWith(".json") ? json.read(text) : null;
        if (one instanceof Document) {
            return List.of(one);
        }
        List<ReadResult> all = yaml.readAll(text);
        return one == null || all.stream().allMatch(ManifestReader::isWholeObject) ? all : List.of(one);
    }

    /** The key that begins a second manifest, since no {@code ---} is before it; null if there is none. */
    public static @Nullable Position secondManifest(ObjectValue object) {
        int begin = 0;
        while (begin < object.size() && !(object.isRepeated(begin) && TYPE.contains(object.key(begin)))) {
            begin++;
        }
        // JSON on its own begins with a brace.
        boolean isBlock = begin < object.size() && Objects.equals(object.position(), object.keyPosition(0));
        return isBlock && isManifest(object, 0, begin) && isManifest(object, begin, object.size())
                ? object.keyPosition(begin)
                : null;
    }

    private static boolean isManifest(ObjectValue object, int begin, int end) {
        Set<String> names = IntStream.range(begin, end).mapToObj(object::key).collect(Collectors.toSet());
        return !Collections.disjoint(names, TYPE) && (names.contains("metadata") || names.contains("items"));
    }

    /** The mistake that leaves open which objects a document has; null if there is none. */
    private static @Nullable Unreadable problem(@Nullable Value value) {
        ObjectValue object = ObjectValue.orEmpty(value);
        Position second = secondManifest(object);
        if (second != null) {
            return new Unreadable("a \"---\" is missing before line " + second.line(), second);
        }
        Value items = object.typeField("kind").equals(LIST) ? object.get("items") : null;
        return items == null || items instanceof ListValue || items instanceof NullValue
                ? null
                : new Unreadable(
                        "items: expected a list, found " + items.typeName()
                                + (items instanceof ObjectValue ? "; start each entry with \"- \"" : ""),
                        items.position());
    }

    private static boolean isWholeObject(ReadResult result) {
        return result instanceof Document document
                && document.value() instanceof ObjectValue
                && document.unread() == null;
    }

    /** Adds the objects of a file with this name. */
    private record Collector(String name, List<Manifest> manifests) {

        /**
         * Collects objects and returns the number of documents that are not objects.
         *
         * @param listVersion the version of the enclosing list; empty if there is none
         * @param entryKind the kind of its entries; empty if each names its own
         */
        int collect(String within, Value value, String listVersion, String entryKind, int depth) {
            if (depth > ObjectValue.MAX_AROUND_MANIFESTS) {
                return 1;
            }
            if (value instanceof ListValue list) {
                return collect(within, list, "", "", depth);
            }
            if (!(value instanceof ObjectValue object)) {
                return 1;
            }
            if (object.isMapOfManifests()) {
                int others = 0;
                for (int i = 0; i < object.size(); i++) {
                    String path =
                            within + "[" + object.key(i) + "]" + (object.value(i) instanceof ListValue ? "" : ".");
                    others += collect(path, object.value(i), "", "", depth + 1);
                }
                return others;
            }
            boolean isNamed = object.has("apiVersion") || object.has("kind") || (listVersion + entryKind).isEmpty();
            String apiVersion = isNamed ? object.typeField("apiVersion") : listVersion;
            String kind = isNamed ? object.typeField("kind") : entryKind;
            if (!kind.endsWith(LIST) || !(object.get("items") instanceof ListValue items)) {
                manifests.add(new Manifest(name, within, object, apiVersion, kind));
                return 0;
            }
            String inner = kind.substring(0, kind.length() - LIST.length());
            return collect(within + "items", items, inner.isEmpty() ? "" : apiVersion, inner, depth);
        }

        /** Collects the entries of a List, or of an array, as of jsonnet and KCL; one without objects counts once. */
        private int collect(String within, ListValue list, String apiVersion, String kind, int depth) {
            if (list.objects().isEmpty()) {
                return within.isEmpty() ? 1 : list.size();
            }
            int others = 0;
            for (int i = 0; i < list.size(); i++) {
                others += collect(within + "[" + i + "].", list.get(i), apiVersion, kind, depth + 1);
            }
            return others;
        }
    }

    /** Whether an unreadable text looks like a template: it has actions such as {@code {{ .Values.name }}}. */
    private static boolean isTemplate(byte[] text) {
        return ACTION.matcher(new String(text, StandardCharsets.ISO_8859_1)).find();
    }
}
