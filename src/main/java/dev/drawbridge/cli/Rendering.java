package dev.drawbridge.cli;

import dev.drawbridge.check.AppliedObjects;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.check.Trees;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.gitops.FluxInventory;
import dev.drawbridge.gitops.FluxTree;
import dev.drawbridge.gitops.GitTrees;
import dev.drawbridge.gitops.KustomizeFolder;
import dev.drawbridge.gitops.RenderedTrees;
import dev.drawbridge.gitops.TemporaryFolder;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.schema.KubernetesRelease;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The options {@code --kustomize} and {@code --helm}: manifests that a program on the PATH renders. They are known by
 * the name that findings have: the overlay, or the template.
 *
 * @param overlays folders with a kustomization
 * @param charts folders of charts
 * @param folders folders with the charts of releases
 */
record Rendering(List<String> overlays, List<String> charts, List<String> folders, Helm helm) {

    private static final String NOT_BUILT = "in bases that do not build";

    /** Rendered manifests by their names, what was left out, the files that were rendered, and why overlays failed. */
    record Rendered(
            Map<String, byte[]> texts,
            List<Skipped> skipped,
            RenderedSources sources,
            FluxInventory inventory,
            Map<String, InputException> failed) {}

    /** The options; charts are rendered for the newest of the releases. */
    static Rendering of(Arguments arguments, List<KubernetesRelease> releases) {
        return new Rendering(
                ManifestFiles.distinct(arguments.texts("kustomize")),
                ManifestFiles.distinct(arguments.texts("helm")),
                arguments.texts("charts"),
                Helm.of(arguments, releases));
    }

    /** The files and folders that are rendered, and the files of values. */
    List<Path> sources() {
        return Stream.of(overlays, charts, folders, helm.values())
                .flatMap(List::stream)
                .map(Path::of)
                .toList();
    }

    boolean isWanted() {
        return !overlays.isEmpty() || !charts.isEmpty();
    }

    Rendered manifests() {
        Rendered rendered = manifests(Path.of(""), Path::of, path -> true);
        for (InputException failed : rendered.failed.values()) {
            throw failed;
        }
        return rendered;
    }

    /**
     * The rendered manifests of a repository's base and head. An overlay or chart that only one of them has is rendered
     * only there.
     *
     * @param revision the name of the base
     * @param withFiles whether the files of the trees count as well
     */
    Trees trees(GitTrees trees, String revision, boolean withFiles) throws IOException {
        try (TemporaryFolder base = TemporaryFolder.create();
                TemporaryFolder head = TemporaryFolder.create()) {
            for (String path : Stream.of(overlays, charts).flatMap(List::stream).toList()) {
                if (trees.fromFolder(path).isAbsolute()) {
                    throw new InputException(path + ": not in the repository, so there is no base to compare it with");
                }
            }
            Path now = trees.headIn(head.path());
            Path then = trees.baseIn(base.path());
            Rendered before = present(trees, then, now, null);
            Rendered after;
            try {
                after = present(trees, now, then, before);
            } catch (InputException failed) {
                throw new InputException(String.valueOf(failed.getMessage()).replace(head.path() + "/", ""), failed);
            }
            if (before.texts().isEmpty()
                    && after.texts().isEmpty()
                    && after.sources().failures().isEmpty()) {
                throw new InputException("neither base nor head has the directories of --kustomize and --helm");
            }
            after.sources().compareWith(before.sources());
            // The change may repair it.
            String reason = "the base does not build; all objects are checked as new";
            List<Skipped> skipped = Stream.concat(
                            before.failed().keySet().stream()
                                    .map(overlay -> new Skipped(overlay, reason, NOT_BUILT, true, true)),
                            after.skipped().stream().map(one -> one.since(before.skipped())))
                    .toList();
            return new RenderedTrees(
                    revision, before.texts(), after.texts(), skipped, after.sources(), trees, withFiles);
        }
    }

    /**
     * What one of two revisions has; a folder whose kustomization only the other has is not rendered. Nothing is
     * earlier than the base: null.
     */
    private Rendered present(GitTrees trees, Path from, Path other, @Nullable Rendered earlier) {
        Rendered rendered = manifests(
                from,
                trees::fromFolder,
                path -> Files.exists(from.resolve(path))
                        && (KustomizeFolder.hasKustomization(from.resolve(path))
                                || !KustomizeFolder.hasKustomization(other.resolve(path))));
        if (earlier != null) {
            Path root = from.toAbsolutePath().normalize();
            rendered.failed.keySet().forEach(one -> fail(one, rendered, earlier, trees.fromFolder(one), root));
        }
        List<Manifest> flux = new ArrayList<>();
        List<Path> files = new ArrayList<>();
        rendered.texts.forEach((name, text) -> {
            // As if they were in the kustomization, which leads to the other files of its cluster.
            String place = entry(name, trees::fromFolder);
            flux.addAll(FluxTree.objects(place, text));
            rendered.sources.texts(name).keySet().forEach(file -> files.add(Path.of(file)));
        });
        FluxTree tree = new FluxTree(
                from,
                List.of(),
                ExternalTool::kustomize,
                rendered.sources,
                earlier == null ? Map.of() : earlier.texts,
                earlier == null ? null : earlier.inventory);
        tree.files().at(trees.url());
        List<Path> withCharts = folders.stream()
                .map(folder -> from.resolve(trees.fromFolder(folder)))
                .toList();
        AppliedObjects applied = new ChartReleases(
                        from, helm, withCharts, tree, rendered.sources, earlier == null ? Map.of() : earlier.texts)
                .added(tree.applied(flux, files), flux);
        rendered.inventory.addAll(tree.inventory());
        rendered.texts.putAll(applied.texts());
        rendered.skipped.addAll(applied.skipped());
        return rendered;
    }

