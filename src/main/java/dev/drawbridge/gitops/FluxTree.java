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
import java.util.Base64;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
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

    private static final String API = "kustomize.toolkit.fluxcd.io/";
    private static final String OWN = "flux-system";
    private static final String NOT_CHECKED = "in Kustomizations of Flux that cannot be built";
    private static final String UNKNOWN = "with unknown variables of Flux";
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

    /** The files with encrypted values, by variable. */
    private final Map<String, String> encrypted = new HashMap<>();

    private final Set<String> known = new HashSet<>();

    private final Map<String, byte[]> earlier;

    /**
     * The names of what the Kustomizations of the base apply, also of those that do not build, and of the objects that
     * they need, each with {@code $} and a variable, and with {@code &} and an object that sets some; null without a
     * base.
     */
    private final @Nullable Set<String> before;

    private final Set<String> names = new HashSet<>();
    private final Map<String, byte[]> texts = new LinkedHashMap<>();
    private final Set<String> covered = new HashSet<>();
    private final Set<String> followed = new HashSet<>();
    private final List<Skipped> skipped = new ArrayList<>();

    /** What is known of a cluster: the files that its Kustomizations may apply, and the objects that they do apply. */
    private record Cluster(
            Map<Path, byte[]> files,
            List<Manifest> objects,
            Map<String, Optional<Manifest>> variables,
            Set<String> seen) {

        static Cluster empty() {
            return new Cluster(new HashMap<>(), new ArrayList<>(), new HashMap<>(), new HashSet<>());
        }
    }

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
                            .noneMatch(one -> one.name().equals(name()));
            this.root = within == null ? files.rootOf(file, spec().string("path")) : within;
            Path path =
                    root.resolve(spec().string("path").replaceFirst("^/+", "")).normalize();
            this.folder = path.startsWith(root) && Files.isDirectory(path) ? path : null;
        }

        private ObjectValue spec() {
            return object.object().object("spec");
        }

        private String name() {
            String namespace = object.namespace("");
            return (namespace.isEmpty() ? "" : namespace + "/") + object.name();
        }

        private String title() {
            return object.object().string("kind") + " " + name();
        }

        private boolean isOfFlux() {
            return object.object().string("kind").equals("Kustomization");
        }

        private boolean wasBuilt() {
            return earlier.containsKey(textName(file));
        }

        /** Whether it is of Flux, or an Application that kustomize builds, or did. */
        private boolean isWanted() {
            return isOfFlux() || (folder == null ? wasBuilt() : !Files.exists(folder.resolve("Chart.yaml")));
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

        /** The kind and the name of its source. */
        private String source() {
            ObjectValue reference = spec().object("sourceRef");
            return reference.string("kind") + " " + reference.string("name");
        }

        /** The source if it is outside of the tree; empty if it is the tree itself. */
        private String outside() {
            String name = source();
            Manifest source = sourceObjects.get(name);
            boolean isGit = name.startsWith("GitRepository ");
            boolean isOwn = name.endsWith(" " + OWN)
                    || name.endsWith(" ")
                    || (source == null
                            ? isGit || folder != null && !folder.equals(root)
                            : isGit && isThisRepository(source));
            return isOwn ? "" : name;
        }

        /** Whether its path is known, and its source is this tree, as it was in the base or as an object says. */
        private boolean isSurelyHere() {
            Manifest source = sourceObjects.get(source());
            ObjectValue ref = source == null
                    ? ObjectValue.EMPTY
                    : source.object().object("spec").object("ref");
            boolean isKnown = source != null || source().endsWith(" " + OWN);
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
                            || earlier.containsKey(one.textName(file))
                            || !one.outside().isEmpty()
                            || Mentions.in(one.spec().json())
                            || one.contents().files().values().stream()
                                    .anyMatch(text -> Mentions.in(text) || !hasFiles && leadsOn(text)));
        }

        /** The name of what it applies, in the file of the outermost Kustomization. */
        private String textName(Path file) {
            return files.shown(file) + ": " + title() + "/flux";
        }

        private void skip(String reason) {
            keep();
            skipped.add(Skipped.ofObject(files.shown(file), title() + ":", "not checked: " + reason, NOT_CHECKED));
        }

        /** Keeps what it and the Kustomizations in its files applied: what is not known is as it was. */
        private void keep() {
            for (Step one : reached()) {
                String name = one.textName(file);
                Stream.ofNullable(earlier.get(name)).forEach(text -> texts.put(name, text));
            }
        }

        /** Adds an error, unless the base has it and does not build, or something outside of the tree decides. */
        private void fail(String reason, Cluster cluster) {
            boolean isNew = before != null && !before.contains(textName(file));
            if (contents().isOpen() || !wasBuilt() && !isNew) {
                skip(reason);
            } else {
                // It keeps what it applied, which may apply more.
                earlier.forEach((name, text) -> {
                    if (name.startsWith(files.shown(file) + ": ")) {
                        texts.putIfAbsent(name, text);
                    }
                });
                report("path", (wasBuilt() ? "no longer builds: " : "does not build: ") + reason, cluster);
            }
        }

        private void report(String field, String text, Cluster cluster) {
            Manifest written = written(object.object().string("kind"), object.name(), cluster);
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
        private void need(String field, String needed, Cluster cluster) {
            String end = ": " + needed + "/flux";
            String name = files.shown(file) + end;
            if (before != null
                    && before.contains(name)
                    && !needed.endsWith(OWN)
                    && names.stream()
                            .noneMatch(one -> one.endsWith(end) && (one.equals(name) || !before.contains(one)))) {
                report(field, "is no longer applied: it needs " + needed + ", which this change deletes", cluster);
            }
        }
    }

    /**
     * A tree.
     *
     * @param from the folder from which files have their names
     * @param folders the folders that are checked
     * @param sources receives the files from which texts are made
     * @param earlier what was applied in the base
     * @param before {@link #names()} of the base; null without a base
     */
    public FluxTree(
            Path from,
            List<Path> folders,
            KustomizeFolder.Kustomize kustomize,
            RenderedSources sources,
            Map<String, byte[]> earlier,
            @Nullable Set<String> before) {
        this.earlier = earlier;
        this.before = before;
        this.files = new SourceFiles(from, folders);
        this.kustomize = kustomize;
        this.sources = sources;
        this.hasFiles = !folders.isEmpty();
    }

    /** The names of what its Kustomizations apply, also of those that do not build, with what sets their variables. */
    public Set<String> names() {
        return names;
    }

    /** The files that are checked. */
    public SourceFiles files() {
        return files;
    }

    /**
     * What the Kustomizations among these objects apply.
     *
     * @param objects Kustomizations and sources of Flux
     * @param checked the files that are checked
     */
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

    /** Whether a text may have a Kustomization or an Application. */
    private static boolean leadsOn(byte[] text) {
        String content = new String(text, StandardCharsets.UTF_8);
        return content.contains(API + "v") || content.contains("kind: Application");
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
                            .add("path", new StringValue(source.string("path"), null));
                    for (String field : List.of("syncPolicy", "destination")) {
                        spec.add(field, manifest.object().object("spec").object(field));
                    }
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
            names.add(files.shown(file) + ": " + source.kind() + " " + source.name() + "/flux");
        }
    }

    private void follow(Deque<Step> open) {
        Map<Path, Cluster> clusters = new HashMap<>();
        List<Step> all = new ArrayList<>();
        while (!open.isEmpty()) {
            Step step = open.pop();
            Cluster cluster = clusters.computeIfAbsent(step.file, none -> Cluster.empty());
            names.add(step.textName(step.file));
            all.add(step);
            cluster.files.putAll(step.contents().files());
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
            } else if (step.isRelevant() && isWaiting(step, cluster) && !open.isEmpty()) {
                open.add(step);
            } else if (step.isRelevant() && cluster.seen.add(step.name())) {
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
            Cluster cluster = clusters.getOrDefault(one.file, Cluster.empty());
            one.need("sourceRef", one.source(), cluster);
            for (ObjectValue on : one.spec().list("dependsOn").objects()) {
                String namespace = on.has("namespace") ? on.string("namespace") : one.object.namespace("");
                one.need("dependsOn", "Kustomization " + namespace + "/" + on.string("name"), cluster);
            }
        }
    }

    /** Adds the objects of a Kustomization; returns the Kustomizations among them. */
    private List<Step> built(Step step, Cluster cluster) throws IOException, Substitution.BadSubstitution {
        if (!step.contents().missing().isEmpty()) {
            throw new IOException(step.contents().missing() + " is not in the tree");
        }
        String output = step.tree().built(kustomize);
        Substitution variables = variables(step, cluster);
        String strategy = step.spec().object("postBuild").string("substituteStrategy");
        boolean isSubstituted = variables.isWanted() || strategy.equals("Always");
        String name = step.textName(step.file);
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        List<Step> inner = new ArrayList<>();
        Set<String> unknown = new TreeSet<>();
        for (String document : SEPARATOR.split(output)) {
            boolean isStep = document.contains(API + "v");
            String text = !isSubstituted || isDisabled(name, document)
                    ? document
                    : isStep ? variables.ofKustomization(document) : variables.of(document);
            List<Manifest> objects =
                    READER.read(name, text.getBytes(StandardCharsets.UTF_8)).manifests();
            if (objects.size() == 1 && isKustomization(objects.get(0))) {
                Step next = new Step(objects.get(0), step.file, step.root);
                if (next.name().equals(step.name())) {
                    // It applies itself, perhaps with a patch.
                    boolean isChanged = !next.spec().json().equals(step.spec().json());
                    if (isChanged && cluster.seen.add(step.name() + " as it applies itself")) {
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
                variables.left().stream().filter(one -> decides(text, one)).forEach(unknown::add);
                cluster.objects.addAll(objects);
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
                if (one.name().equals(step.name())) {
                    origins.put(files.shown(one.file), SourceFiles.text(one.file));
                    Manifest written = written("Kustomization", one.object.name(), cluster);
                    if (written != null) {
                        origins.put(written.file(), SourceFiles.text(files.absolute(Path.of(written.file()))));
                    }
                    followed.add(one.object.file() + ":" + one.object.object().position());
                }
            }
        }
        unknown.forEach(one -> skipped.add(
                encrypted.containsKey(one)
                        ? new Skipped(
                                encrypted.get(one),
                                "encrypted by SOPS: the value of ${" + one + "} is not known",
                                UNKNOWN,
                                true)
                        : Skipped.ofObject(
                                files.shown(step.file),
                                step.title() + ":",
                                "no value of ${" + one
                                        + "} in the tree; if nothing sets it, Flux writes its default, or nothing",
                                UNKNOWN)));
        // Several clusters may have one Kustomization, with the same findings unless one of them changes.
        if (after.length() > 0 && (!hasFiles || known.add(step.name() + after))) {
            texts.put(name, after.toString().getBytes(StandardCharsets.UTF_8));
            byte[] lines = before.toString().getBytes(StandardCharsets.UTF_8);
            String entry = files.name(step.file);
            sources.add(name, lines, origins, new RenderedSources.Applied(step.title(), step.spec(), entry));
        }
        return inner;
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

    /** Whether something with this name in it, such as an ExternalSecret, a generator or a release, may make it. */
    private static boolean mayBeMade(String name, Cluster cluster) {
        Pattern named = Pattern.compile("(?<![\\w-])" + Pattern.quote(name) + "(?![\\w-])");
        return cluster.files.values().stream()
                .anyMatch(text -> !leadsOn(text)
                        && named.matcher(new String(text, StandardCharsets.UTF_8))
                                .find());
    }

    /** Whether something that is applied later may have the variables; only once. */
    private boolean isWaiting(Step step, Cluster cluster) {
        boolean isWaiting = step.spec().object("postBuild").list("substituteFrom").objects().stream()
                        .anyMatch(one -> object(one.string("kind"), one.string("name"), step, cluster) == null)
                && cluster.seen.add(step.name() + " waits");
        cluster.variables.values().removeIf(one -> isWaiting && one.isEmpty());
        return isWaiting;
    }

    /** The variables; those that the base sets and the head does not are empty, as Flux writes them. */
    private Substitution variables(Step step, Cluster cluster) throws IOException {
        String ofStep = step.textName(step.file);
        Map<String, @Nullable String> values = new HashMap<>();
        boolean isOpen = false;
        ObjectValue postBuild = step.spec().object("postBuild");
        for (ObjectValue reference : postBuild.list("substituteFrom").objects()) {
            String kind = reference.string("kind");
            String name = reference.string("name");
            Manifest object = object(kind, name, step, cluster);
            String from = ofStep + "&" + kind + " " + name;
            boolean isLost = object == null && before != null && before.contains(from) && !mayBeMade(name, cluster);
            if (isLost && !reference.isTrue("optional")) {
                throw new IOException(kind + " " + name + " of substituteFrom is no longer in the tree");
            }
            isOpen |= object == null && !isLost;
            ObjectValue content = object == null ? ObjectValue.EMPTY : object.object();
            if (content.has("sops")) {
                Manifest written = written(kind, name, cluster);
                String file = written == null ? files.shown(step.file) : written.file();
                for (ObjectValue data : List.of(content.object("data"), content.object("stringData"))) {
                    data.forEach((key, value) -> encrypted.put(key, file));
                }
            }
            if (object != null) {
                names.add(from);
                addData(object, values);
            }
        }
        add(postBuild.object("substitute"), false, values);
        values.replaceAll((key, value) -> value == null || value.contains("${") ? null : value.replace("\n", ""));
        values.keySet().forEach(one -> names.add(ofStep + "$" + one));
        (before == null || isOpen ? Set.<String>of() : before)
                .stream()
                        .filter(one -> one.startsWith(ofStep + "$") && !names.contains(one))
                        .forEach(one -> values.put(one.substring(ofStep.length() + 1), ""));
        return new Substitution(values, isOpen);
    }

    /** An object in its file, of those that are applied or else checked; null if none has it. */
    private @Nullable Manifest written(String kind, String name, Cluster cluster) {
        return Stream.concat(cluster.files.keySet().stream(), files.all().stream())
                .flatMap(file -> SourceFiles.objects(files.shown(file), SourceFiles.text(file), name).stream())
                .filter(one -> one.kind().equals(kind) && one.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Adds the data of a ConfigMap or Secret; null for a value that is encrypted or malformed. */
    public static void addData(Manifest object, Map<String, @Nullable String> values) {
        add(object.object().object("data"), object.kind().equals("Secret"), values);
        add(object.object().object("stringData"), false, values);
    }

    private static void add(ObjectValue data, boolean isEncoded, Map<String, @Nullable String> values) {
        for (int i = 0; i < data.size(); i++) {
            String value = data.string(data.key(i));
            try {
                boolean isDecoded = isEncoded && !value.startsWith("ENC[");
                value = isDecoded ? new String(Base64.getMimeDecoder().decode(value), StandardCharsets.UTF_8) : value;
                values.put(data.key(i), value.startsWith("ENC[") ? null : value);
            } catch (IllegalArgumentException notEncoded) {
                values.put(data.key(i), null);
            }
        }
    }

    /**
     * A ConfigMap or Secret of the Kustomization's namespace: as it is applied, in a file that is applied, or else in
     * the file that is nearest to the outermost Kustomization, which an operator of Flux may apply.
     */
    private @Nullable Manifest object(String kind, String name, Step step, Cluster cluster) {
        String namespace = step.object.namespace("");
        Predicate<Manifest> isWanted = one -> one.kind().equals(kind)
                && one.name().equals(name)
                && (namespace.isEmpty() || one.namespace(namespace).equals(namespace));
        return cluster.variables
                .computeIfAbsent(kind + " " + namespace + "/" + name, none -> {
                    List<Manifest> all = new ArrayList<>(cluster.objects);
                    cluster.files.forEach(
                            (file, text) -> all.addAll(SourceFiles.objects(files.shown(file), text, name)));
                    return all.stream()
                            .filter(isWanted)
                            .findFirst()
                            .or(() -> Optional.ofNullable(files.nearest(isWanted, name, step.file)));
                })
                .orElse(null);
    }
}
