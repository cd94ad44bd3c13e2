package dev.drawbridge.gitops;

import dev.drawbridge.check.AppliedObjects;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.manifest.Substitution;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A tree of files that Flux or Argo CD applies: the objects of each Kustomization, and of each Application with options
 * for kustomize, as these make it. Only Kustomizations with a word about claims are built, and those that lead to them.
 * Nothing is decrypted, and sources outside the tree are not fetched.
 *
 * <p>Source: the kustomize-controller of {@code github.com/fluxcd}, and its {@code docs/spec/v1/kustomizations.md}.
 */
public final class FluxTree {

    private static final ManifestReader READER = new ManifestReader();

    private static final String API = AppliedObjects.FLUX;
    private static final String OWN = "flux-system";
    private static final String NOT_CHECKED = "in Kustomizations and Applications that cannot be built";
    private static final String UNKNOWN = "with unknown variables of Flux";
    private static final String SOURCES = "sources";
    private static final String SUBSTITUTE = API + "substitute";
    private static final Pattern SEPARATOR = Pattern.compile("(?m)^---\\s*$\\n?");

    private final SourceFiles files;
    private final KustomizeFolder.Kustomize kustomize;
    private final RenderedSources sources;

    /** Whether the files are checked, too, and not only what is applied. */
    private final boolean hasFiles;

    private final Map<Path, List<Step>> found = new HashMap<>();
    private final Map<String, Manifest> sourceObjects = new HashMap<>();
    private boolean hasOwnName;

    private final Set<String> known = new HashSet<>();

    private final Map<String, byte[]> earlier;

    /** That of the base; null without a base. */
    private final @Nullable FluxInventory before;

    private final FluxInventory inventory = new FluxInventory();
    private final FluxVariables variables;
    private final Map<String, byte[]> texts = new LinkedHashMap<>();
    private final Set<String> covered = new HashSet<>();
    private final Set<String> followed = new HashSet<>();
    private final List<Skipped> skipped = new ArrayList<>();

    /** A Kustomization, with the file in which it is, or that of the outermost Kustomization that applies it. */
    private final class Step {

        private final Manifest object;
        private final Path file;
        private final Path root;
        private final @Nullable Path folder;

        /** Whether a Kustomization applies it: what checks the paths of files does not find it. */
        private final boolean isInner;

        private KustomizeFolder.@Nullable Contents contents;

        Step(Manifest object, Path file, @Nullable Path within) {
            this.object = object;
            this.file = file;
            this.isInner = within != null
                    && isOfFlux()
                    && found.values().stream()
                            .flatMap(List::stream)
                            .noneMatch(one -> one.title().equals(title()));
            this.root = within == null ? files.rootOf(file, spec().string("path")) : within;
            Path path =
                    root.resolve(spec().string("path").replaceFirst("^/+", "")).normalize();
            this.folder = path.startsWith(root) && Files.isDirectory(path) ? path : null;
        }

        private ObjectValue spec() {
            return object.object().object("spec");
        }

        private String title() {
            return AppliedObjects.title(object);
        }

        private boolean isOfFlux() {
            return object.object().string("kind").equals("Kustomization");
        }

        private boolean wasBuilt() {
            return earlier.containsKey(item().text());
        }

        /** Whether it is of Flux, or an Application that kustomize builds, or did. */
        private boolean isWanted() {
            return isOfFlux() || (folder == null ? wasBuilt() : !KustomizeFolder.isChart(spec(), folder));
        }

        private KustomizeFolder tree() {
            return new KustomizeFolder(root, folder == null ? root : folder, spec());
        }

        private KustomizeFolder.Contents contents() {
            if (contents == null) {
                boolean isNone = folder == null || !outside().isEmpty();
                contents = isNone ? KustomizeFolder.Contents.NONE : tree().contents();
            }
            return contents;
        }

        private ObjectValue reference() {
            return spec().object("sourceRef");
        }

        /** The kind and the name of its source. */
        private String source() {
            return reference().string("kind") + " " + reference().string("name");
        }

