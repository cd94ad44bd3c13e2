package dev.drawbridge.gitops;

import dev.drawbridge.check.ArgoDirectory;
import dev.drawbridge.check.Content;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.ManifestFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A folder that kustomize builds for Flux. It gets a kustomization of all its manifests if it has none. For Argo CD it
 * may be a directory, whose files are applied as they are.
 *
 * <p>Source: {@code github.com/fluxcd/pkg/kustomize}, kustomize_generator.go, and the defaults of {@code sourceignore}.
 *
 * @param added the spec of a Flux Kustomization, with what it adds; empty if there is none
 */
public record KustomizeFolder(Path root, Path folder, ObjectValue added) {

    // @formatter:off
    private static final Set<String> IGNORED = Set.of(
        ".git", ".github", ".circleci", ".travis.yml", ".gitlab-ci.yml", "appveyor.yml", ".drone.yml",
        "cloudbuild.yaml", "codeship-services.yml", "codeship-steps.yml", ".goreleaser.yml", ".sops.yaml",
        ".flux.yaml");
    // @formatter:on

    private static final String COMPONENTS = "components";
    static final String DIRECTORY = "directory";

    /** With this comment, Argo CD leaves a file of a directory out. */
    private static final String SKIPPING = "+argocd:skip-file-rendering";

    /** Runs {@code kustomize build}, with files from anywhere in the tree. */
    @FunctionalInterface
    public interface Kustomize {

        /** The manifests of a folder. */
        byte[] build(Path folder) throws IOException;
    }

    /**
     * The files that kustomize combines.
     *
     * @param missing the first path that is not in the tree, or why a file cannot be read; empty if there is neither
     * @param place where the kustomization of the folder names this path; null if another file does
     * @param isOpen whether something that is not in the tree, or a program, decides what is combined
     */
    public record Contents(
            Map<Path, byte[]> files,
            String missing,
            @Nullable Position place,
            boolean isOpen) {

        static final Contents NONE = new Contents(Map.of(), "", null, false);
    }

    /** Whether Helm renders a folder for a source of Argo CD: a kustomization in it comes before a chart. */
    public static boolean isChart(ObjectValue source, Path folder) {
        return Files.isRegularFile(folder.resolve("Chart.yaml"))
                && !new ArgoDirectory(source).isExplicit()
                && (source.has("helm") || !source.has("kustomize") && !hasKustomization(folder));
    }

    /** The directory that Argo CD applies as it is; null if kustomize builds the folder. */
    private @Nullable ArgoDirectory directory() {
        ArgoDirectory directory = new ArgoDirectory(added);
        boolean isPlain = added.has(DIRECTORY) && !added.has("kustomize") && !hasKustomization(folder);
        return isPlain || directory.isExplicit() ? directory : null;
    }

