package dev.drawbridge.manifest;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

    /** No object has a longer name. */
    private static final int MAX_NAME = 253;

    /** The fields of a kustomization that have patches. */
    public static final List<String> PATCHES = List.of("patches", "patchesStrategicMerge", "patchesJson6902");

    /** The fields of a kustomization, besides patches, that may change references of names. */
    private static final List<String> CHANGES =
            List.of("configurations", "replacements", "transformers", "generators", "helmCharts");

    private final Map<String, List<ObjectValue>> documents = new LinkedHashMap<>();
    /** The kustomizations that have a file as a patch, by its path. */
    private final Map<String, String> ofPatches = new HashMap<>();

    private final Map<String, ObjectValue> targets = new HashMap<>();
    private final Map<String, Listed> listed = new LinkedHashMap<>();

    /** The kustomizations that have a file as the text of a ConfigMap or Secret, by its path. */
    private final Map<String, String> texts = new HashMap<>();

    /** The files and folders that a kustomization lists as resources. */
    private final Set<String> resources = new HashSet<>();

    /** A file that a kustomization combines, with what it adds to the names of its objects. */
    public record Combined(String file, String prefix, String suffix) {}

    /**
     * What a kustomization lists.
     *
     * @param namespace the namespace in which it puts the resources; empty for their own
     * @param kind its kind; empty for a kustomization that names none
     * @param isReferring whether something in it, besides files of patches, may change names or references to them
     */
    private record Listed(
            String namespace,
            String prefix,
            String suffix,
            List<String> resources,
            List<String> patches,
            String kind,
            boolean isReferring) {

        private boolean isComponent() {
            return kind.equals("Component");
        }
    }

    private static final Listed NOTHING = new Listed("", "", "", List.of(), List.of(), "", false);

    /** The namespaces of files, by path; null until it is needed. */
    private @Nullable Map<String, Set<String>> namespaces;

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
        Map<String, List<ObjectValue>> all = new LinkedHashMap<>(documents);
        others.forEach((path, text) -> all.put(path, documents(text)));
        Kustomizations changed = new Kustomizations();
        all.forEach(changed::add);
        return changed;
    }

    /** Adds the kustomization at this path. */
    public void add(String path, byte[] text) {
        add(path, documents(text));
    }

    private static List<ObjectValue> documents(byte[] text) {
        return new YamlReader(ReadLimits.DEFAULT)
                .read(text).stream()
                        .flatMap(result ->
                                result.value() instanceof ObjectValue object ? Stream.of(object) : Stream.empty())
                        .toList();
    }

    private void add(String path, List<ObjectValue> read) {
        documents.put(path, read);
        for (ObjectValue kustomization : read) {
            Listed own = listed.computeIfAbsent(
                    normalized(path),
                    none -> new Listed(
                            kustomization.string("namespace"),
                            kustomization.string("namePrefix"),
                            kustomization.string("nameSuffix"),
                            new ArrayList<>(),
                            new ArrayList<>(),
                            kustomization.string("kind"),
                            isReferring(kustomization)));
            for (String field : PATCHES) {
                own.patches.addAll(files(path, kustomization.list(field), true));
            }
            for (String field : List.of("resources", "bases", "components")) {
                own.resources.addAll(files(path, kustomization.list(field), false));
            }
            resources.addAll(own.resources);
            for (String field : List.of("configMapGenerator", "secretGenerator")) {
                for (ObjectValue generator : kustomization.list(field).objects()) {
                    // FILE, or KEY=FILE.
                    generator
                            .list("files")
                            .texts()
                            .forEach(one ->
                                    texts.put(normalized(path + "/../" + one.substring(one.indexOf('=') + 1)), path));
                }
            }
        }
    }

    private static boolean isReferring(ObjectValue kustomization) {
        return CHANGES.stream().anyMatch(field -> kustomization.list(field).size() > 0)
                // A component of another repository.
                || kustomization.list("components").texts().stream().anyMatch(one -> one.contains(":"))
                || PATCHES.stream()
                        .anyMatch(field -> Mentions.in(kustomization.list(field).json()));
    }

    /** The kustomizations that no other lists; a component is not applied alone. */
    public Set<String> outermost() {
        Set<String> outermost = unlisted();
        outermost.removeIf(one -> listed.getOrDefault(one, NOTHING).isComponent());
        return outermost;
    }

    private Set<String> unlisted() {
        Set<String> unlisted = new LinkedHashSet<>(listed.keySet());
        resources.forEach(one -> kustomizations(one).forEach(unlisted::remove));
        return unlisted;
    }

    /**
     * The files that a kustomization combines, itself and by other kustomizations, which are among them; none if there
     * are too many, or a prefix is longer than a name.
     */
    public Set<Combined> combined(String kustomization) {
        Set<Combined> combined = new LinkedHashSet<>();
        return combine(new Combined(kustomization, "", ""), new HashSet<>(), combined) ? combined : Set.of();
    }

    private boolean combine(Combined outer, Set<String> within, Set<Combined> combined) {
        if (combined.size() >= MAX_COMBINED || outer.prefix.length() + outer.suffix.length() > MAX_NAME) {
            return false;
        }
        Listed own = listed.get(outer.file);
        if (!combined.add(outer) || own == null || !within.add(outer.file)) {
            return true;
        }
        String prefix = outer.prefix;
        String suffix = outer.suffix;
        // A component renames what its kustomization has, before that does.
        for (String one : own.isComponent() ? List.<String>of() : withComponents(outer.file)) {
            prefix += listed.getOrDefault(one, NOTHING).prefix;
            suffix = listed.getOrDefault(one, NOTHING).suffix + suffix;
        }
        for (String resource : own.resources) {
            for (String one : combinedBy(resource)) {
                if (!combine(new Combined(one, prefix, suffix), within, combined)) {
                    return false;
                }
            }
        }
        within.remove(outer.file);
        return true;
    }

    /** The kustomizations of a folder that is listed; a file itself. */
    private List<String> combinedBy(String resource) {
        List<String> inner = kustomizations(resource);
        return inner.isEmpty() ? List.of(resource) : inner;
    }

    /** These files, and the kustomizations that combine one of them, themselves or by other kustomizations. */
    public Set<String> combining(Set<String> files) {
        Map<String, List<String>> listing = new HashMap<>();
        listed.forEach((kustomization, own) -> own.resources.stream()
                .flatMap(one -> combinedBy(one).stream())
                .forEach(one ->
                        listing.computeIfAbsent(one, none -> new ArrayList<>()).add(kustomization)));
        Set<String> combining = new HashSet<>(files);
        Deque<String> next = new ArrayDeque<>(files);
        while (!next.isEmpty()) {
            listing.getOrDefault(next.pop(), List.of()).stream()
                    .filter(combining::add)
                    .forEach(next::push);
        }
        return combining;
    }

    /** A kustomization and its components. */
    private List<String> withComponents(String kustomization) {
        List<String> all = new ArrayList<>(List.of(kustomization));
        for (int i = 0; i < all.size(); i++) {
            resources(all.get(i)).stream()
                    .flatMap(one -> kustomizations(one).stream())
                    .filter(one -> listed.getOrDefault(one, NOTHING).isComponent() && !all.contains(one))
                    .forEach(all::add);
        }
        return all;
    }

    /** Whether something in a kustomization, besides files of patches, may change names or references to them. */
    public boolean isReferring(String kustomization) {
        return listed.getOrDefault(kustomization, NOTHING).isReferring;
    }

    /** The files that these put into other namespaces than earlier kustomizations, or no longer leave out. */
    public Set<String> changed(Kustomizations earlier) {
        Set<String> files = new HashSet<>(placed().keySet());
        files.addAll(earlier.placed().keySet());
        files.removeIf(file -> namespaces(file).equals(earlier.namespaces(file)));
        Set<String> left = new HashSet<>(earlier.ofPatches.keySet());
        left.addAll(earlier.texts.keySet());
        left.removeIf(file -> earlier.reason(file).isEmpty() || !reason(file).isEmpty());
        files.addAll(left);
        return files;
    }

    /** The files that a list of a kustomization names: itself, or a patch by its path. */
    private List<String> files(String kustomization, ListValue list, boolean arePatches) {
        List<String> files = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Value path = arePatches && list.get(i) instanceof ObjectValue patch ? patch.get("path") : list.get(i);
            // A strategic merge patch may also be written in place.
            if (path instanceof StringValue text && text.value().indexOf('\n') < 0) {
                String file = normalized(kustomization.substring(0, kustomization.lastIndexOf('/') + 1) + text.value());
                files.add(file);
                if (arePatches) {
                    ofPatches.put(file, kustomization);
                    targets.put(file, ObjectValue.orEmpty(list.get(i)).object("target"));
                }
            }
        }
        return files;
    }

    /** The target of the patch at this path; empty if its kustomization names none. */
    public ObjectValue target(String path) {
        return targets.getOrDefault(normalized(path), ObjectValue.EMPTY);
    }

    /** The reason to leave a file with this path out; empty if it is a resource, or neither a patch nor a text. */
    public String reason(String path) {
        String kustomization = ofPatches.get(path);
        String generator = texts.get(path);
        if (resources.contains(path) || kustomization == null) {
            return resources.contains(path) || generator == null ? "" : "text of a generator in " + generator;
        }
        return "patch of a kustomization; to check it: "
                + command(kustomization, listed.getOrDefault(kustomization, NOTHING).kind);
    }

    /** Whether a file is a patch, and not also a resource. */
    public boolean isPatch(String path) {
        return ofPatches.containsKey(path) && !resources.contains(path);
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
                + (kind.equals("Component")
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
        return placed().getOrDefault(path, Set.of());
    }

    private synchronized Map<String, Set<String>> placed() {
        Map<String, Set<String>> placed = namespaces;
        if (placed == null) {
            placed = new HashMap<>();
            Set<String> visited = new HashSet<>();
            for (String outer : unlisted()) {
                place(outer, "", placed, visited);
            }
            placed.values().removeIf(Set.of("")::equals);
            namespaces = placed;
        }
        return placed;
    }

    private void place(String kustomization, String outer, Map<String, Set<String>> places, Set<String> visited) {
        if (!visited.add(kustomization + "\n" + outer)) {
            return;
        }
        Listed own = listed.getOrDefault(kustomization, NOTHING);
        String namespace = outer.isEmpty() ? own.namespace : outer;
        for (String resource : own.resources) {
            List<String> inner = kustomizations(resource);
            inner.forEach(one -> place(one, namespace, places, visited));
            if (inner.isEmpty()) {
                places.computeIfAbsent(resource, none -> new HashSet<>()).add(namespace);
            }
        }
    }

    private List<String> kustomizations(String folder) {
        return NAMES.stream()
                .map(name -> folder.isEmpty() ? name : folder + "/" + name)
                .filter(listed::containsKey)
                .toList();
    }

    /** The kustomizations, by path. */
    public Set<String> kustomizations() {
        return listed.keySet();
    }

    /** The files that a kustomization has as patches. */
    public List<String> patches(String kustomization) {
        return listed.getOrDefault(kustomization, NOTHING).patches;
    }

    /** The files and folders that a kustomization itself lists. */
    public List<String> resources(String kustomization) {
        return listed.getOrDefault(kustomization, NOTHING).resources;
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