        /** The source if it is outside of the tree; empty if it is the tree itself. */
        private String outside() {
            String name = reference().string("name");
            Manifest source = sourceObjects.get(source());
            boolean isGit = reference().string("kind").equals("GitRepository");
            boolean isOwn = name.equals(OWN)
                    || name.isEmpty()
                    || (source == null
                            ? isGit || folder != null && !folder.equals(root)
                            : isGit && isThisRepository(source));
            return isOwn ? "" : source();
        }

        /** Whether its path is known, and its source is this tree, as it was in the base or as an object says. */
        private boolean isSurelyHere() {
            Manifest source = sourceObjects.get(source());
            ObjectValue ref = source == null
                    ? ObjectValue.EMPTY
                    : source.object().object("spec").object("ref");
            boolean isKnown = source != null || reference().string("name").equals(OWN);
            return ref.only(one -> !one.equals("branch")).size() == 0
                    && (wasBuilt() || isKnown && !spec().string("path").contains("${"));
        }

        private boolean isThisRepository(Manifest source) {
            String own = files.urlOf(root);
            return own.isEmpty()
                    ? !hasOwnName && folder != null && !folder.equals(root)
                    : SourceFiles.isSame(own, source.object().object("spec").string("url"));
        }

        /** The Kustomizations that this one leads to, itself first, as far as files tell. */
        private Set<Step> reached() {
            Set<Step> reached = new LinkedHashSet<>();
            reach(reached);
            return reached;
        }

        private void reach(Set<Step> reached) {
            if (reached.add(this)) {
                contents()
                        .files()
                        .keySet()
                        .forEach(file -> found.getOrDefault(file, List.of()).forEach(inner -> inner.reach(reached)));
            }
        }

        private boolean isRelevant() {
            return reached().stream()
                    .anyMatch(one -> one.folder == null
                            || earlier.containsKey(one.item().text())
                            || !one.outside().isEmpty()
                            || Mentions.ofDevices(one.spec().json())
                            || one.contents().files().values().stream()
                                    .anyMatch(text -> Mentions.ofDevices(text)
                                            || FluxCluster.hasChart(text)
                                            || !hasFiles && FluxCluster.leadsOn(text)));
        }

        /** It, or if it is of one of several sources of an Application, that source. */
        private FluxInventory.Item item() {
            return itemOf(title() + (spec().has(SOURCES) ? " " + spec().string("path") : ""), file);
        }

        private void skip(String reason) {
            keep();
            skipped.add(Skipped.ofObject(files.shown(file), title() + ":", "not checked: " + reason, NOT_CHECKED));
        }

        /** Keeps what it and the Kustomizations in its files applied: what is not known is as it was. */
        private void keep() {
            for (Step one : reached()) {
                String name = itemOf(one.title(), file).text();
                Stream.ofNullable(earlier.get(name)).forEach(text -> texts.put(name, text));
            }
        }

        /** Adds an error, unless the base has it and does not build, or something outside of the tree decides. */
        private void fail(String reason, FluxCluster cluster) {
            boolean isNew = before != null && !before.items().contains(item());
            if (before == null || contents().isOpen() || !wasBuilt() && !isNew) {
                skip(reason);
            } else {
                // It keeps what it applied, which may apply more.
                before.items().stream()
                        .filter(one -> one.file().equals(item().file()) && earlier.containsKey(one.text()))
                        .forEach(one -> texts.putIfAbsent(one.text(), earlier.get(one.text())));
                report("path", (wasBuilt() ? "no longer builds: " : "does not build: ") + reason, cluster);
            }
        }

        private void report(String field, String text, FluxCluster cluster) {
            Manifest written = cluster.written(object.object().string("kind"), object.name());
            sources.add(Finding.ofFile(
                    Severity.ERROR,
                    written == null ? files.shown(file) : written.file(),
                    written == null ? null : Locator.ofValue(written.object(), FieldPath.of("spec", field)),
                    Origin.KUSTOMIZE_FAILS,
                    title() + " " + text,
                    null));
        }

