package dev.drawbridge.manifest;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one kustomization lists, and what it does to objects. Paths are separated by {@code /}.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/types}, Kustomization.
 *
 * @param read its first document, which is all that kustomize reads
 * @param resources the files and folders of resources, bases and components, one that is listed twice twice
 * @param patches the files of patches, with their targets
 * @param texts the files of ConfigMaps and Secrets
 * @param entries the entries that name these, and all other files without which nothing is built, by path
 */
public record Kustomization(
        String path,
        ReadResult read,
        List<String> resources,
        Map<String, ObjectValue> patches,
        Set<String> texts,
        Map<String, StringValue> entries) {

    /** The fields of a kustomization that have patches. */
    public static final List<String> PATCHES = List.of("patches", "patchesStrategicMerge", "patchesJson6902");

    /** The fields of a kustomization, besides patches, that may change names or references to them. */
    private static final List<String> CHANGES =
            List.of("configurations", "replacements", "transformers", "generators", "helmCharts");

    /** The fields of a kustomization that may add objects. */
    private static final List<String> ADDING =
            List.of("transformers", "generators", "helmCharts", "helmChartInflationGenerator");

    /** The kinds whose replicas a kustomization sets. */
    private static final Set<String> SCALED =
            Set.of("Deployment", "ReplicaSet", "ReplicationController", "StatefulSet");

    /** The other fields of a kustomization that name files or folders, without which kustomize builds nothing. */
    private static final List<String> OTHERS =
            List.of("configurations", "crds", "generators", "replacements", "transformers", "validators");

    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{|\\{%|<%");

    /** A part of an address, of a name of a host such as {@code github.com/}, or of a variable; or no path at all. */
    private static final Pattern REMOTE = Pattern.compile("[:?*$@{\\x00]|//|^\\w[\\w-]*(\\.[\\w-]+)+/");

    static final Kustomization NOTHING = of("", new Document(ObjectValue.EMPTY, null));

    /** What a kustomization adds to names and sets as namespace; empty for what it leaves. */
    public record Naming(String namespace, String prefix, String suffix) {

        public static final Naming NONE = new Naming("", "", "");

        /** This and then what an outer kustomization does: its namespace replaces an inner one. */
        public Naming then(Naming outer) {
            return new Naming(
                    outer.namespace.isEmpty() ? namespace : outer.namespace,
                    outer.prefix + prefix,
                    suffix + outer.suffix);
        }

        boolean hasNamesOf(Naming other) {
            return prefix.equals(other.prefix) && suffix.equals(other.suffix);
        }
    }

    /**
     * An object that a kustomization must have, for its replicas, as source of a replacement, or for a patch that must
     * match it; null for none.
     */
    public record Selection(
            Set<String> kinds,
            String name,
            @Nullable Position place,
            @Nullable KustomizePatch patch) {

        public static Selection of(KustomizePatch patch) {
            return new Selection(Set.of(patch.kind()), patch.name(), patch.place(), patch);
        }

        public boolean isOfReplicas() {
            return kinds.equals(SCALED);
        }

        private static Selection of(Set<String> kinds, ObjectValue selector) {
            Value name = selector.has("name") ? selector.get("name") : selector.get("kind");
            return new Selection(kinds, selector.string("name"), begin(name), null);
        }
    }

    static Kustomization of(String path, ReadResult read) {
        Kustomization own = new Kustomization(
                path, read, new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashSet<>(), new LinkedHashMap<>());
        own.list();
        return own;
    }

    private void list() {
        ObjectValue document = document();
        for (String field : List.of("resources", "bases", "components")) {
            paths(document.list(field).items()).forEach(one -> resources.add(add(one)));
        }
        for (String field :
                Stream.concat(PATCHES.stream(), Stream.of("replacements")).toList()) {
            for (Value patch : document.list(field).items()) {
                ObjectValue target = ObjectValue.orEmpty(patch).object("target");
                paths(List.of(patch)).forEach(one -> patches.put(add(one), target));
            }
        }
        List<Value> others = new ArrayList<>(List.of(document.object("openapi")));
        OTHERS.forEach(field -> others.addAll(document.list(field).items()));
        paths(others).forEach(this::add);
        for (String field : List.of("configMapGenerator", "secretGenerator")) {
            for (ObjectValue generator : document.list(field).objects()) {
                List<Value> files = new ArrayList<>(generator.list("files").items());
                files.addAll(generator.list("envs").items());
                Stream.ofNullable(generator.get("env")).forEach(files::add);
                // FILE, or KEY=FILE.
                paths(files).stream()
                        .map(one -> new StringValue(
                                one.value().substring(one.value().indexOf('=') + 1), one.position()))
                        .forEach(one -> texts.add(add(one)));
            }
        }
    }

    /** Adds an entry; returns the file that it names. */
    private String add(StringValue entry) {
        String file = inFolder(entry.value());
        entries.put(file, entry);
        return file;
    }

    /** The path of a file that is named from the folder of this kustomization. */
    private String inFolder(String file) {
        return ManifestFiles.normalized(path + "/../" + file);
    }

    /** The values that name a file, by themselves or as their path. */
    static List<StringValue> paths(List<Value> values) {
        return values.stream()
                .map(one -> one instanceof ObjectValue entry ? entry.get("path") : one)
                // A strategic merge patch may also be written in place.
                .filter(one -> one instanceof StringValue text && text.value().indexOf('\n') < 0)
                .map(StringValue.class::cast)
                .toList();
    }

    /** The documents of a text, without those of a template and of nothing. */
    static List<ReadResult> results(byte[] text) {
        boolean isTemplate =
                TEMPLATE.matcher(new String(text, StandardCharsets.ISO_8859_1)).find();
        return new YamlReader(ReadLimits.DEFAULT)
                .read(text).stream()
                        .filter(one -> !(one instanceof Unreadable bad) || bad.position() != null && !isTemplate)
                        .toList();
    }

    ObjectValue document() {
        return ObjectValue.orEmpty(read.value());
    }

    boolean isComponent() {
        return document().string("kind").equals(KustomizationSchema.COMPONENT);
    }

    /** What it does to names. */
    public Naming naming() {
        ObjectValue document = document();
        return new Naming(document.string("namespace"), document.string("namePrefix"), document.string("nameSuffix"));
    }

    /** Whether something in it, besides patches, may change names or references to them. */
    public boolean isReferring() {
        return has(CHANGES);
    }

    /** Whether something in it may add objects that are not in its files, or rename them. */
    public boolean isAdding() {
        return has(ADDING)
                || document().list("replacements").objects().stream()
                        .flatMap(one -> one.list("targets").objects().stream())
                        .anyMatch(one -> one.list("fieldPaths").texts().contains("metadata.name"));
    }

    private boolean has(List<String> fields) {
        return fields.stream().anyMatch(field -> document().list(field).size() > 0)
                // A component of another repository.
                || document().list("components").texts().stream().anyMatch(one -> one.contains(":"));
    }

    /** Whether it lists something that is not a path of its own tree. */
    public boolean isRemote() {
        return entries.keySet().stream().anyMatch(entry -> local(entry) == null);
    }

    /** The entry for this path; null if there is none that is a path of its own tree. */
    public @Nullable StringValue local(String file) {
        StringValue entry = entries.get(file);
        return entry == null || REMOTE.matcher(entry.value()).find() ? null : entry;
    }

    /** What its patches, from files by path, do to names, in the order in which kustomize applies them. */
    public List<KustomizePatch> patches(Map<String, byte[]> files) {
        List<KustomizePatch> all = new ArrayList<>();
        for (String field : PATCHES) {
            for (Value one : document().list(field).items()) {
                ObjectValue entry = ObjectValue.orEmpty(one);
                Value text = entry.has("path") ? entry.get("path") : one == entry ? entry.get("patch") : one;
                String patch = StringValue.orEmpty(text);
                boolean isFile = one == entry ? entry.has("path") : patch.indexOf('\n') < 0;
                byte[] content = isFile
                        ? files.getOrDefault(inFolder(patch), new byte[0])
                        : patch.getBytes(StandardCharsets.UTF_8);
                for (ReadResult result : results(content)) {
                    all.add(
                            result instanceof Document read
                                    ? KustomizePatch.of(entry, read.value(), begin(text))
                                    : KustomizePatch.unreadable((Unreadable) result, begin(text)));
                }
            }
        }
        return all;
    }

    /** The targets of its replacements, as patches: all, or only those that need the fields. */
    public List<KustomizePatch> replacements(boolean isRequiring) {
        return document().list("replacements").objects().stream()
                .flatMap(one -> one.list("targets").objects().stream())
                .filter(one -> !isRequiring || !one.object("options").isTrue("create") && !one.has("reject"))
                .map(KustomizePatch::ofReplacement)
                .toList();
    }

    /** What changes objects: each patch, replacement and transformer as JSON, with its file; empty if it has none. */
    public Map<String, String> edits() {
        Map<String, String> edits = new LinkedHashMap<>();
        Stream.concat(PATCHES.stream(), Stream.of("replacements", "transformers"))
                .flatMap(field -> document().list(field).items().stream())
                .forEach(one -> edits.put(
                        one.json(),
                        paths(List.of(one)).stream()
                                .map(file -> inFolder(file.value()))
                                .findFirst()
                                .orElse("")));
        return edits;
    }

    /** What the replicas and the replacements select. */
    public List<Selection> selections() {
        List<Selection> selections = new ArrayList<>();
        ObjectValue document = document();
        document.list("replicas").objects().forEach(one -> selections.add(Selection.of(SCALED, one)));
        document.list("replacements").objects().stream()
                .map(one -> one.object("source"))
                .filter(source -> !source.string("kind").isEmpty())
                .forEach(source -> selections.add(Selection.of(Set.of(source.string("kind")), source)));
        return selections;
    }

    private static @Nullable Position begin(@Nullable Value value) {
        return value == null ? null : value.position();
    }
}
