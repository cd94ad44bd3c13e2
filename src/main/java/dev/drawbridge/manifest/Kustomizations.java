package dev.drawbridge.manifest;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import java.io.IOException;
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
import java.util.function.Predicate;
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

    /** What the files of patches, and the texts of ConfigMaps and Secrets, are for, by path. */
    private final Map<String, Use> uses = new HashMap<>();

    private final Map<String, Kustomization> listed = new LinkedHashMap<>();

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

    /** The kustomizations that change the objects of files, by path; null until they are needed. */
    private @Nullable Map<String, Set<List<String>>> chains;

    /**
     * The namespace that Flux or Argo CD give to objects.
     *
     * @param isOfAll whether it replaces theirs, as Flux does
     * @param isDeep whether objects in folders of the folder get it
     */
    public record Given(String namespace, boolean isOfAll, boolean isDeep) {

        public static final Given UNKNOWN = new Given("", false, true);

        /** A file with its objects in this namespace. */
        public ManifestFile placed(ManifestFile file) {
            if (namespace.isEmpty()) {
                return file;
            }
            Predicate<Manifest> isPlaced =
                    one -> isOfAll || one.namespace("").isEmpty() && !one.kind().equals("Namespace");
            List<Manifest> placed = file.manifests().stream()
                    .map(one -> isPlaced.test(one) ? one.in(Set.of(namespace)) : one)
                    .toList();
            return file.with(placed, file.others());
        }
    }

    /** The namespaces that Flux and Argo CD give, by folder, or by its kustomization. */
    private final Map<String, Given> applied = new HashMap<>();

    /** The steps of each kustomization, as far as they have been needed. */
    private final Map<String, List<String>> steps = new ConcurrentHashMap<>();

    /** The files that earlier kustomizations combined, and that nothing applies any more. */
    private final Set<String> dropped = new HashSet<>();

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
        listed.forEach((path, one) -> all.put(path, List.of(one.read())));
        others.forEach((path, text) -> all.put(ManifestFiles.normalized(path), Kustomization.results(text)));
        Kustomizations changed = new Kustomizations();
        all.forEach(changed::add);
        return changed;
    }

    public void add(String path, byte[] text) {
        add(path, Kustomization.results(text));
    }

    private void add(String path, List<ReadResult> results) {
        if (!results.isEmpty()) {
            Kustomization own = Kustomization.of(ManifestFiles.normalized(path), results.get(0));
            listed.put(own.path(), own);
            resources.addAll(own.resources());
            own.patches().forEach((file, target) -> uses.put(file, new Use(path, target)));
            own.texts().forEach(file -> uses.putIfAbsent(file, new Use(path, null)));
        }
    }

    /** The kustomizations that no other lists; a component is not applied alone. */
    public Set<String> outermost() {
        Set<String> outermost = unlisted();
        outermost.removeIf(one -> at(one).isComponent());
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
        Kustomization.Naming own = at(one.file).naming();
        int added = letters + own.prefix().length() + own.suffix().length();
        if (combined.size() >= MAX_COMBINED || within.size() > MAX_LEVELS || added > MAX_NAME) {
            return false;
        }
        combined.add(one);
        if (within.add(one.file)) {
            List<String> after = new ArrayList<>(steps(one.file));
            after.addAll(one.steps);
            for (String resource : at(one.file).resources()) {
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
            for (Map.Entry<String, Kustomization> one : listed.entrySet()) {
                List<String> files = new ArrayList<>(one.getValue().entries().keySet());
                one.getValue().resources().forEach(resource -> files.addAll(combinedBy(resource)));
                for (String file : files) {
                    all.computeIfAbsent(file, none -> new ArrayList<>()).add(one.getKey());
                }
            }
            listing = all;
        }
        return all;
    }

    private List<String> steps(String kustomization) {
        return steps.computeIfAbsent(
                kustomization, one -> at(one).isComponent() ? List.of() : List.copyOf(withComponents(one)));
    }

    /** The components of a kustomization and of these, and itself, in the order in which they change objects. */
    public Set<String> withComponents(String kustomization) {
        Set<String> all = new LinkedHashSet<>();
        addSteps(kustomization, new HashSet<>(), all);
        return all;
    }

    private void addSteps(String kustomization, Set<String> within, Set<String> steps) {
        if (within.add(kustomization)) {
            at(kustomization).resources().stream()
                    .flatMap(one -> kustomizations(one).stream())
                    .filter(one -> at(one).isComponent())
                    .forEach(one -> addSteps(one, within, steps));
            steps.add(kustomization);
        }
    }

    /** Whether what kustomizations combine with a file has something that is not in the tree, or other names. */
    public boolean isOpen(String file) {
        return combining(Set.of(file)).stream().map(this::at).anyMatch(one -> one.isReferring() || one.isRemote());
    }

    /** The files that these put into other namespaces than earlier kustomizations, or no longer leave out. */
    public Set<String> changed(Kustomizations earlier) {
        Set<String> files = new HashSet<>(placed().keySet());
        files.addAll(earlier.placed().keySet());
        files.removeIf(file -> namespaces(file).equals(earlier.namespaces(file)));
        Set<String> patches = new HashSet<>(earlier.uses.keySet());
        patches.removeIf(file -> earlier.reason(file).isEmpty() || !reason(file).isEmpty());
        files.addAll(patches);
        files.addAll(dropped);
        return files;
    }

    /**
     * Takes files out that earlier kustomizations combined, and that these do not, in a folder with a kustomization;
     * deleted files are not there any more.
     */
    public void unlist(Kustomizations earlier, Set<String> deleted) {
        earlier.placed().forEach((file, chains) -> {
            boolean areRead = chains.stream()
                    .flatMap(List::stream)
                    .allMatch(one -> at(one).document().size() > 0);
            if (areRead && !listing().containsKey(file) && !mayBeApplied(file) && !deleted.contains(file)) {
                dropped.add(file);
            }
        });
    }

    /** Whether nothing applies the file any more, although it is still there. */
    public boolean isUnlisted(String path) {
        return dropped.contains(path);
    }

    /** The target of the patch at this path; empty if its kustomization names none. */
    public ObjectValue target(String path) {
        Use use = uses.get(ManifestFiles.normalized(path));
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
                        + option(
                                use.kustomization,
                                at(use.kustomization).document().string("kind"));
    }

    /** Whether a file is a patch, and not also a resource. */
    public boolean isPatch(String path) {
        return !reason(path).isEmpty() && !isText(path);
    }

    /** Whether something applies the file: a kustomization lists it, or none is in its folder. */
    public boolean mayBeApplied(String path) {
        return resources.contains(path)
                || kustomizations(ManifestFiles.normalized(path + "/..")).isEmpty();
    }

    /** The options that compare what the kustomization at this path combines with a base. */
    public String comparing(String kustomization) {
        return "--base REV "
                + option(kustomization, at(kustomization).document().string("kind"));
    }

    /** The option, also with a base, that checks what a kustomization combines; a component is only part of one. */
    public static String option(String kustomization, String kind) {
        int folder = kustomization.lastIndexOf('/');
        return "--kustomize "
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
        if (chains(path).isEmpty()) {
            return Set.of();
        }
        Set<String> all = new HashSet<>();
        namings(path).forEach(one -> all.add(one.namespace()));
        return all.equals(Set.of("")) ? Set.of() : all;
    }

    /** Sets the namespaces that Flux and Argo CD give, by the folder or the rendered manifests that they apply. */
    public void apply(Map<String, Given> folders) {
        folders.forEach((folder, namespace) ->
                applied.put(kustomizations(folder).stream().findFirst().orElse(folder), namespace));
    }

    /** A file with its objects in the namespaces where kustomizations, Flux and Argo CD put them. */
    public ManifestFile placed(String path, ManifestFile file) {
        Set<Given> given = given(path);
        Given only = given.size() == 1 ? given.iterator().next() : Given.UNKNOWN;
        return only.placed(file.in(namespaces(path)));
    }

    private Set<Given> given(String path) {
        if (applied.isEmpty() || applied.containsKey(path)) {
            return applied.isEmpty() ? Set.of() : Set.of(applied.get(path));
        }
        Set<Given> given = new HashSet<>();
        combining(Set.of(path))
                .forEach(one -> Stream.ofNullable(applied.get(one)).forEach(given::add));
        String folder = path;
        for (boolean isIn = false; !folder.isEmpty(); isIn = true) {
            folder = folder.substring(0, Math.max(0, folder.lastIndexOf('/')));
            boolean isDeep = isIn;
            Stream.ofNullable(applied.get(folder))
                    .filter(one -> one.isDeep || !isDeep)
                    .forEach(given::add);
        }
        return given;
    }

    /** Whether Flux or Argo CD give the objects of a file a namespace. */
    public boolean gives(String path) {
        return !given(path).isEmpty();
    }

    /** Whether Flux or Argo CD give the objects of a file another namespace than before. */
    public boolean gives(String path, Kustomizations earlier) {
        return !given(path).equals(earlier.given(path));
    }

    /** Whether the objects of a file have other names than earlier kustomizations gave them in their former file. */
    public boolean renames(String path, Kustomizations earlier, String former) {
        Set<Kustomization.Naming> now = namings(path);
        Set<Kustomization.Naming> then = earlier.namings(former);
        return !now.isEmpty()
                && !then.isEmpty()
                && now.stream().noneMatch(one -> then.stream().anyMatch(one::hasNamesOf));
    }

    /** What is done to the names in the file at this path; several if several kustomizations combine it. */
    private Set<Kustomization.Naming> namings(String path) {
        return chains(path).stream()
                .map(one -> one.stream()
                        .map(file -> at(file).naming())
                        .reduce(Kustomization.Naming.NONE, Kustomization.Naming::then))
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

    /** The kustomization at this path; one that lists nothing if there is none. */
    public Kustomization at(String path) {
        return listed.getOrDefault(path, Kustomization.NOTHING);
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

    /** Why kustomize refuses a kustomization, whatever it combines. */
    public List<KustomizeFailure> refusals(String kustomization) {
        List<KustomizeFailure> refusals = new ArrayList<>();
        ObjectValue document = at(kustomization).document();
        List<String> files = kustomizations(ManifestFiles.normalized(kustomization + "/.."));
        if (files.size() > 1) {
            String names =
                    files.stream().map(one -> one.replaceFirst(".*/", "")).collect(Collectors.joining(" and "));
            refusals.add(new KustomizeFailure(files.get(1), null, names + " are in one folder", "; remove one"));
        }
        if (listed.containsKey(kustomization)) {
            refusals.addAll(KustomizationSchema.refusals(
                    kustomization, at(kustomization).read()));
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
            for (StringValue entry : Kustomization.paths(document.list(field).items())) {
                List<String> inner = kustomizations(ManifestFiles.normalized(kustomization + "/../" + entry.value()));
                if (inner.size() == 1
                        && at(inner.get(0)).isComponent() == isOther
                        && at(inner.get(0)).document().size() > 0) {
                    String text = entry.value() + (isOther ? " is a Component" : " is not a Component");
                    String advice = "; list it in " + (isOther ? "components" : "resources");
                    refusals.add(new KustomizeFailure(kustomization, entry.position(), text, advice));
                }
            }
        }
    }

    /** Whether a file is the text of a ConfigMap or Secret of a kustomization that has one of these words. */
    public boolean isTextFor(String path, List<String> words) {
        return isText(path)
                && combining(Set.of(path)).stream()
                        .map(one -> at(one).document().json())
                        .anyMatch(text -> words.stream().anyMatch(text::contains));
    }

    /** Whether a file is the text of a ConfigMap or Secret. */
    public boolean isText(String path) {
        return uses.containsKey(path) && Objects.requireNonNull(uses.get(path)).target == null;
    }
}