        /**
         * Reports something that it needs if the change deletes it, and moves it to no other entry. What bootstrapping
         * makes may be the work of an operator of Flux.
         */
        private void need(String field, String kind, String name, FluxCluster cluster) {
            String needed = kind + " " + name;
            FluxInventory.Item item = itemOf(needed, file);
            if (before != null
                    && before.items().contains(item)
                    && inventory.items().stream()
                            .filter(one -> one.object().equals(needed))
                            .noneMatch(
                                    one -> one.equals(item) || !before.items().contains(one))) {
                report(field, "is no longer applied: it needs " + needed + ", which this change deletes", cluster);
            }
        }
    }

    private FluxInventory.Item itemOf(String object, Path file) {
        return new FluxInventory.Item(files.shown(file), object);
    }

    /**
     * A tree.
     *
     * @param from the folder from which files have their names
     * @param sources receives the files from which texts are made
     * @param earlier what was applied in the base
     * @param before {@link #inventory()} of the base; null without a base
     */
    public FluxTree(
            Path from,
            List<Path> folders,
            KustomizeFolder.Kustomize kustomize,
            RenderedSources sources,
            Map<String, byte[]> earlier,
            @Nullable FluxInventory before) {
        this.earlier = earlier;
        this.before = before;
        this.variables = new FluxVariables(inventory, before);
        this.files = new SourceFiles(from, folders);
        this.kustomize = kustomize;
        this.sources = sources;
        this.hasFiles = !folders.isEmpty();
    }

    /** What its Kustomizations and Applications are and have. */
    public FluxInventory inventory() {
        return inventory;
    }

    public SourceFiles files() {
        return files;
    }

    /** What the Kustomizations among objects of Flux apply; the paths are the files that are checked. */
    public AppliedObjects applied(List<Manifest> objects, List<Path> checked) {
        files.add(checked);
        List<Step> all = new ArrayList<>();
        for (Manifest one : objects.stream().flatMap(this::asKustomizations).toList()) {
            if (isKustomization(one)) {
                Step step = new Step(one, files.absolute(Path.of(one.file())), null);
                if (step.isWanted()) {
                    all.add(step);
                    found.computeIfAbsent(step.file, none -> new ArrayList<>()).add(step);
                }
            } else {
                addSource(one, files.absolute(Path.of(one.file())));
            }
        }
        hasOwnName = all.stream()
                .anyMatch(one -> one.spec().object("sourceRef").string("name").equals(OWN));
        Set<Step> inner = new HashSet<>();
        all.forEach(one -> one.reached().stream().filter(other -> other != one).forEach(inner::add));
        Set<Step> left = new LinkedHashSet<>(all);
        // Of Kustomizations that apply each other, the first one is the outermost.
        all.sort(Comparator.comparing(inner::contains));
        Deque<Step> outermost = new ArrayDeque<>();
        for (Step one : all) {
            if (left.contains(one)) {
                left.removeAll(one.reached());
                outermost.add(one);
            }
        }
        follow(outermost);
        return new AppliedObjects(texts, covered, followed, skipped);
    }

    /** The objects of a text with those of Flux or Argo CD. */
    public static List<Manifest> objects(String name, byte[] text) {
        return AppliedObjects.mayApply(text) ? READER.read(name, text).manifests() : List.of();
    }

    /** An object of Flux, or for each source of an Application whose folder kustomize builds, what is added to it. */
    private Stream<Manifest> asKustomizations(Manifest manifest) {
        if (!manifest.kind().equals("Application")) {
            return Stream.of(manifest);
        }
        Stream<ObjectValue> all = hasFiles ? AppliedObjects.kustomized(manifest) : AppliedObjects.sources(manifest);
        return all.filter(source -> source.has("path") && files.isOwn(manifest.file(), source.string("repoURL")))
                .map(source -> {
                    ObjectValue options = source.object("kustomize");
                    ObjectValue.Builder spec = ObjectValue.at(null)
                            .addAll(options.only(AppliedObjects.OF_ARGO::contains))
                            .addAll(source.only(List.of("helm", "kustomize")::contains))
                            .add(KustomizeFolder.DIRECTORY, source.object(KustomizeFolder.DIRECTORY))
                            .add("path", new StringValue(source.string("path"), null));
                    spec.addAll(AppliedObjects.spec(manifest)
                            .only(List.of("syncPolicy", "destination", SOURCES, "finalizers")::contains));
                    if (options.has("namespace")) {
                        spec.add("targetNamespace", new StringValue(options.string("namespace"), null));
                    }
                    ObjectValue object = ObjectValue.at(manifest.object().position())
                            .addAll(manifest.object().only(key -> !key.equals("spec")))
                            .add("spec", spec.build())
                            .build();
                    return new Manifest(manifest.file(), "", object, API + "v1", "Kustomization");
                });
    }

