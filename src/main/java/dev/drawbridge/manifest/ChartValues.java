package dev.drawbridge.manifest;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The values of charts: in a HelmRelease of Flux, in an Application of Argo CD, or a file of values. They may have
 * whole objects, which the chart applies.
 */
final class ChartValues {

    private static final Set<String> KINDS = Set.of("HelmRelease", "Application", "ApplicationSet");

    private ChartValues() {}

    /** Whether a document may have the values of a chart. */
    static boolean mayBeIn(Manifest manifest) {
        return manifest.kind().isEmpty() || KINDS.contains(manifest.kind());
    }

    /** The document with values that are written as a text parsed, and the DRA objects and Namespaces in its values. */
    static List<Manifest> of(Manifest document, byte[] text, YamlReader yaml) {
        ObjectValue object = document.object();
        if (document.kind().startsWith("Application")
                && parsed(object, "", text, 0, yaml) instanceof ObjectValue withValues) {
            object = withValues;
        }
        Manifest whole =
                new Manifest(document.file(), document.within(), object, document.apiVersion(), document.kind());
        List<Manifest> all = new ArrayList<>(List.of(whole));
        ObjectValue spec = object.object("spec");
        String target =
                spec.string("targetNamespace") + spec.object("destination").string("namespace");
        String namespace = target.isEmpty() && document.kind().equals("HelmRelease") ? document.namespace("") : target;
        addObjects(whole, object, document.within(), namespace, 0, all);
        return all;
    }

    private static void addObjects(
            Manifest document, Value value, String path, String namespace, int depth, List<Manifest> objects) {
        if (depth > ObjectValue.MAX_AROUND_MANIFESTS) {
            return;
        }
        if (value instanceof ListValue list) {
            for (int i = 0; i < list.size(); i++) {
                addObjects(
                        document,
                        list.get(i),
                        path.replaceFirst("\\.$", "") + "[" + i + "].",
                        namespace,
                        depth + 1,
                        objects);
            }
        } else if (value instanceof ObjectValue object) {
            String apiVersion = object.string("apiVersion");
            String kind = object.string("kind");
            boolean isUsed =
                    apiVersion.startsWith("resource.k8s.io/") || apiVersion.equals("v1") && kind.equals("Namespace");
            if (isUsed && !kind.isEmpty() && object.object("metadata").has("name")) {
                boolean isPlaced = object.object("metadata").string("namespace").isEmpty() && !namespace.isEmpty();
                objects.add(new Manifest(document.file(), path, object, apiVersion, kind)
                        .in(isPlaced && !kind.equals("Namespace") ? Set.of(namespace) : Set.of()));
            } else {
                for (int i = 0; i < object.size(); i++) {
                    addObjects(document, object.value(i), path + object.key(i) + ".", namespace, depth + 1, objects);
                }
            }
        }
    }

    /** A value with Argo CD's {@code helm.values}, a text, as an object with positions in the file. */
    private static Value parsed(Value value, String owner, byte[] text, int depth, YamlReader yaml) {
        if (depth > ObjectValue.MAX_AROUND_MANIFESTS) {
            return value;
        }
        if (value instanceof ListValue list) {
            ListValue.Builder copy = ListValue.at(list.position());
            for (int i = 0; i < list.size(); i++) {
                copy.add(parsed(list.get(i), owner, text, depth + 1, yaml));
            }
            return copy.build();
        }
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        ObjectValue.Builder copy = ObjectValue.at(object.position());
        for (int i = 0; i < object.size(); i++) {
            String key = object.key(i);
            boolean isText = owner.equals("helm") && key.equals("values");
            Value inner = isText && object.value(i) instanceof StringValue values
                    ? block(values, text, yaml)
                    : parsed(object.value(i), key, text, depth + 1, yaml);
            copy.add(key, inner, object.keyPosition(i));
        }
        return copy.build();
    }

    /** A literal block of text, read at its place in the file; the text if it is not one, or has no object. */
    private static Value block(StringValue block, byte[] text, YamlReader yaml) {
        Position start = block.position();
        String[] lines = new String(text, StandardCharsets.UTF_8).split("\n", -1);
        boolean isLiteral = start != null
                && start.line() <= lines.length
                && start.column() <= lines[start.line() - 1].length()
                && lines[start.line() - 1].charAt(start.column() - 1) == '|';
        if (!isLiteral || start == null) {
            return block;
        }
        int end = Math.min(
                lines.length, start.line() + (int) block.value().lines().count());
        String moved =
                "\n".repeat(start.line()) + String.join("\n", List.of(lines).subList(start.line(), end)) + "\n";
        List<ReadResult> results = yaml.readAll(moved.getBytes(StandardCharsets.UTF_8));
        return results.size() == 1
                        && results.get(0) instanceof Document document
                        && document.value() instanceof ObjectValue values
                ? values
                : block;
    }
}
