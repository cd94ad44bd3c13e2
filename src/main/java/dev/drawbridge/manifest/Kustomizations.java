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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The kustomizations of a tree: the resources, patches and texts of ConfigMaps that each lists, what it combines, and
 * the names and namespaces that it gives. Paths are separated by {@code /}.
 *
 * <p>Source: {@code sigs.k8s.io/kustomize/api/types}, Kustomization.
 */
public final class Kustomizations {

    public static final List<String> NAMES = List.of("kustomization.yaml", "kustomization.yml", "Kustomization");

    /** The end of the name of what kustomize renders of a folder. */
    private static final String RENDERED = " (kustomize)";

    /** The files that one combines: each level of overlays may double them. */
    public static final int MAX_COMBINED = 100_000;

    /** The files that all outermost ones combine: 200 overlays of a base of 2,000 files have 400,000. */
    private static final int MAX_PLACED = 4_000_000;

    /** The levels of kustomizations: people write fewer than ten. */
    private static final int MAX_LEVELS = 100;

    /** The letters of the longest name that an API server takes. */
    private static final int MAX_NAME = 253;

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

    /** What the files of patches, and the texts of ConfigMaps and Secrets, are for, by path. */
    private final Map<String, Use> uses = new HashMap<>();

    private final Map<String, Listed> listed = new LinkedHashMap<>();

    /** The files and folders that a kustomization lists as resources. */
    private final Set<String> resources = new HashSet<>();

    /** The kustomization that lists a file, and the target of a patch; null for a text. */
    private record Use(String kustomization, @Nullable ObjectValue target) {}

    /**
     * A file that a kustomization combines.
     *
     * @param by the kustomization that lists it; null for the outermost
     * @param steps the kustomizations that change its objects, in this order: components before their kustomization
     */
    public record Combined(String file, @Nullable Combined by, List<String> steps) {}

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