    private static boolean isKustomization(Manifest manifest) {
        return manifest.kind().equals("Kustomization") && manifest.apiVersion().startsWith(API);
    }

    private void addSource(Manifest source, Path file) {
        if (source.apiVersion().startsWith("source.")) {
            sourceObjects.put(source.kind() + " " + source.name(), source);
            inventory.items().add(itemOf(source.kind() + " " + source.name(), file));
        }
    }

    private void follow(Deque<Step> open) {
        Map<Path, FluxCluster> clusters = new HashMap<>();
        List<Step> all = new ArrayList<>();
        while (!open.isEmpty()) {
            Step step = open.pop();
            FluxCluster cluster = clusters.computeIfAbsent(step.file, none -> new FluxCluster(files));
            inventory.items().add(step.item());
            all.add(step);
            cluster.addFiles(step.contents().files());
            if (!step.outside().isEmpty()) {
                step.skip(step.outside() + " is outside of this tree");
            } else if (step.folder == null && !step.isInner && step.wasBuilt()) {
                // An error at its path.
                step.keep();
            } else if (step.folder == null) {
                String reason = "the tree has no folder " + step.spec().string("path");
                if (step.isInner && step.isSurelyHere()) {
                    step.fail(reason, cluster);
                } else {
                    step.skip(reason);
                }
            } else if (step.isRelevant() && FluxVariables.wait(step.object, step.file, cluster) && !open.isEmpty()) {
                open.add(step);
            } else if (step.isRelevant() && cluster.built.add(step.item().object())) {
                try {
                    open.addAll(built(step, cluster));
                } catch (IOException problem) {
                    step.fail(FileProblem.of(problem).replace(step.root + "/", ""), cluster);
                } catch (Substitution.BadSubstitution bad) {
                    step.fail("Flux cannot substitute " + bad.getMessage(), cluster);
                }
            }
        }
        // What does not build may apply what others need.
        all.removeIf(one ->
                !one.isRelevant() || !skipped.isEmpty() || !sources.failures().isEmpty());
        for (Step one : all) {
            FluxCluster cluster = Objects.requireNonNull(clusters.get(one.file));
            if (!one.reference().string("name").equals(OWN)) {
                one.need(
                        "sourceRef",
                        one.reference().string("kind"),
                        one.reference().string("name"),
                        cluster);
            }
            for (ObjectValue on : one.spec().list("dependsOn").objects()) {
                String namespace = on.has("namespace") ? on.string("namespace") : one.object.namespace("");
                if (!on.string("name").equals(OWN)) {
                    one.need("dependsOn", "Kustomization", namespace + "/" + on.string("name"), cluster);
                }
            }
        }
    }