    /** The files of a directory that may have objects. */
    private Map<Path, byte[]> plain(ArgoDirectory directory) throws IOException {
        Map<Path, byte[]> texts = new LinkedHashMap<>();
        try (Stream<Path> files = Files.walk(folder, directory.isDeep() ? Integer.MAX_VALUE : 1)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = ManifestFiles.name(folder.relativize(file));
                byte[] text = directory.has(name) ? ReadLimits.DEFAULT.text(file) : new byte[0];
                String content = new String(text, StandardCharsets.UTF_8);
                if (text.length > 0 && !file.toRealPath().startsWith(root.toRealPath())) {
                    throw new IOException("the target of " + name);
                } else if (name.endsWith(".jsonnet") && text.length > 0) {
                    throw new IOException("the output of " + name);
                } else if (content.contains("apiVersion") && content.contains("kind") && !content.contains(SKIPPING)) {
                    texts.put(file, text);
                }
            }
        }
        return texts;
    }

    /** The files that kustomize combines; a file that cannot be read leaves the others out. */
    public Contents contents() {
        Map<Path, byte[]> texts = new LinkedHashMap<>();
        Kustomizations kustomizations = new Kustomizations();
        Deque<Path> open = new ArrayDeque<>(List.of(folder));
        components().forEach(one -> open.add(folder.resolve(one).normalize()));
        String missing = "";
        Position place = null;
        try {
            ArgoDirectory directory = directory();
            if (directory != null) {
                return new Contents(plain(directory), "", null, false);
            }
            while (!open.isEmpty()) {
                Path path = open.pop();
                String name = ManifestFiles.name(path);
                if (Files.isDirectory(path)) {
                    List<Path> inner = kustomizations(path);
                    open.addAll(inner.isEmpty() && path.equals(folder) ? manifests() : inner);
                } else if (!Files.isRegularFile(path)) {
                    if (missing.isEmpty()) {
                        missing = url(ManifestFiles.name(folder.relativize(path)));
                        place = kustomizations(folder).stream()
                                .map(one -> kustomizations
                                        .at(ManifestFiles.name(one))
                                        .local(name))
                                .filter(Objects::nonNull)
                                .findFirst()
                                .map(StringValue::position)
                                .orElse(null);
                    }
                } else if (texts.put(path, ReadLimits.DEFAULT.text(path)) == null
                        && Kustomizations.isKustomization(name)) {
                    kustomizations.add(name, texts.get(path));
                    kustomizations.at(name).patches().keySet().forEach(one -> open.add(Path.of(one)));
                    kustomizations.at(name).resources().forEach(one -> open.add(Path.of(one)));
                }
            }
            return new Contents(texts, missing, place, isOpen(kustomizations));
        } catch (IOException unreadable) {
            return new Contents(texts, FileProblem.of(unreadable), null, true);
        }
    }

    private boolean isOpen(Kustomizations kustomizations) throws IOException {
        IgnoredFiles ignored = new IgnoredFiles(rules -> {
            Path file = root.resolve(rules);
            return Files.isRegularFile(file) ? () -> ReadLimits.DEFAULT.text(file) : Content.NONE;
        });
        boolean isOpen = false;
        for (String one : kustomizations.kustomizations()) {
            isOpen |=
                    kustomizations.at(one).isAdding() || kustomizations.at(one).isRemote();
            for (String file : kustomizations.at(one).entries().keySet()) {
                isOpen |= !Files.exists(Path.of(file)) && ignored.has(root.relativize(Path.of(file)));
            }
        }
        return isOpen;
    }

    /** A path that lost a slash if it is the address of something remote. */
    private static String url(String path) {
        return path.replaceFirst("(?<=[a-z]):/", "://");
    }

    public static boolean hasKustomization(Path folder) {
        return !kustomizations(folder).isEmpty();
    }

    /** The kustomization of a folder; empty if it has none. */
    public static List<Path> kustomizations(Path folder) {
        return Kustomizations.NAMES.stream()
                .map(folder::resolve)
                .filter(Files::isRegularFile)
                .limit(1)
                .toList();
    }

    private List<String> components() {
        return added.list(COMPONENTS).texts().stream()
                .filter(one -> !added.isTrue("ignoreMissingComponents") || Files.exists(folder.resolve(one)))
                .toList();
    }

    /** The manifests of a folder without a kustomization, and the folders in it that have one. */
    private List<Path> manifests() throws IOException {
        List<Path> manifests = new ArrayList<>();
        addManifests(folder, ignored(), manifests);
        return manifests.stream().sorted().toList();
    }

    private static void addManifests(Path from, Predicate<Path> isIgnored, List<Path> manifests) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path one : entries.filter(isIgnored.negate()).toList()) {
                boolean isFolder = Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS);
                if (isFolder && kustomizations(one).isEmpty()) {
                    addManifests(one, isIgnored, manifests);
                } else if (isFolder || one.toString().matches("(?s).*\\.ya?ml")) {
                    manifests.add(one);
                }
            }
        }
    }

    /** The files that the source leaves out; a {@code .sourceignore} that takes some back is not applied. */
    private Predicate<Path> ignored() throws IOException {
        Path file = root.resolve(".sourceignore");
        List<String> patterns = Files.isRegularFile(file)
                ? Files.readAllLines(file).stream()
                        .map(String::strip)
                        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                        .toList()
                : List.of();
        ManifestFiles kept =
                new ManifestFiles(patterns.stream().anyMatch(one -> one.startsWith("!")) ? List.of() : patterns);
        return path -> IGNORED.contains(path.getFileName().toString()) || kept.isIgnored(root.relativize(path));
    }

    /** The output of kustomize for the folder, with what Flux adds. */
    public String built(Kustomize kustomize) throws IOException {
        ArgoDirectory directory = directory();
        if (directory != null) {
            return plain(directory).values().stream()
                    .map(text -> "---\n" + new String(text, StandardCharsets.UTF_8) + "\n")
                    .collect(Collectors.joining());
        }
        List<Path> own = kustomizations(folder);
        ObjectValue kustomization = own.isEmpty() ? generated() : read(own.get(0));
        ObjectValue merged = merged(kustomization);
        if (!own.isEmpty() && merged.json().equals(kustomization.json())) {
            return new String(kustomize.build(folder), StandardCharsets.UTF_8);
        }
        try (TemporaryFolder temporary = TemporaryFolder.create()) {
            Path copy = mirror(temporary.path());
            Files.writeString(copy.resolve("kustomization.yaml"), merged.json());
            try {
                return new String(kustomize.build(copy), StandardCharsets.UTF_8);
            } catch (IOException failed) {
                String message = String.valueOf(failed.getMessage());
                throw new IOException(message.replace(temporary.path().toString(), root.toString()), failed);
            }
        }
    }

    private ObjectValue generated() throws IOException {
        List<String> paths = manifests().stream()
                .map(one -> ManifestFiles.name(folder.relativize(one)))
                .toList();
        return ObjectValue.EMPTY.with("resources", ListValue.ofTexts(paths));
    }

    private static ObjectValue read(Path kustomization) throws IOException {
        List<ReadResult> all = new YamlReader(ReadLimits.DEFAULT).read(ReadLimits.DEFAULT.text(kustomization));
        if (all.size() == 1 && all.get(0).value() instanceof ObjectValue object) {
            return object;
        }
        throw new IOException(kustomization.getFileName() + " is not one object");
    }

    private ObjectValue merged(ObjectValue kustomization) {
        Map<String, Value> fields = new LinkedHashMap<>();
        Map.of("targetNamespace", "namespace", "namePrefix", "namePrefix", "nameSuffix", "nameSuffix")
                .forEach((from, to) -> {
                    if (added.has(from)) {
                        fields.put(to, string(added.string(from)));
                    }
                });
        List<Value> components = ListValue.ofTexts(components()).items();
        List<Value> patches = new ArrayList<>();
        added.list("patchesStrategicMerge").objects().forEach(one -> patches.add(patch(ObjectValue.EMPTY, one)));
        patches.addAll(added.list("patches").objects());
        added.list("patchesJson6902").objects().forEach(one -> patches.add(patch(one, one.get("patch"))));
        ObjectValue labels = added.object("commonMetadata").object("labels");
        List<Value> pairs = labels.size() == 0 ? List.of() : List.of(ObjectValue.EMPTY.with("pairs", labels));
        Map<String, List<Value>> lists = Map.of(COMPONENTS, components, "patches", patches, "labels", pairs);
        lists.forEach((field, more) -> {
            if (!more.isEmpty()) {
                fields.put(field, kustomization.list(field).with(more));
            }
        });
        if (added.list("images").size() > 0) {
            fields.put("images", images(kustomization.list("images")));
        }
        return with(kustomization, fields);
    }

    private static ObjectValue patch(ObjectValue holder, @Nullable Value patch) {
        return patch == null ? holder : holder.with("patch", string(patch.json()));
    }

    /** The images with those of the Flux Kustomization, which win over others of the same name. */
    private ListValue images(ListValue own) {
        Map<String, ObjectValue> images = new LinkedHashMap<>();
        own.objects().forEach(one -> images.put(one.string("name"), one));
        for (ObjectValue one : added.list("images").objects()) {
            boolean isVersion = one.has("newTag") || one.has("digest");
            Map<String, Value> fields = new LinkedHashMap<>();
            Stream.of("name", "newName", "newTag", "digest")
                    .filter(field -> one.has(field) || isVersion && !field.endsWith("ame"))
                    .forEach(field -> fields.put(field, string(one.string(field))));
            images.merge(one.string("name"), with(one, fields), (before, after) -> with(before, fields));
        }
        return ListValue.of(images.values());
    }

    private static StringValue string(String text) {
        return new StringValue(text, null);
    }

    private static ObjectValue with(ObjectValue object, Map<String, Value> fields) {
        ObjectValue.Builder all = ObjectValue.at(null).addAll(object.only(key -> !fields.containsKey(key)));
        fields.forEach(all::add);
        return all.build();
    }

    /** The folder without its kustomization in a copy of the tree whose other files and folders are links. */
    private Path mirror(Path copy) throws IOException {
        Path from = root;
        Path to = copy;
        for (Path part : root.relativize(folder)) {
            String name = part.toString();
            if (!name.isEmpty()) {
                link(from, to, Set.of(name));
                from = from.resolve(name);
                to = Files.createDirectory(to.resolve(name));
            }
        }
        link(from, to, Set.copyOf(Kustomizations.NAMES));
        return to;
    }

    private static void link(Path from, Path to, Set<String> left) throws IOException {
        try (Stream<Path> entries = Files.list(from)) {
            for (Path entry : entries.toList()) {
                String name = entry.getFileName().toString();
                if (!left.contains(name)) {
                    Files.createSymbolicLink(to.resolve(name), entry);
                }
            }
        }
    }
}