    /**
     * Adds an error for an overlay that the base builds, or does not have; what it applied is kept. Fails if the base
     * does not build it either, or something outside of the tree decides.
     */
    private static void fail(String overlay, Rendered head, Rendered base, Path located, Path root) {
        InputException failed = Objects.requireNonNull(head.failed.get(overlay));
        byte[] was = base.texts.get(Kustomizations.rendered(overlay));
        Path folder = root.resolve(located).normalize();
        KustomizeFolder.Contents contents = new KustomizeFolder(root, folder, ObjectValue.EMPTY).contents();
        String missing = contents.missing();
        if (base.failed.containsKey(overlay) || contents.isOpen() || !(failed.getCause() instanceof IOException)) {
            throw failed;
        }
        if (was != null) {
            head.texts.put(Kustomizations.rendered(overlay), was);
        }
        String file = ManifestFiles.name(root.relativize(
                KustomizeFolder.kustomizations(folder).stream().findFirst().orElse(folder)));
        String text = overlay
                + (was == null ? " does not build: " : " no longer builds: ")
                + (missing.isEmpty() ? String.valueOf(failed.getCause().getMessage()) : missing + " is not in the tree")
                        .replace(root + "/", "");
        head.sources.add(Finding.ofFile(Severity.ERROR, file, contents.place(), Origin.KUSTOMIZE_FAILS, text, null));
    }

    /** The manifests, rendered by programs that start in a folder, of the overlays and charts that are present. */
    private Rendered manifests(Path from, Function<String, Path> located, Predicate<Path> isPresent) {
        Rendered to = new Rendered(
                new LinkedHashMap<>(),
                new ArrayList<>(),
                new RenderedSources(),
                new FluxInventory(),
                new LinkedHashMap<>());
        Map<String, byte[]> manifests = new LinkedHashMap<>();
        Map<String, Map<String, byte[]>> files = new HashMap<>();
        for (String overlay : overlays) {
            Path folder = located.apply(overlay);
            try {
                if (isPresent.test(folder)) {
                    add(manifests, Kustomizations.rendered(overlay), built(folder, from));
                    files.put(Kustomizations.rendered(overlay), resources(folder, from));
                }
            } catch (InputException failed) {
                to.failed.put(overlay, failed);
            }
        }
        for (String chart : charts) {
            Path folder = located.apply(chart);
            if (isPresent.test(folder)) {
                helm.templates(chart, folder, from, located, to.skipped::add).forEach((name, text) -> {
                    add(manifests, name, text);
                    files.computeIfAbsent(name, none -> new LinkedHashMap<>()).putAll(Helm.source(name, folder, from));
                });
            }
        }
        manifests.forEach((name, text) -> {
            RenderedSources.Applied by = new RenderedSources.Applied("", ObjectValue.EMPTY, entry(name, located), "");
            to.sources.add(name, text, files.getOrDefault(name, Map.of()), by);
        });
        to.texts.putAll(manifests);
        return to;
    }

    /** The kustomization of an overlay, whether it has this name or another; for a template its name. */
    private static String entry(String name, Function<String, Path> located) {
        return Kustomizations.isRendered(name)
                ? ManifestFiles.name(located.apply(Kustomizations.folder(name))
                        .resolve(Kustomizations.NAMES.get(0))
                        .normalize())
                : name;
    }

    /** The kustomization in a folder, and the files that it combines; none if it has no kustomization. */
    private static Map<String, byte[]> resources(Path folder, Path from) {
        Map<String, byte[]> resources = new LinkedHashMap<>();
        Path here = from.toAbsolutePath().normalize();
        texts(here.resolve(folder).normalize())
                .forEach((file, text) ->
                        resources.put(ManifestFiles.name(folder.isAbsolute() ? file : here.relativize(file)), text));
        return resources;
    }

    /** Two charts may have templates of one name: all of them count. */
    private static void add(Map<String, byte[]> manifests, String name, byte[] text) {
        manifests.merge(
                name,
                text,
                (one, other) -> (new String(one, StandardCharsets.UTF_8) + "\n---\n"
                                + new String(other, StandardCharsets.UTF_8))
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** What Kustomizations of Flux apply; files have their names from a folder. */
    AppliedObjects applied(
            Path from, List<Manifest> objects, List<Path> files, List<String> paths, RenderedSources sources) {
        FluxTree tree = new FluxTree(
                from, paths.stream().map(Path::of).toList(), ExternalTool::kustomize, sources, Map.of(), null);
        List<Path> withCharts = folders.stream().map(Path::of).toList();
        return new ChartReleases(from, helm, withCharts, tree, sources, Map.of())
                .added(tree.applied(objects, files), objects);
    }

    private static Map<Path, byte[]> texts(Path folder) {
        return new KustomizeFolder(folder, folder, ObjectValue.EMPTY).contents().files();
    }

    /** The output for a folder, which gets a kustomization as for Flux if it has none. */
    private static byte[] built(Path folder, Path from) {
        Path absolute = from.resolve(folder).toAbsolutePath().normalize();
        // Only a folder with manifests and no kustomization gets one, as Flux and Argo CD apply it.
        if (!Files.isDirectory(absolute)
                || KustomizeFolder.hasKustomization(absolute)
                || texts(absolute).isEmpty()) {
            return ExternalTool.kustomize(folder, from);
        }
        try {
            return new KustomizeFolder(absolute, absolute, ObjectValue.EMPTY)
                    .built(ExternalTool::kustomize)
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new InputException(folder + ": " + FileProblem.of(e), e);
        }
    }
}
