package dev.drawbridge.cli;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.gitops.TemporaryFolder;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Skipped;
import dev.drawbridge.schema.KubernetesRelease;
import dev.drawbridge.validation.ResourceApi;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The output of {@code helm template} for charts.
 *
 * @param sets values, in the form of Helm's {@code --set}
 * @param namespace the namespace of the release; null for Helm's default
 * @param name the name of the release; null for Helm's default
 * @param release the cluster's release for the chart
 */
record Helm(
        List<String> values,
        List<String> sets,
        @Nullable String namespace,
        @Nullable String name,
        KubernetesRelease release) {

    private static final String SOURCE = "# Source: ";
    private static final String HELM = " (helm)";
    private static final String CHART = "Chart.yaml";
    private static final String DEPENDENCIES = "dependencies";

    /** The options; of several releases the chart gets the newest. */
    static Helm of(Arguments arguments, List<KubernetesRelease> releases) {
        KubernetesRelease newest =
                releases.stream().max(KubernetesRelease::compareTo).orElse(KubernetesRelease.NEWEST);
        return new Helm(
                arguments.texts("values"), arguments.texts("helm-set"), arguments.text("namespace"), null, newest);
    }

    /**
     * The output of {@code helm template}, by template.
     *
     * @param name the name of the chart in findings
     * @param from the folder in which Helm is started
     * @param located resolves a path that the user typed, from that folder
     */
    Map<String, byte[]> templates(
            String name, Path chart, Path from, Function<String, Path> located, Consumer<Skipped> skipped) {
        List<String> missing = missing(from.resolve(chart));
        if (missing.isEmpty()) {
            return template(name, chart, from, located);
        }
        missing.forEach(one -> skipped.accept(
                new Skipped(name, "dependency " + one + " is not in charts/; run: helm dependency build " + name)));
        try (TemporaryFolder copy = TemporaryFolder.create()) {
            Path own = copy.path().resolve("chart");
            copyWithout(missing, from.resolve(chart), own);
            return template(name, own, from, located);
        } catch (IOException e) {
            throw new InputException(name + ": cannot be copied: " + FileProblem.of(e), e);
        }
    }

    private Map<String, byte[]> template(String name, Path chart, Path from, Function<String, Path> located) {
        List<String> command = new ArrayList<>(List.of("helm", "template"));
        if (this.name != null) {
            command.add(this.name);
        }
        command.add(chart.toString());
        command.addAll(List.of("--kube-version", release + ".0"));
        ResourceApi.namesServedBy(release).forEach(served -> command.addAll(List.of("--api-versions", served)));
        if (namespace != null) {
            command.addAll(List.of("--namespace", namespace));
        }
        values.forEach(
                file -> command.addAll(List.of("--values", located.apply(file).toString())));
        sets.forEach(set -> command.addAll(List.of("--set", set)));
        Map<String, StringBuilder> templates = new LinkedHashMap<>();
        String template = name + HELM;
        String output = new String(ExternalTool.output(command, from), StandardCharsets.UTF_8);
        for (String document : output.split("(?m)^---\\s*$\\n?")) {
            String first = document.lines().findFirst().orElse("");
            template = first.startsWith(SOURCE) ? first.substring(SOURCE.length()) + HELM : template;
            templates
                    .computeIfAbsent(template, none -> new StringBuilder())
                    .append("---\n")
                    .append(document);
        }
        Map<String, byte[]> manifests = new LinkedHashMap<>();
        templates.forEach((one, text) -> manifests.put(one, text.toString().getBytes(StandardCharsets.UTF_8)));
        return manifests;
    }

    /** The template of a rendered text in the chart's folder; empty if it is in an archive, or cannot be read. */
    static Map<String, byte[]> source(String name, Path chart, Path from) {
        int slash = name.indexOf('/');
        String below = slash < 0 ? "" : name.substring(slash + 1, name.length() - HELM.length());
        Path path = chart.resolve(below);
        Path file = from.resolve(path);
        try {
            return Files.isRegularFile(file)
                    ? Map.of(ManifestFiles.name(path.normalize()), ReadLimits.DEFAULT.text(file))
                    : Map.of();
        } catch (IOException unreadable) {
            return Map.of();
        }
    }

    /** The dependencies that a chart names and does not have, for which Helm renders nothing of it. */
    private static List<String> missing(Path chart) {
        List<String> missing = new ArrayList<>();
        try {
            for (ObjectValue dependency : chartOf(chart).list(DEPENDENCIES).objects()) {
                String name = dependency.string("name");
                if (!isIn(chart.resolve("charts"), name)) {
                    missing.add(name);
                }
            }
        } catch (IOException unreadable) {
            // An archive, or not a chart: Helm itself reports the problem.
            return List.of();
        }
        return missing;
    }

    /** What a chart in a folder says of itself. */
    static ObjectValue chartOf(Path chart) throws IOException {
        byte[] text = ReadLimits.DEFAULT.text(chart.resolve(CHART));
        return new YamlReader(ReadLimits.DEFAULT)
                .read(text).stream()
                        .map(ReadResult::value)
                        .filter(ObjectValue.class::isInstance)
                        .map(ObjectValue.class::cast)
                        .findFirst()
                        .orElse(ObjectValue.EMPTY);
    }

    private static boolean isIn(Path charts, String name) throws IOException {
        if (!Files.isDirectory(charts)) {
            return false;
        }
        try (Stream<Path> there = Files.list(charts)) {
            return there.map(path -> path.getFileName().toString())
                    .anyMatch(file -> file.equals(name) || file.startsWith(name + "-") && file.endsWith(".tgz"));
        }
    }

    static void copyWithout(List<String> missing, Path chart, Path copy) throws IOException {
        try (Stream<Path> all = Files.walk(chart)) {
            for (Path path : all.toList()) {
                Path target = copy.resolve(chart.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target);
                }
            }
        }
        ObjectValue described = chartOf(chart);
        ListValue kept = described
                .list(DEPENDENCIES)
                .mapped(one -> missing.contains(ObjectValue.orEmpty(one).string("name")) ? null : one);
        Value without = described.with(DEPENDENCIES, kept);
        Files.writeString(copy.resolve(CHART), without.json());
    }
}