    /** Adds the objects of a Kustomization; returns the Kustomizations among them. */
    private List<Step> built(Step step, FluxCluster cluster) throws IOException, Substitution.BadSubstitution {
        if (!step.contents().missing().isEmpty()) {
            throw new IOException(step.contents().missing() + " is not in the tree");
        }
        String output = step.tree().built(kustomize);
        Substitution substitution = variables.of(step.item(), step.object, step.file, cluster);
        String strategy = step.spec().object("postBuild").string("substituteStrategy");
        boolean isSubstituted = substitution.isWanted() || strategy.equals("Always");
        String name = step.item().text();
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        List<Step> inner = new ArrayList<>();
        Set<String> unknown = new TreeSet<>();
        for (String document : SEPARATOR.split(output)) {
            boolean isStep = document.contains(API + "v");
            String text = !isSubstituted || isDisabled(name, document)
                    ? document
                    : isStep ? substitution.ofKustomization(document) : substitution.of(document);
            List<Manifest> objects =
                    READER.read(name, text.getBytes(StandardCharsets.UTF_8)).manifests();
            if (objects.size() == 1 && isKustomization(objects.get(0))) {
                Step next = new Step(objects.get(0), step.file, step.root);
                if (next.title().equals(step.title())) {
                    // It applies itself, perhaps with a patch.
                    boolean isChanged = !next.spec().json().equals(step.spec().json());
                    if (isChanged && cluster.changed.add(step.title())) {
                        return built(next, cluster);
                    }
                } else {
                    inner.add(next);
                }
            } else if (!document.isBlank()) {
                // Files that are checked have been searched for these.
                objects.stream()
                        .filter(one -> !hasFiles && one.kind().equals("Application"))
                        .flatMap(this::asKustomizations)
                        .map(one -> new Step(one, step.file, step.root))
                        .filter(Step::isWanted)
                        .forEach(inner::add);
                substitution.left().stream().filter(one -> decides(text, one)).forEach(unknown::add);
                cluster.addObjects(objects);
                objects.forEach(one -> addSource(one, step.file));
                boolean hasEqualLines = text.lines().count() == document.lines().count();
                before.append("---\n").append(hasEqualLines ? document : text);
                after.append("---\n").append(text);
            }
        }
        Map<String, byte[]> origins = new LinkedHashMap<>();
        step.contents().files().forEach((file, text) -> origins.put(files.shown(file), text));
        covered.addAll(origins.keySet());
        for (List<Step> inFile : found.values()) {
            for (Step one : inFile) {
                if (one.title().equals(step.title())) {
                    origins.put(files.shown(one.file), SourceFiles.text(one.file));
                    Manifest written = cluster.written(one.object.object().string("kind"), one.object.name());
                    if (written != null) {
                        origins.put(written.file(), SourceFiles.text(files.absolute(Path.of(written.file()))));
                    }
                    followed.add(one.object.file() + ":" + one.object.object().position());
                }
            }
        }
        unknown.forEach(one -> skipUnknown(one, step));
        // Several clusters may have one Kustomization, with the same findings unless one of them changes.
        if (!hasFiles || known.add(step.title() + after)) {
            if (after.length() > 0) {
                texts.put(name, after.toString().getBytes(StandardCharsets.UTF_8));
            }
            byte[] lines = before.toString().getBytes(StandardCharsets.UTF_8);
            String entry = files.name(step.file);
            String namespace = step.spec().object("destination").string("namespace");
            RenderedSources.Applied by = new RenderedSources.Applied(step.title(), step.spec(), entry, namespace);
            sources.add(name, lines, origins, by);
        }
        return inner;
    }

    private void skipUnknown(String variable, Step step) {
        String encrypted = variables.encryptedIn(variable);
        skipped.add(
                encrypted != null
                        ? new Skipped(
                                encrypted,
                                "encrypted by SOPS: the value of ${" + variable + "} is not known",
                                UNKNOWN,
                                true)
                        : Skipped.ofObject(
                                files.shown(step.file),
                                step.title() + ":",
                                "no value of ${" + variable
                                        + "} in the tree; if nothing sets it, Flux writes its default, or nothing",
                                UNKNOWN));
    }

    /** Whether the object of a text has a variable where claims are checked: anywhere in one of the group. */
    private static boolean decides(String text, String variable) {
        String placeholder = "${" + variable;
        boolean isOfGroup = text.lines().anyMatch(line -> line.startsWith("apiVersion: resource.k8s.io/"));
        return text.lines().anyMatch(line -> line.contains(placeholder) && (isOfGroup || Mentions.in(line)));
    }

    private static boolean isDisabled(String name, String document) {
        return document.contains(SUBSTITUTE)
                && READER.read(name, document.getBytes(StandardCharsets.UTF_8)).manifests().stream()
                        .map(one -> one.object().object("metadata"))
                        .anyMatch(one -> one.object("labels").string(SUBSTITUTE).equals("disabled")
                                || one.object("annotations").string(SUBSTITUTE).equals("disabled"));
    }
}
