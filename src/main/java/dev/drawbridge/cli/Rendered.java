package dev.drawbridge.cli;

import dev.drawbridge.document.ReadLimits;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Manifests that a tool on the PATH renders.
 *
 * @param name what findings call it: the overlay, or the template
 * @param text the manifests
 */
record Rendered(String name, byte[] text) {

    private static final String SOURCE = "# Source: ";
    private static final int MAX_MESSAGE = 500;

    /** What the overlays and charts of these options render to. */
    static List<Rendered> all(Arguments arguments) {
        return all(arguments, Path.of(""), Path::of, false);
    }

    /**
     * The same of those that a folder has, by their names.
     *
     * @param located where a path that a person types is, from the folder
     */
    static Map<String, byte[]> present(Arguments arguments, Path from, Function<String, Path> located) {
        Map<String, byte[]> present = new LinkedHashMap<>();
        all(arguments, from, located, true).forEach(one -> present.put(one.name, one.text));
        return present;
    }

    private static List<Rendered> all(
            Arguments arguments, Path from, Function<String, Path> located, boolean maybeAbsent) {
        List<Rendered> all = new ArrayList<>();
        for (String overlay : arguments.texts("kustomize")) {
            Path folder = located.apply(overlay);
            if (!maybeAbsent || Files.exists(from.resolve(folder))) {
                all.add(kustomize(overlay, folder.toString(), from));
            }
        }
        List<String> values = arguments.texts("values").stream()
                .map(file -> located.apply(file).toString())
                .toList();
        for (String chart : arguments.texts("helm")) {
            Path folder = located.apply(chart);
            if (!maybeAbsent || Files.exists(from.resolve(folder))) {
                all.addAll(helm(chart, folder.toString(), values, from));
            }
        }
        return all;
    }

    /** The output of {@code kustomize build}, or of {@code kubectl kustomize} where kustomize is not installed. */
    private static Rendered kustomize(String name, String folder, Path from) {
        byte[] text = isInstalled("kustomize")
                ? output(List.of("kustomize", "build", folder), from)
                : output(List.of("kubectl", "kustomize", folder), from);
        return new Rendered(name + " (kustomize)", text);
    }

    /** The output of {@code helm template}, one for each template. */
    private static List<Rendered> helm(String name, String chart, List<String> values, Path from) {
        List<String> command = new ArrayList<>(List.of("helm", "template", chart));
        values.forEach(file -> command.addAll(List.of("--values", file)));
        Map<String, StringBuilder> templates = new LinkedHashMap<>();
        String template = name + " (helm)";
        for (String document : new String(output(command, from), StandardCharsets.UTF_8).split("(?m)^---\\s*$\\n?")) {
            String first = document.lines().findFirst().orElse("");
            template = first.startsWith(SOURCE) ? first.substring(SOURCE.length()) + " (helm)" : template;
            templates
                    .computeIfAbsent(template, none -> new StringBuilder())
                    .append("---\n")
                    .append(document);
        }
        return templates.entrySet().stream()
                .map(one -> new Rendered(one.getKey(), one.getValue().toString().getBytes(StandardCharsets.UTF_8)))
                .toList();
    }

    private static boolean isInstalled(String tool) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
            if (Files.isExecutable(Path.of(folder, tool))) {
                return true;
            }
        }
        return false;
    }

    /** What the tool writes to its standard output when it is started in the folder. */
    private static byte[] output(List<String> command, Path from) {
        String what = String.join(" ", command);
        if (!isInstalled(command.get(0))) {
            throw new InputException(what + ": " + command.get(0) + " is not on the PATH; install it");
        }
        try {
            Path problems = Files.createTempFile("drawbridge", ".log");
            try {
                Process process = new ProcessBuilder(command)
                        .directory(from.toAbsolutePath().toFile())
                        .redirectError(problems.toFile())
                        .start();
                process.getOutputStream().close();
                byte[] text;
                try (InputStream out = process.getInputStream()) {
                    text = ReadLimits.DEFAULT.text(out);
                }
                int exitCode = process.waitFor();
                if (exitCode != 0) {
                    String said = Files.readString(problems).strip();
                    throw new InputException(what + ": exit code " + exitCode + ": "
                            + said.substring(Math.max(0, said.length() - MAX_MESSAGE)));
                }
                return text;
            } finally {
                Files.delete(problems);
            }
        } catch (IOException e) {
            throw new InputException(what + ": " + FileProblem.of(e), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InputException(what + ": interrupted", e);
        }
    }
}
