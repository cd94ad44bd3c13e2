package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Objects in others: in the values of charts, of a HelmRelease of Flux, an Application of Argo CD, or a file of values,
 * DRA objects and Namespaces that the chart applies; in custom kinds, such as a Template of OpenShift, a ManifestWork
 * or a ResourceGraphDefinition, whole manifests of any kind, which are taken out, and so are the claims of Grove.
 */
public final class InnerObjects {

    /** The fields of custom kinds that have manifests, even without a version, a kind or a name. */
    private static final Map<String, String> WRAPPERS = Map.of(
            "ManifestWork", "manifests",
            "ManifestWorkReplicaSet", "manifests",
            "Work", "manifests",
            "Object", "manifest",
            "ResourceGraphDefinition", "template",
            "Template", "objects");

    /** Fields of values whose entries a chart applies as they are; a template may complete those of others. */
    private static final String WHOLE = "(extra|additional|raw)(Deploy|K8s)?(Objects|Manifests|Resources)?";

    /** The kind of Grove that has templates of claims. */
    public static final String GROVE = "PodCliqueSet";

    /** The field of K3s with the values of a chart, a text. Source: {@code helm.cattle.io/v1}, HelmChartSpec. */
    private static final String OF_K3S = "valuesContent";

    private static final byte[] NO_TEXT = {};
    private static final String GENERATE_NAME = "generateName";

    private final Manifest document;
    private final byte[] text;
    private final YamlReader yaml;
    private final boolean isOfChart;

    /** Whether the objects are taken out: the values of a chart are rendered with them. */
    private final boolean takesOut;

    private final String namespace;
    private final List<Manifest> inner = new ArrayList<>();

    private InnerObjects(Manifest document, byte[] text, YamlReader yaml, boolean takesAllOut) {
        this.document = document;
        this.text = text;
        this.yaml = yaml;
        this.isOfChart = document.kind().isEmpty()
                || document.kind().matches("HelmRelease|HelmChart(Config)?|Application(Set)?");
        String target = namespace(document);
        this.takesOut = takesAllOut || !isOfChart;
        this.namespace = target.isEmpty() && document.kind().equals("HelmRelease") ? document.namespace("") : target;
    }

    /** Whether a document may have other objects. Those of a composition of Crossplane are not whole. */
    static boolean mayBeIn(Manifest manifest) {
        String version = manifest.apiVersion();
        return manifest.kind().isEmpty()
                || version.indexOf('.') > 0 && !version.contains("k8s.io/") && !version.startsWith("apiextensions.");
    }

    /** The namespace in which the chart of a release is; empty if the release names none. */
    public static String namespace(Manifest release) {
        ObjectValue spec = release.object().object("spec");
        return switch (release.kind()) {
            case "HelmRelease" -> spec.string("targetNamespace");
            // Of K3s, which installs into the namespace default otherwise.
            case "HelmChart" -> spec.has("targetNamespace") ? spec.string("targetNamespace") : "default";
            case "Application" -> spec.object("destination").string("namespace");
            case "ApplicationSet" ->
                spec.object("template").object("spec").object("destination").string("namespace");
            default -> "";
        };
    }

    /** The objects in a document, and the claims of Grove with the position of their template; none of a text. */
    public static List<Manifest> in(Manifest document) {
        if (!mayBeIn(document)) {
            return List.of();
        }
        InnerObjects objects = new InnerObjects(document, NO_TEXT, new YamlReader(ReadLimits.DEFAULT), false);
        objects.without(document.object(), "", "", 0);
        return objects.inner;
    }

    public static Manifest outer(Manifest document) {
        if (!mayBeIn(document)) {
            return document;
        }
        InnerObjects objects = new InnerObjects(document, NO_TEXT, new YamlReader(ReadLimits.DEFAULT), true);
        return document.with(ObjectValue.orEmpty(objects.without(document.object(), "", "", 0)));
    }

    /** The document, with values that are written as a text parsed, and the objects in it. */
    static List<Manifest> of(Manifest document, byte[] text, YamlReader yaml) {
        InnerObjects objects = new InnerObjects(document, text, yaml, false);
        Value left = objects.without(document.object(), "", document.within(), 0);
        List<Manifest> all = new ArrayList<>();
        all.add(new Manifest(
                document.file(), document.within(), ObjectValue.orEmpty(left), document.apiVersion(), document.kind()));
        all.addAll(objects.inner);
        return all;
    }

