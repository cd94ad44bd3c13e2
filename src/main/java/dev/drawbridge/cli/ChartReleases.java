package dev.drawbridge.cli;

import dev.drawbridge.check.AppliedObjects;
import dev.drawbridge.check.RenderedSources;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Severity;
import dev.drawbridge.gitops.FluxTree;
import dev.drawbridge.gitops.FluxVariables;
import dev.drawbridge.gitops.KustomizeFolder;
import dev.drawbridge.gitops.TemporaryFolder;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The HelmReleases of Flux and Applications of Argo CD whose chart is in the tree or in a folder of charts: what Helm
 * renders of them is checked instead of their values. Releases with values that are not known are not rendered.
 *
 * <p>Source: the helm-controller of {@code github.com/fluxcd}, docs/spec/v2/helmreleases.md, and {@code Application} of
 * {@code github.com/argoproj/argo-cd}.
 *
 * @param from the folder from which files have their names
 * @param charts folders with charts, unpacked or packed
 * @param earlier what was rendered of the base
 */
record ChartReleases(
        Path from, Helm helm, List<Path> charts, FluxTree tree, RenderedSources sources, Map<String, byte[]> earlier) {

    private static final String NOT_RENDERED = "in releases that cannot be rendered";
    private static final String NOT_FOLLOWED = "in ApplicationSets and charts";
    private static final String EXACT = "v?\\d+\\.\\d+\\.\\d+.*";

    /** What makes the path of a file of values one that is not known: a variable, a pattern or an address. */
    private static final Pattern OPEN = Pattern.compile("[$*?\\[{]|://");

    /** What is in the files, of those that are applied with a release, from which it may have values. */
    private static final Pattern GIVING =
            Pattern.compile("toolkit\\.fluxcd\\.io/|argoproj\\.io/|kind[\"']?: *[\"']?(ConfigMap|Secret)");

    /**
     * A release with values in texts, of which later ones win, and in the form of {@code --set}.
     *
     * @param values in their order; those of the object itself are last
     * @param hasDefaults whether the values of the chart count; Flux replaces them with its files of values
     */
    private record Release(
            String name, String namespace, Path chart, List<Values> values, List<String> sets, boolean hasDefaults) {}

    /** Values of a release, and the file in which they may be written. */
    private record Values(Path file, String text) {}

    /** Adds what Helm renders of releases: of those among the objects, those that Flux applies, and those in charts. */
    AppliedObjects added(AppliedObjects flux, List<Manifest> objects) {
        AppliedObjects applied = flux.copy();
        List<Manifest> all = new ArrayList<>(objects);
        all.removeIf(one -> flux.covered().contains(one.file()));
        flux.texts().forEach((name, text) -> all.addAll(FluxTree.objects(name, text)));
        // What a template makes is followed once: with its chart, if something renders that.
        all.sort(Comparator.comparing(one -> ("/" + one.file()).contains("/templates/")));
        for (Manifest one : all) {
            if (!applied.covered().contains(one.file())) {
                follow(one, all, applied);
            }
        }
        List<Manifest> made = new ArrayList<>();
        applied.texts().forEach((name, text) -> {
            if (!flux.texts().containsKey(name)) {
                made.addAll(FluxTree.objects(name, text));
            }
        });
        all.addAll(made);
        for (Manifest one : made) {
            if (!follow(one, all, applied) && one.kind().matches("Application|Kustomization")) {
                skip(one, "not checked: a chart makes it", NOT_FOLLOWED, applied);
            }
        }
        all.stream()
                .filter(one -> one.kind().equals("ApplicationSet"))
                .forEach(one -> skip(one, "not checked: its Applications are not followed", NOT_FOLLOWED, applied));
        return applied;
    }

    /** Adds what Helm renders of an object, or why it does not; returns whether it has a chart at hand. */
    private boolean follow(Manifest one, List<Manifest> all, AppliedObjects applied) {
        boolean isOfFlux = one.kind().equals("HelmRelease");
        List<ObjectValue> releases = isOfFlux || one.kind().equals("Application")
                ? AppliedObjects.sources(one).toList()
                : List.of();
        boolean hasChart = false;
        for (ObjectValue source : releases) {
            String name = name(one, source);
            try {
                Release release = isOfFlux ? flux(one, all) : argo(one, source);
                if (release != null && isRelevant(release, one)) {
                    hasChart = true;
                    if (!applied.texts().containsKey(name)) {
                        render(release, name, one, applied);
                    }
                }
            } catch (IOException | InputException problem) {
                hasChart = true;
                String reason = problem instanceof IOException failed
                        ? FileProblem.of(failed)
                        : String.valueOf(problem.getMessage());
                byte[] was = problem instanceof IOException ? null : earlier.get(name);
                if (was == null) {
                    skip(one, "not rendered, only its values are checked: " + reason, NOT_RENDERED, applied);
                } else {
                    // What the base applies stays in the cluster.
                    applied.texts().put(name, was);
                    fail(one, " no longer renders: " + reason);
                }
            }
        }
        return hasChart;
    }

    private void fail(Manifest release, String text) {
        Manifest written = written(release);
        sources.add(Finding.ofFile(
                Severity.ERROR,
                written.file(),
                written.object().position(),
                Origin.KUSTOMIZE_FAILS,
                AppliedObjects.title(release) + text,
                null));
    }

    private void skip(Manifest object, String reason, String cause, AppliedObjects applied) {
        Manifest written = written(object);
        String place = written.file() + ":" + written.object().position();
        applied.skipped()
                .add(sources.placed(Skipped.ofObject(place, AppliedObjects.title(object) + ":", reason, cause)));
    }

    /** An object as a file of the tree has it. */
    private Manifest written(Manifest object) {
        return Objects.requireNonNullElse(
                tree.files().nearest(isNamed(object.kind(), object.name()), object.name(), Path.of(object.file())),
                object);
    }

    /** The name of what is rendered of a release, or of one of several sources of an Application. */
    private static String name(Manifest release, ObjectValue source) {
        String one = String.join(
                " ",
                source.string("path"),
                source.string("chart"),
                source.object("helm").string("releaseName"));
        boolean hasSeveral = release.object().object("spec").has("sources");
        return release.file() + "/" + AppliedObjects.title(release) + (hasSeveral ? " " + one : "") + "/helm";
    }

    /** Whether the chart or the values have a word about claims or extended resources. */
    private static boolean isRelevant(Release release, Manifest manifest) throws IOException {
        if (Mentions.ofDevices(manifest.object().json())
                || release.values.stream().anyMatch(one -> Mentions.ofDevices(one.text))) {
            return true;
        }
        if (!Files.isDirectory(release.chart)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(release.chart)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                byte[] text = ReadLimits.DEFAULT.text(file);
                if (Mentions.ofDevices(text) || AppliedObjects.mayApply(text)) {
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable Release flux(Manifest manifest, List<Manifest> all) throws IOException {
        ObjectValue spec = manifest.object().object("spec");
        Path chart = chart(manifest, spec, all);
        if (chart == null) {
            return null;
        }
        String own = manifest.namespace("default");
        String target = spec.string("targetNamespace");
        List<Values> values = new ArrayList<>();
        ObjectValue source = spec.object("chart").object("spec");
        List<String> files = source.list("valuesFiles").texts();
        boolean hasDefaults =
                files.isEmpty() || files.size() == 1 && files.get(0).matches("(\\./)*values\\.yaml");
        Path root = isInTree(source) ? root(manifest, "") : chart;
        for (String file : hasDefaults ? List.<String>of() : files) {
            // A path that leads out of the root is one from the root.
            String within = Path.of("/", file).normalize().toString().substring(1);
            addFile(within, root, root, source.isTrue("ignoreMissingValuesFiles"), values);
        }
        for (ObjectValue reference : spec.list("valuesFrom").objects()) {
            addText(manifest, reference, own, all, values);
        }
        values.add(new Values(file(manifest), spec.object("values").json()));
        String name = spec.string("releaseName").isEmpty()
                ? (target.isEmpty() ? "" : target + "-") + manifest.name()
                : spec.string("releaseName");
        return new Release(name, target.isEmpty() ? own : target, chart, values, List.of(), hasDefaults);
    }

    private static boolean isInTree(ObjectValue chart) {
        return chart.object("sourceRef").string("kind").equals("GitRepository");
    }

    /** The root of a source if it is this tree; else null. */
    private @Nullable Path root(Manifest manifest, String url) {
        return tree.files().folder(Path.of(manifest.file()), "", url);
    }

    /**
     * Adds a file of values.
     *
     * @param path its path from a folder; it must not lead out of the root
     * @param root null if it is not known
     * @throws InputException if the tree should have the file, and does not
     * @throws IOException if the path leads elsewhere, or is not known
     */
    private static void addFile(
            String path, @Nullable Path from, @Nullable Path root, boolean mayBeMissing, List<Values> values)
            throws IOException {
        String missing = "its file of values " + path + " is not in the tree";
        if (from == null
                || root == null
                || !Files.isDirectory(root)
                || OPEN.matcher(path).find()) {
            throw new IOException(missing);
        }
        Path file = from.resolve(path).toAbsolutePath().normalize();
        boolean isIn = file.startsWith(root.toAbsolutePath().normalize());
        if (isIn && !Files.exists(file)) {
            if (!mayBeMissing) {
                throw new InputException(missing);
            }
        } else if (isIn && Files.isRegularFile(file) && file.toRealPath().startsWith(root.toRealPath())) {
            values.add(new Values(file, new String(ReadLimits.DEFAULT.text(file), StandardCharsets.UTF_8)));
        } else {
            throw new IOException(missing);
        }
    }

    /** Adds the values in a ConfigMap or Secret, which may be missing if it is optional. */
    private void addText(
            Manifest manifest, ObjectValue reference, String namespace, List<Manifest> all, List<Values> values)
            throws IOException {
        String kind = reference.string("kind");
        String name = reference.string("name");
        String key = reference.has("valuesKey") ? reference.string("valuesKey") : "values.yaml";
        Predicate<Manifest> isNamed = isNamed(kind, name);
        Manifest found = all.stream()
                .filter(isNamed)
                .findFirst()
                .orElseGet(() -> tree.files()
                        .nearest(
                                isNamed.and(one -> one.namespace(namespace).equals(namespace)),
                                name,
                                Path.of(manifest.file())));
        Map<String, @Nullable String> data = new HashMap<>();
        if (found != null && !reference.has("targetPath")) {
            FluxVariables.addData(found, data);
        }
        String text = data.get(key);
        if (found != null && text != null) {
            values.add(new Values(file(found), text));
        } else if (found != null || !reference.isTrue("optional")) {
            throw new IOException("the values of " + kind + " " + name + " are not known");
        }
    }

    private Path file(Manifest manifest) {
        return from.resolve(manifest.file()).toAbsolutePath().normalize();
    }

    private @Nullable Path chart(Manifest manifest, ObjectValue spec, List<Manifest> all) throws IOException {
        ObjectValue reference = spec.object("chartRef");
        ObjectValue chart = spec.object("chart").object("spec");
        if (spec.has("chartRef")) {
            ObjectValue found = all.stream()
                    .filter(isNamed(reference.string("kind"), reference.string("name")))
                    .findFirst()
                    .map(one -> one.object().object("spec"))
                    .orElse(ObjectValue.EMPTY);
            String url = found.string("url");
            String tag = found.object("ref").string("tag");
            return url.isEmpty() ? null : atHand(url.substring(url.lastIndexOf('/') + 1), tag);
        }
        String name = chart.string("chart");
        return isInTree(chart)
                ? unpacked(tree.files().folder(Path.of(manifest.file()), name, ""))
                : atHand(name.substring(name.lastIndexOf('/') + 1), chart.string("version"));
    }

    private static Predicate<Manifest> isNamed(String kind, String name) {
        return one -> one.kind().equals(kind) && one.name().equals(name);
    }

    private static @Nullable Path unpacked(@Nullable Path folder) {
        return folder != null && Files.isRegularFile(folder.resolve("Chart.yaml")) ? folder : null;
    }

    /** A chart in the folders of charts; a folder of another version than an exact one is not the chart. */
    private @Nullable Path atHand(String name, String version) throws IOException {
        boolean isExact = version.matches(EXACT);
        for (Path folder : name.isEmpty() ? List.<Path>of() : charts) {
            for (Path one : List.of(folder.resolve(name), folder)) {
                ObjectValue chart = unpacked(one) == null ? ObjectValue.EMPTY : Helm.chartOf(one);
                if (chart.string("name").equals(name)
                        && (!isExact || chart.string("version").equals(version))) {
                    return one;
                }
            }
            try (Stream<Path> files = Files.list(folder)) {
                String archive = Pattern.quote(name) + "-" + (isExact ? Pattern.quote(version) : EXACT) + "\\.tgz";
                List<Path> packed = files.filter(
                                one -> one.getFileName().toString().matches(archive))
                        .toList();
                if (packed.size() == 1) {
                    return packed.get(0).toAbsolutePath();
                }
            }
        }
        return null;
    }

    private @Nullable Release argo(Manifest manifest, ObjectValue source) throws IOException {
        ObjectValue spec = manifest.object().object("spec");
        ObjectValue options = source.object("helm");
        String path = source.string("path");
        Path chart = source.has("chart")
                ? atHand(source.string("chart"), source.string("targetRevision"))
                : path.isEmpty()
                        ? null
                        : unpacked(tree.files().folder(Path.of(manifest.file()), path, source.string("repoURL")));
        if (chart == null || !source.has("chart") && !KustomizeFolder.isChart(source, chart)) {
            return null;
        }
        List<Values> values = new ArrayList<>();
        Path repository = source.has("chart") ? null : root(manifest, source.string("repoURL"));
        Path own = repository != null && chart.startsWith(repository) ? repository : chart;
        for (String file : options.list("valueFiles").texts()) {
            // From the chart, from the root of its repository, or from that of another source: $REF/PATH.
            int slash = file.indexOf('/');
            String first = file.substring(0, Math.max(0, slash));
            Path root = !first.startsWith("$")
                    ? own
                    : AppliedObjects.sources(manifest)
                            .filter(one -> first.equals("$" + one.string("ref")))
                            .findFirst()
                            .map(one -> root(manifest, one.string("repoURL")))
                            .orElse(null);
            boolean isFromRoot = slash == 0 || first.startsWith("$");
            String within = isFromRoot ? file.substring(slash + 1) : file;
            addFile(within, isFromRoot ? root : chart, root, options.isTrue("ignoreMissingValueFiles"), values);
        }
        // Values as an object replace those as a text.
        ObjectValue object = options.object(options.has("valuesObject") ? "valuesObject" : "values");
        boolean isText = !options.has("valuesObject") && options.get("values") instanceof StringValue;
        values.add(new Values(file(manifest), isText ? options.string("values") : object.json()));
        List<String> sets = options.list("parameters").objects().stream()
                .map(one -> one.string("name") + "=" + one.string("value").replace(",", "\\,"))
                .toList();
        String name = options.string("releaseName");
        String namespace = spec.object("destination").string("namespace");
        return new Release(
                name.isEmpty() ? manifest.name() : name,
                namespace.isEmpty() ? "default" : namespace,
                chart,
                values,
                sets,
                true);
    }

    /** Adds what Helm renders of a release. */
    private void render(Release release, String name, Manifest manifest, AppliedObjects applied) throws IOException {
        Path here = from.toAbsolutePath().normalize();
        Path chart = release.chart.startsWith(here) ? here.relativize(release.chart) : release.chart;
        try (TemporaryFolder temporary = TemporaryFolder.create()) {
            List<String> files = new ArrayList<>();
            for (Values values : release.values) {
                Path file = temporary.path().resolve("values-" + files.size() + ".yaml");
                files.add(Files.writeString(file, values.text).toString());
            }
            Path used = release.hasDefaults ? chart : temporary.path().resolve("chart");
            if (!release.hasDefaults) {
                Helm.copyWithout(List.of(), release.chart, used);
                Files.writeString(used.resolve("values.yaml"), "{}");
            }
            Helm own = new Helm(files, release.sets, release.namespace, release.name, helm.release());
            Map<String, byte[]> rendered =
                    own.templates(ManifestFiles.name(chart), used, from, Path::of, applied.skipped()::add);
            StringBuilder all = new StringBuilder();
            Map<String, byte[]> origins = new LinkedHashMap<>();
            rendered.forEach((template, text) -> {
                all.append(new String(text, StandardCharsets.UTF_8));
                origins.putAll(Helm.source(template, chart, from));
            });
            List<String> templates = List.copyOf(origins.keySet());
            addWriting(release, chart, manifest, origins);
            String title = AppliedObjects.title(manifest);
            byte[] text =
                    patched(all.toString(), manifest.object().object("spec")).getBytes(StandardCharsets.UTF_8);
            applied.texts().put(name, text);
            applied.covered().addAll(templates);
            applied.followed().add(manifest.file() + ":" + manifest.object().position());
            ObjectValue spec = AppliedObjects.spec(manifest);
            sources.add(name, text, origins, new RenderedSources.Applied(title, spec, "", release.namespace));
        }
    }

    /** Adds the files in which values of a release may be written. */
    private void addWriting(Release release, Path chart, Manifest manifest, Map<String, byte[]> origins)
            throws IOException {
        Path here = from.toAbsolutePath().normalize();
        List<Path> files = new ArrayList<>();
        release.values.forEach(values -> files.add(0, values.file));
        boolean hasValues = release.values.stream().anyMatch(one -> !one.text.equals("{}"));
        if (release.hasDefaults && release.sets.isEmpty() && !hasValues) {
            files.add(here.resolve(chart).resolve("values.yaml"));
        }
        Map<String, byte[]> applied = sources.texts(manifest.file());
        applied.forEach((path, text) -> {
            if (Kustomizations.isKustomization(path)
                    || GIVING.matcher(new String(text, StandardCharsets.UTF_8)).find()) {
                origins.put(path, text);
            }
        });
        Path own = file(manifest);
        if (applied.isEmpty() && Files.isRegularFile(own)) {
            origins.put(manifest.file(), ReadLimits.DEFAULT.text(own));
        }
        for (Path file : files) {
            if (Files.isRegularFile(file) && file.startsWith(here)) {
                origins.putIfAbsent(ManifestFiles.name(here.relativize(file)), ReadLimits.DEFAULT.text(file));
            }
        }
    }

    /** The manifests with the patches of post-renderers. */
    private static String patched(String text, ObjectValue spec) throws IOException {
        String patched = text;
        for (ObjectValue renderer : spec.list("postRenderers").objects()) {
            try (TemporaryFolder temporary = TemporaryFolder.create()) {
                Files.writeString(temporary.path().resolve("all.yaml"), patched);
                patched = new KustomizeFolder(temporary.path(), temporary.path(), renderer.object("kustomize"))
                        .built(ExternalTool::kustomize);
            }
        }
        return patched;
    }
}
