package dev.drawbridge.cli;

import dev.drawbridge.check.Trees;
import dev.drawbridge.gitops.GitTrees;
import dev.drawbridge.gitops.RenderedTrees;
import dev.drawbridge.gitops.TemporaryFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The options {@code --kustomize} and {@code --helm}: manifests that a program on the PATH renders. They are known by
 * the name that findings have: the overlay, or the template.
 *
 * @param overlays folders with a kustomization
 * @param charts folders of charts
 * @param values files of values for the charts
 */
record Rendering(List<String> overlays, List<String> charts, List<String> values) {

    private static final String SOURCE = "# Source: ";
    private static final byte[] SEPARATOR = "\n---\n".getBytes(StandardCharsets.US_ASCII);

    static Rendering of(Arguments arguments) {
        return new Rendering(arguments.texts("kustomize"), arguments.texts("helm"), arguments.texts("values"));
    }

    /** The files and folders that are rendered, and the files of values. */
    List<Path> sources() {
        return Stream.of(overlays, charts, values)
                .flatMap(List::stream)
                .map(Path::of)
                .toList();
    }

    /** Whether there is anything to render. */
    boolean isWanted() {
        return !overlays.isEmpty() || !charts.isEmpty();
    }

    /** The rendered manifests of the work tree. */
    Map<String, byte[]> manifests() {
        return manifests(Path.of(""), Path::of, path -> true);
    }

    /**
     * The rendered manifests of a repository's base and head. What only one of them has is rendered there only.
     *
     * @param trees closed where this fails
     * @param revision the name of the base
     * @param withFiles whether the files of the trees count as well
     */
    Trees trees(GitTrees trees, String revision, boolean withFiles) throws IOException {
        try (TemporaryFolder base = TemporaryFolder.create();
                TemporaryFolder head = TemporaryFolder.create()) {
            for (List<String> paths : List.of(overlays, charts)) {
                for (String path : paths) {
                    if (trees.fromFolder(path).isAbsolute()) {
                        throw new InputException(
                                path + ": not in the repository, so there is no base to compare it with");
                    }
                }
            }
            Map<String, byte[]> after = present(trees, trees.headIn(head.path()));
            Map<String, byte[]> before = present(trees, trees.baseIn(base.path()));
            if (before.isEmpty() && after.isEmpty()) {
                throw new InputException("neither the base nor the head has what --kustomize and --helm name");
            }
            return new RenderedTrees(revision, before, after, trees, withFiles);
        } catch (IOException | RuntimeException e) {
            trees.close();
            throw e;
        }
    }

    private Map<String, byte[]> present(GitTrees trees, Path from) {
        return manifests(from, trees::fromFolder, path -> Files.exists(from.resolve(path)));
    }

    /**
     * The rendered manifests.
     *
     * @param from the folder in which the programs are started
     * @param located where a path that a person types is, from that folder
     * @param isPresent whether to render what is there
     */
    private Map<String, byte[]> manifests(Path from, Function<String, Path> located, Predicate<Path> isPresent) {
        Map<String, byte[]> manifests = new LinkedHashMap<>();
        for (String overlay : overlays) {
            Path folder = located.apply(overlay);
            if (isPresent.test(folder)) {
                add(manifests, overlay + " (kustomize)", kustomize(folder, from));
            }
        }
        List<String> options = values.stream()
                .flatMap(file -> List.of("--values", located.apply(file).toString()).stream())
                .toList();
        for (String chart : charts) {
            Path folder = located.apply(chart);
            if (isPresent.test(folder)) {
                helm(chart, folder, options, from).forEach((name, text) -> add(manifests, name, text));
            }
        }
        return manifests;
    }

    /** Two charts may have templates of one name: all of them count. */
    private static void add(Map<String, byte[]> manifests, String name, byte[] text) {
        manifests.merge(name, text, (one, other) -> joined(one, SEPARATOR, other));
    }

    /** The output of {@code kustomize build}, or of {@code kubectl kustomize} where kustomize is not installed. */
    private static byte[] kustomize(Path folder, Path from) {
        List<String> command =
                ExternalTool.isInstalled("kustomize") ? List.of("kustomize", "build") : List.of("kubectl", "kustomize");
        return ExternalTool.output(List.of(command.get(0), command.get(1), folder.toString()), from);
    }

    /** The output of {@code helm template}, by template. */
    private static Map<String, byte[]> helm(String name, Path chart, List<String> options, Path from) {
        List<String> command = new ArrayList<>(List.of("helm", "template", chart.toString()));
        command.addAll(options);
        Map<String, StringBuilder> templates = new LinkedHashMap<>();
        String template = name + " (helm)";
        String output = new String(ExternalTool.output(command, from), StandardCharsets.UTF_8);
        for (String document : output.split("(?m)^---\\s*$\\n?")) {
            String first = document.lines().findFirst().orElse("");
            template = first.startsWith(SOURCE) ? first.substring(SOURCE.length()) + " (helm)" : template;
            templates
                    .computeIfAbsent(template, none -> new StringBuilder())
                    .append("---\n")
                    .append(document);
        }
        Map<String, byte[]> manifests = new LinkedHashMap<>();
        templates.forEach((one, text) -> manifests.put(one, text.toString().getBytes(StandardCharsets.UTF_8)));
        return manifests;
    }

    private static byte[] joined(byte[]... texts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] text : texts) {
            all.writeBytes(text);
        }
        return all.toByteArray();
    }
}