        private boolean hasNamesOf(Naming other) {
            return prefix.equals(other.prefix) && suffix.equals(other.suffix);
        }
    }

    /**
     * What a kustomization lists.
     *
     * @param read its first document, which is all that kustomize reads
     * @param resources the files and folders of resources, bases and components
     * @param patches the files of patches
     * @param entries the entries that name these, and all other files without which nothing is built, by path
     */
    private record Listed(
            ReadResult read, List<String> resources, Set<String> patches, Map<String, StringValue> entries) {

        private static final Listed NOTHING = of(new Document(ObjectValue.EMPTY, null));

        private static Listed of(ReadResult read) {
            return new Listed(read, new ArrayList<>(), new LinkedHashSet<>(), new LinkedHashMap<>());
        }

        private ObjectValue document() {
            return ObjectValue.orEmpty(read.value());
        }

        /** Adds an entry of the kustomization at this path; returns the file that it names. */
        private String add(String path, StringValue entry) {
            String file = normalized(path + "/../" + entry.value());
            entries.put(file, entry);
            return file;
        }

        private boolean has(List<String> fields) {
            return fields.stream().anyMatch(field -> document().list(field).size() > 0)
                    // A component of another repository.
                    || document().list("components").texts().stream().anyMatch(one -> one.contains(":"));
        }
    }

    /** The kustomizations that change the objects of files, by path; null until they are needed. */
    private @Nullable Map<String, Set<List<String>>> chains;

    /**
     * The namespace that Flux or Argo CD give to objects.
     *
     * @param isOfAll whether it replaces theirs, as Flux does
     */
    public record Given(String namespace, boolean isOfAll) {

        public static final Given UNKNOWN = new Given("", false);
    }

    /** The namespaces that Flux and Argo CD give, by folder, or by its kustomization. */
    private final Map<String, Given> applied = new HashMap<>();

    /** The steps of each kustomization, as far as they have been needed. */
    private final Map<String, List<String>> steps = new ConcurrentHashMap<>();

    /** The files that earlier kustomizations combined, and that nothing applies any more. */
    private final Set<String> left = new HashSet<>();

    /** The kustomizations that list a file; null until they are needed. */
    private @Nullable Map<String, List<String>> listing;

    /** Whether a path, with slashes, is that of a kustomization. */
    public static boolean isKustomization(String path) {
        return NAMES.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    /** The name of what kustomize renders of a folder. */
    public static String rendered(String folder) {
        return folder + RENDERED;
    }

    /** Whether a name is that of what kustomize renders of a folder. */
    public static boolean isRendered(String name) {
        return name.endsWith(RENDERED);
    }

    /** The folder of what kustomize renders; another name as it is. */
    public static String folder(String name) {
        return isRendered(name) ? name.substring(0, name.length() - RENDERED.length()) : name;
    }

    /** The kustomizations in the folders of these files. */
    public static Kustomizations near(List<Path> files) throws IOException {
        Kustomizations patches = new Kustomizations();
        Set<Path> folders = new LinkedHashSet<>();
        files.forEach(file -> folders.add(file.resolveSibling("")));
        for (Path folder : folders) {
            for (String name : NAMES) {
                Path file = folder.resolve(name);
                if (Files.isRegularFile(file)) {
                    patches.add(ManifestFiles.name(file), ReadLimits.DEFAULT.text(file));
                }
            }
        }
        return patches;
    }

    /** These kustomizations with other texts, by path; an empty one removes its kustomization. */
    public Kustomizations with(Map<String, byte[]> others) {
        Map<String, List<ReadResult>> all = new LinkedHashMap<>();
        listed.forEach((path, one) -> all.put(path, List.of(one.read)));
        others.forEach((path, text) -> all.put(normalized(path), results(text)));
        Kustomizations changed = new Kustomizations();
        all.forEach(changed::add);
        return changed;
    }

    /** Adds the kustomization at this path. */
    public void add(String path, byte[] text) {
        add(path, results(text));
    }

    /** The documents of a text, without those of a template and of nothing. */
    private static List<ReadResult> results(byte[] text) {
        boolean isTemplate =
                TEMPLATE.matcher(new String(text, StandardCharsets.ISO_8859_1)).find();
        return new YamlReader(ReadLimits.DEFAULT)
                .read(text).stream()
                        .filter(one -> !(one instanceof Unreadable bad) || bad.position() != null && !isTemplate)
                        .toList();
    }

    private void add(String path, List<ReadResult> results) {
        if (!results.isEmpty()) {
            String name = normalized(path);
            Listed own = Listed.of(results.get(0));
            ObjectValue kustomization = own.document();
            listed.put(name, own);
            for (String field : List.of("resources", "bases", "components")) {
                for (StringValue one : paths(kustomization.list(field).items())) {
                    own.resources.add(own.add(path, one));
                }
            }
            resources.addAll(own.resources);
            for (String field : PATCHES) {
                for (Value patch : kustomization.list(field).items()) {
                    for (StringValue one : paths(List.of(patch))) {
                        String file = own.add(path, one);
                        own.patches.add(file);
                        uses.put(file, new Use(path, ObjectValue.orEmpty(patch).object("target")));
                    }
                }
            }
            List<Value> others = new ArrayList<>(List.of(kustomization.object("openapi")));
            OTHERS.forEach(field -> others.addAll(kustomization.list(field).items()));
            paths(others).forEach(one -> own.add(path, one));
            for (String field : List.of("configMapGenerator", "secretGenerator")) {
                for (ObjectValue generator : kustomization.list(field).objects()) {
                    List<Value> files = new ArrayList<>(generator.list("files").items());
                    files.addAll(generator.list("envs").items());
                    Stream.ofNullable(generator.get("env")).forEach(files::add);
                    // FILE, or KEY=FILE.
                    paths(files).stream()
                            .map(one -> new StringValue(
                                    one.value().substring(one.value().indexOf('=') + 1), one.position()))
                            .forEach(one -> uses.putIfAbsent(own.add(path, one), new Use(path, null)));
                }
            }
        }
    }

    /** The values that name a file, by themselves or as their path. */
    private static List<StringValue> paths(List<Value> values) {
        return values.stream()
                .map(one -> one instanceof ObjectValue entry ? entry.get("path") : one)
                // A strategic merge patch may also be written in place.
                .filter(one -> one instanceof StringValue text && text.value().indexOf('\n') < 0)
                .map(StringValue.class::cast)
                .toList();
    }

    /** The kustomizations that no other lists; a component is not applied alone. */
    public Set<String> outermost() {
        Set<String> outermost = unlisted();
        outermost.removeIf(this::isComponent);
        return outermost;
    }

    private Set<String> unlisted() {
        Set<String> unlisted = new LinkedHashSet<>(listed.keySet());
        unlisted.removeAll(listing().keySet());
        return unlisted;
    }

    /** The files that a kustomization combines, and the kustomizations by which it does; none if there are too many. */
    public List<Combined> combined(String kustomization) {
        List<Combined> combined = new ArrayList<>();
        return combine(new Combined(kustomization, null, List.of()), 0, new HashSet<>(), combined)
                ? combined
                : List.of();
    }

    private boolean combine(Combined one, int letters, Set<String> within, List<Combined> combined) {
        Naming own = naming(one.file);
        int added = letters + own.prefix.length() + own.suffix.length();
        if (combined.size() >= MAX_COMBINED || within.size() > MAX_LEVELS || added > MAX_NAME) {
            return false;
        }
        combined.add(one);
        if (within.add(one.file)) {
            List<String> after = new ArrayList<>(steps(one.file));
            after.addAll(one.steps);
            for (String resource : resources(one.file)) {
                if (!combine(new Combined(combinedBy(resource).get(0), one, after), added, within, combined)) {
                    return false;
                }
            }
            within.remove(one.file);
        }
        return true;
    }

    /** The kustomizations of a folder that is listed; a file itself. */
    public List<String> combinedBy(String resource) {
        List<String> inner = kustomizations(resource);
        return inner.isEmpty() ? List.of(resource) : inner;
    }

    /** Whether an outermost kustomization combines both files. */
    public boolean combinesBoth(String file, String other) {
        return !Collections.disjoint(deployments(file), deployments(other));
    }

    private List<String> deployments(String file) {
        return chains(file).stream()
                .filter(one -> !one.isEmpty())
                .map(one -> one.get(one.size() - 1))
                .toList();
    }

    /** These files, and the kustomizations that combine one of them, themselves or by other kustomizations. */
    public Set<String> combining(Set<String> files) {
        Map<String, List<String>> listing = listing();
        Set<String> combining = new HashSet<>(files);
        Deque<String> next = new ArrayDeque<>(files);
        while (!next.isEmpty()) {
            listing.getOrDefault(next.pop(), List.of()).stream()
                    .filter(combining::add)
                    .forEach(next::push);
        }
        return combining;
    }

    /** The kustomizations that list a file, a patch or another kustomization, by its path. */
    private synchronized Map<String, List<String>> listing() {
        Map<String, List<String>> all = listing;
        if (all == null) {
            all = new HashMap<>();
            for (Map.Entry<String, Listed> one : listed.entrySet()) {
                List<String> files = new ArrayList<>(one.getValue().entries.keySet());
                one.getValue().resources.forEach(resource -> files.addAll(combinedBy(resource)));
                for (String file : files) {
                    all.computeIfAbsent(file, none -> new ArrayList<>()).add(one.getKey());
                }
            }
            listing = all;
        }
        return all;
    }

    private List<String> steps(String kustomization) {
        return steps.computeIfAbsent(kustomization, one -> {
            Set<String> own = new LinkedHashSet<>();
            addSteps(one, new HashSet<>(), own);
            return isComponent(one) ? List.of() : List.copyOf(own);
        });
    }

    private void addSteps(String kustomization, Set<String> within, Set<String> steps) {
        if (within.add(kustomization)) {
            resources(kustomization).stream()
                    .flatMap(one -> kustomizations(one).stream())
                    .filter(this::isComponent)
                    .forEach(one -> addSteps(one, within, steps));
            steps.add(kustomization);
        }
    }

    /** Whether what kustomizations combine with a file has something that is not in the tree, or other names. */
    public boolean isOpen(String file) {
        return combining(Set.of(file)).stream().anyMatch(one -> isReferring(one) || isRemote(one));
    }

    /** Whether a kustomization lists something that is not a path of its own tree. */
    public boolean isRemote(String kustomization) {
        return entries(kustomization).stream().anyMatch(entry -> local(kustomization, entry) == null);
    }

    /** The files and folders without which a kustomization cannot be built. */
    public Set<String> entries(String kustomization) {
        return listed(kustomization).entries.keySet();
    }

    /** What a kustomization itself does to names. */
    public Naming naming(String kustomization) {
        ObjectValue document = listed(kustomization).document();
        return new Naming(document.string("namespace"), document.string("namePrefix"), document.string("nameSuffix"));
    }

    /** Whether something in a kustomization, besides patches, may change names or references to them. */
    public boolean isReferring(String kustomization) {
        return listed(kustomization).has(CHANGES);
    }

    /** Whether something in a kustomization may add objects that are not in its files, or rename them. */
    public boolean isAdding(String kustomization) {
        Listed own = listed(kustomization);
        return own.has(ADDING)
                || own.document().list("replacements").objects().stream()
                        .flatMap(one -> one.list("targets").objects().stream())
                        .anyMatch(one -> one.list("fieldPaths").texts().contains("metadata.name"));
    }

    /** The files that these put into other namespaces than earlier kustomizations, or no longer leave out. */
    public Set<String> changed(Kustomizations earlier) {
        Set<String> files = new HashSet<>(placed().keySet());
        files.addAll(earlier.placed().keySet());
        files.removeIf(file -> namespaces(file).equals(earlier.namespaces(file)));
        Set<String> patches = new HashSet<>(earlier.uses.keySet());
        patches.removeIf(file -> earlier.reason(file).isEmpty() || !reason(file).isEmpty());
        files.addAll(patches);
        files.addAll(left);
        return files;
    }

    /**
     * Takes files out that earlier kustomizations combined, and that these do not, in a folder with a kustomization.
     *
     * @param deleted the files that are not there any more
     */
    public void leave(Kustomizations earlier, Set<String> deleted) {
        earlier.placed().forEach((file, chains) -> {
            boolean areRead = chains.stream()
                    .flatMap(List::stream)
                    .allMatch(one -> listed(one).document().size() > 0);
            if (areRead && !listing().containsKey(file) && !mayBeApplied(file) && !deleted.contains(file)) {
                left.add(file);
            }
        });
    }

    /** Whether nothing applies the file any more, although it is still there. */
    public boolean isLeft(String path) {
        return left.contains(path);
    }

    /** The target of the patch at this path; empty if its kustomization names none. */
    public ObjectValue target(String path) {
        Use use = uses.get(normalized(path));
        return use == null || use.target == null ? ObjectValue.EMPTY : use.target;
    }

    /** The reason to leave a file with this path out; empty if it is a resource, or neither a patch nor a text. */
    public String reason(String path) {
        Use use = uses.get(path);
        if (use == null || resources.contains(path)) {
            return "";
        }
        return use.target == null
                ? "text of a generator in " + use.kustomization
                : "patch of a kustomization; to check it: "
                        + command(
                                use.kustomization,
                                listed(use.kustomization).document().string("kind"));
    }

    /** Whether a file is a patch, and not also a resource. */
    public boolean isPatch(String path) {
        return !reason(path).isEmpty() && !isText(path);
    }

    /** Whether something applies the file: a kustomization lists it, or none is in its folder. */
    public boolean mayBeApplied(String path) {
        return resources.contains(path)
                || kustomizations(normalized(path + "/..")).isEmpty();
    }

    /** The command that checks what the kustomization at this path combines; a component is only part of one. */
    public static String command(String kustomization, String kind) {
        int folder = kustomization.lastIndexOf('/');
        return "drawbridge check --kustomize "
                + (kind.equals(KustomizationSchema.COMPONENT)
                        ? "DIR, with a kustomization that has this component"
                        : folder < 0 ? "." : kustomization.substring(0, folder));
    }

    /**
     * The namespaces in which kustomizations put the objects of the file at this path, the outermost one that sets any;
     * empty if none does.
     *
     * <p>Source: {@code sigs.k8s.io/kustomize/api/filters/namespace}: a Namespace is renamed.
     */
    public Set<String> namespaces(String path) {
        Set<String> all = new HashSet<>();
        namings(path).forEach(one -> all.add(one.namespace));
        return all.equals(Set.of("")) ? Set.of() : all;
    }

    /** Sets the namespaces that Flux and Argo CD give, by the folder that they apply. */
    public void apply(Map<String, Given> folders) {
        folders.forEach((folder, namespace) ->
                applied.put(kustomizations(folder).stream().findFirst().orElse(folder), namespace));
    }

    /** A file with its objects in the namespaces where kustomizations, Flux and Argo CD put them. */
    public ManifestFile placed(String path, ManifestFile file) {
        ManifestFile placed = file.in(namespaces(path));
        Set<Given> given = given(path);
        Given only = given.size() == 1 ? given.iterator().next() : Given.UNKNOWN;
        return only == Given.UNKNOWN
                ? placed
                : placed.with(
                        placed.manifests().stream()
                                .map(one -> only.isOfAll || one.namespace("").isEmpty()
                                        ? one.in(Set.of(only.namespace))
                                        : one)
                                .toList(),
                        placed.others());
    }

    private Set<Given> given(String path) {
        Set<Given> given = new HashSet<>();
        if (!applied.isEmpty()) {
            Set<String> around = combining(Set.of(path));
            for (int slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1)) {
                around.add(path.substring(0, slash));
            }
            around.add("");
            around.forEach(one -> Stream.ofNullable(applied.get(one)).forEach(given::add));
        }
        return given;
    }

    /** Whether Flux or Argo CD give the objects of a file another namespace than before. */
    public boolean gives(String path, Kustomizations earlier) {
        return !given(path).equals(earlier.given(path));
    }

    /** Whether the objects of a file have other names than earlier kustomizations gave them in their former file. */
    public boolean renames(String path, Kustomizations earlier, String former) {
        Set<Naming> now = namings(path);
        Set<Naming> then = earlier.namings(former);
        return !now.isEmpty()
                && !then.isEmpty()
                && now.stream().noneMatch(one -> then.stream().anyMatch(one::hasNamesOf));
    }

    /** What is done to the names in the file at this path; several if several kustomizations combine it. */
    private Set<Naming> namings(String path) {
        return chains(path).stream()
                .map(one -> one.stream().map(this::naming).reduce(Naming.NONE, Naming::then))
                .collect(Collectors.toSet());
    }

    /** The kustomizations that change the objects of a file, the outermost one last, for each way to combine it. */
    public Set<List<String>> chains(String path) {
        return placed().getOrDefault(path, Set.of());
    }

    private synchronized Map<String, Set<List<String>>> placed() {
        Map<String, Set<List<String>>> placed = chains;
        if (placed == null) {
            placed = new HashMap<>();
            int left = MAX_PLACED;
            for (String outer : unlisted()) {
                List<Combined> combined = left > 0 ? combined(outer) : List.of();
                left -= combined.isEmpty() ? MAX_COMBINED : combined.size();
                for (Combined one : combined) {
                    if (one.by != null && !listed.containsKey(one.file)) {
                        placed.computeIfAbsent(one.file, none -> new HashSet<>())
                                .add(one.steps);
                    }
                }
            }
            chains = placed;
        }
        return placed;
    }

    private Listed listed(String kustomization) {
        return listed.getOrDefault(kustomization, Listed.NOTHING);
    }

    private List<String> kustomizations(String folder) {
        return names(folder).filter(listed::containsKey).toList();
    }

    /** The paths that the kustomization of a folder may have. */
    public static Stream<String> names(String folder) {
        return NAMES.stream().map(name -> folder.isEmpty() ? name : folder + "/" + name);
    }

    /** The kustomizations, by path. */
    public Set<String> kustomizations() {
        return listed.keySet();
    }

    /** The files that a kustomization has as patches. */
    public Set<String> patches(String kustomization) {
        return listed(kustomization).patches;
    }

    /**
     * What its patches do to names, in the order in which kustomize applies them.
     *
     * @param texts the files of patches, by path
     */
    public List<KustomizePatch> patches(String kustomization, Map<String, byte[]> texts) {
        List<KustomizePatch> patches = new ArrayList<>();
        for (String field : PATCHES) {
            for (Value one : listed(kustomization).document().list(field).items()) {
                ObjectValue entry = ObjectValue.orEmpty(one);
                Value text = entry.has("path") ? entry.get("path") : one == entry ? entry.get("patch") : one;
                String patch = StringValue.orEmpty(text);
                boolean isFile = one == entry ? entry.has("path") : patch.indexOf('\n') < 0;
                byte[] content = isFile
                        ? texts.getOrDefault(normalized(kustomization + "/../" + patch), new byte[0])
                        : patch.getBytes(StandardCharsets.UTF_8);
                for (ReadResult result : results(content)) {
                    patches.add(
                            result instanceof Document read
                                    ? KustomizePatch.of(entry, read.value(), begin(text))
                                    : KustomizePatch.unreadable((Unreadable) result, begin(text)));
                }
            }
        }
        return patches;
    }

    /** The targets of the replacements of a kustomization, as patches: all, or only those that need the fields. */
    public List<KustomizePatch> replacements(String kustomization, boolean isRequiring) {
        return listed(kustomization).document().list("replacements").objects().stream()
                .flatMap(one -> one.list("targets").objects().stream())
                .filter(one -> !isRequiring || !one.object("options").isTrue("create") && !one.has("reject"))
                .map(KustomizePatch::ofReplacement)
                .toList();
    }

    /** The files and folders that a kustomization itself lists, one that is listed twice twice. */
    public List<String> resources(String kustomization) {
        return listed(kustomization).resources;
    }

    /**
     * An object that a kustomization must have, for its replicas, as source of a replacement, or for a patch.
     *
     * @param patch the patch that must match it; null for none
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

    /** What the replicas and the replacements of a kustomization select. */
    public List<Selection> selections(String kustomization) {
        List<Selection> selections = new ArrayList<>();
        ObjectValue document = listed(kustomization).document();
        document.list("replicas").objects().forEach(one -> selections.add(Selection.of(SCALED, one)));
        document.list("replacements").objects().stream()
                .map(one -> one.object("source"))
                .filter(source -> !source.string("kind").isEmpty())
                .forEach(source -> selections.add(Selection.of(Set.of(source.string("kind")), source)));
        return selections;
    }

    /** Why kustomize refuses a kustomization, whatever it combines. */
    public List<KustomizeFailure> refusals(String kustomization) {
        List<KustomizeFailure> refusals = new ArrayList<>();
        ObjectValue document = listed(kustomization).document();
        List<String> files = kustomizations(normalized(kustomization + "/.."));
        if (files.size() > 1) {
            String names =
                    files.stream().map(one -> one.replaceFirst(".*/", "")).collect(Collectors.joining(" and "));
            refusals.add(new KustomizeFailure(files.get(1), null, names + " are in one folder", "; remove one"));
        }
        if (listed.containsKey(kustomization)) {
            refusals.addAll(KustomizationSchema.refusals(kustomization, listed(kustomization).read));
        }
        if (KustomizationSchema.isKustomization(document)) {
            addMisplaced(kustomization, document, refusals);
        }
        return refusals;
    }

    /** Adds components in a list of resources, and the other way round. */
    private void addMisplaced(String kustomization, ObjectValue document, List<KustomizeFailure> refusals) {
        for (String field : List.of("resources", "components")) {
            boolean isOther = field.equals("resources");
            for (StringValue entry : paths(document.list(field).items())) {
                List<String> inner = kustomizations(normalized(kustomization + "/../" + entry.value()));
                if (inner.size() == 1
                        && isComponent(inner.get(0)) == isOther
                        && listed(inner.get(0)).document().size() > 0) {
                    String text = entry.value() + (isOther ? " is a Component" : " is not a Component");
                    String advice = "; list it in " + (isOther ? "components" : "resources");
                    refusals.add(new KustomizeFailure(kustomization, entry.position(), text, advice));
                }
            }
        }
    }

    private static @Nullable Position begin(@Nullable Value value) {
        return value == null ? null : value.position();
    }

    private boolean isComponent(String kustomization) {
        return listed(kustomization).document().string("kind").equals(KustomizationSchema.COMPONENT);
    }

    /** Whether a file is the text of a ConfigMap or Secret. */
    public boolean isText(String path) {
        return uses.containsKey(path) && Objects.requireNonNull(uses.get(path)).target == null;
    }

    /** The entry of a kustomization for this path; null if it has none that is a path of its own tree. */
    public @Nullable StringValue local(String kustomization, String path) {
        StringValue entry = listed(kustomization).entries.get(path);
        return entry == null || REMOTE.matcher(entry.value()).find() ? null : entry;
    }

    /** The path without {@code .} and {@code ..}. */
    public static String normalized(String path) {
        Deque<String> parts = new ArrayDeque<>();
        boolean isAbsolute = path.startsWith("/");
        for (String part : path.split("/")) {
            if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".") && !(isAbsolute && part.equals(".."))) {
                parts.addLast(part);
            }
        }
        return (isAbsolute ? "/" : "") + String.join("/", parts);
    }
}