    /** A value without the objects in it, and with the text {@code helm.values} as an object. */
    private Value without(Value value, String owner, String path, int depth) {
        if (depth > ObjectValue.MAX_AROUND_MANIFESTS) {
            return value;
        }
        if (value instanceof ListValue list) {
            String begin = path.replaceFirst("\\.$", "") + "[";
            return list.mapped((index, item) -> without(item, owner, begin + index + "].", depth + 1));
        }
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        if (depth > 0 && isManifest(object, owner)) {
            String kind = object.string("kind");
            boolean isPlaced = object.object("metadata").string("namespace").isEmpty() && !namespace.isEmpty();
            inner.add(new Manifest(document.file(), path, object, object.string("apiVersion"), kind)
                    .in(isPlaced && !kind.equals("Namespace") ? Set.of(namespace) : Set.of()));
            return takesOut ? ObjectValue.at(object.position()).build() : object;
        }
        return object.mapped((key, given) -> {
            boolean isText = owner.equals("helm")
                            && key.equals("values")
                            && document.kind().startsWith("Application")
                    || key.equals(OF_K3S) && document.kind().startsWith("HelmChart");
            Value field = isText && given instanceof StringValue values ? block(values) : given;
            if (key.equals("templateSpec") && document.kind().equals(GROVE)) {
                inner.add(claim(object.string("name"), ObjectValue.orEmpty(field), path + key + "."));
                field = ObjectValue.EMPTY;
            }
            return without(field, key, path + key + ".", depth + 1);
        });
    }

    /** A claim that Grove makes of a template. Source: {@code operator/api/core/v1alpha1}, PodCliqueSetTemplateSpec. */
    private Manifest claim(String name, ObjectValue template, String path) {
        String prefix = (name.isEmpty() ? "claim" : name) + "-";
        ObjectValue metadata = template.object("metadata").with(GENERATE_NAME, new StringValue(prefix, null));
        String namespace = document.namespace("");
        ObjectValue claim = template.with("metadata", metadata);
        return new Manifest(document.file(), path, claim, "resource.k8s.io/v1", "ResourceClaim")
                .in(namespace.isEmpty() ? Set.of() : Set.of(namespace));
    }

    /** The template of a claim of Grove: what its controller adds is left out. */
    public static ObjectValue template(ObjectValue claim) {
        ObjectValue metadata = claim.object("metadata").only(key -> !key.equals(GENERATE_NAME));
        return metadata.size() == 0
                ? claim.only(key -> !key.equals("metadata"))
                : claim.with(claim.indexOf("metadata"), metadata);
    }

    /** Whether an object is a manifest, and not filled in by Tekton's {@code $(params.name)}. */
    private boolean isManifest(ObjectValue object, String owner) {
        if (owner.equals(WRAPPERS.get(document.kind()))) {
            return object.has("apiVersion") || object.has("kind");
        }
        String apiVersion = object.string("apiVersion");
        String kind = object.string("kind");
        ObjectValue metadata = object.object("metadata");
        boolean isWanted = !isOfChart
                || apiVersion.startsWith("resource.k8s.io/")
                || apiVersion.isEmpty() && Mentions.in(kind)
                || apiVersion.equals("v1") && kind.equals("Namespace");
        boolean isWhole = !apiVersion.isEmpty() && !kind.isEmpty();
        return isWanted
                && (isWhole || isOfChart && owner.matches(WHOLE))
                && (metadata.has("name") || metadata.has("generateName"))
                && (isOfChart || !object.json().contains("$("));
    }

    /** Whether a field may be in a text that is read as YAML, which no fix changes. */
    public static boolean isInText(String path) {
        return path.contains(".helm.values.") || path.contains("." + OF_K3S + ".");
    }

    /** A literal block of text, read at its place in the file; the text if it is not one, or has no object. */
    private Value block(StringValue block) {
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
        return results.size() == 1 && results.get(0).value() instanceof ObjectValue values ? values : block;
    }
}
