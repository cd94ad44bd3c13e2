package dev.drawbridge.check;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The input of a plain check: texts and files, and an empty base.
 *
 * @param texts texts by their names, such as rendered manifests
 * @param flux follows Kustomizations of Flux, of these files
 */
public record InputFiles(
        Map<String, byte[]> texts,
        List<Path> files,
        Predicate<Path> isNamed,
        List<Skipped> skipped,
        RenderedSources sources,
        BiFunction<List<Manifest>, List<Path>, AppliedObjects> flux,
        SourceRepository repository)
        implements Trees {

    /** Files whose Kustomizations of Flux are not followed. */
    public InputFiles(
            Map<String, byte[]> texts,
            List<Path> files,
            Predicate<Path> isNamed,
            List<Skipped> skipped,
            RenderedSources sources) {
        this(
                texts,
                files,
                isNamed,
                skipped,
                sources,
                (objects, all) -> AppliedObjects.NOTHING,
                new SourceRepository() {});
    }

    public static InputFiles named(Map<String, byte[]> texts, List<Path> files) {
        return new InputFiles(texts, files, file -> true, List.of(), new RenderedSources());
    }

    @Override
    public List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        texts.forEach((name, text) -> changes.add(new Change(name, name, name, Content.NONE, Content.of(text))));
        boolean isBelow = isBelow();
        for (Path file : files) {
            String name = ManifestFiles.name(file);
            String place = isBelow ? name : ManifestFiles.name(absolute(file));
            changes.add(new Change(place, name, name, Content.NONE, () -> ReadLimits.DEFAULT.text(file)));
        }
        return changes;
    }

    /** Those of the kustomizations in the folders of the files, even if they are not checked themselves. */
    @Override
    public Kustomizations patches() throws IOException {
        return Kustomizations.near(
                isBelow() ? files : files.stream().map(InputFiles::absolute).toList());
    }

    @Override
    public boolean has(String place, boolean isInHead) throws IOException {
        return isInHead && exists(Path.of(place));
    }

    @Override
    public boolean isIgnored(String place) throws IOException {
        return repository.isIgnored(place);
    }

    @Override
    public boolean isOwn(String file, String url) {
        return repository.isOwn(file, url);
    }

    @Override
    public String inSource(String file, String path) {
        Path place = absolute(Path.of(repository.inSource(file, path)));
        return ManifestFiles.name(isBelow() ? absolute(Path.of("")).relativize(place) : place);
    }

    /** Whether there is such a file or folder; one in an empty folder, a submodule that is not checked out, may be. */
    public static boolean exists(Path place) throws IOException {
        Path above = absolute(place).getParent();
        while (above != null && !Files.isDirectory(above)) {
            above = above.getParent();
        }
        try (Stream<Path> entries = above == null ? Stream.of(place) : Files.list(above)) {
            return Files.exists(place) || entries.findAny().isEmpty();
        }
    }

    @Override
    public AppliedObjects applied(List<Manifest> objects) {
        return flux.apply(objects, files);
    }

    /** Whether all names are below the working directory: they identify files then, in less memory than paths. */
    private boolean isBelow() {
        for (Path file : files) {
            String name = file.toString();
            // Few names have a dot at an end or before a slash; only these may be written in another way.
            boolean mayDiffer = name.startsWith(".") || name.endsWith(".") || name.contains("./");
            if (file.isAbsolute()
                    || mayDiffer && (file.startsWith("..") || !file.normalize().equals(file))) {
                return false;
            }
        }
        return true;
    }

    private static Path absolute(Path file) {
        return file.toAbsolutePath().normalize();
    }

    @Override
    public boolean isNamed(String path) {
        return texts.containsKey(path) || isNamed.test(Path.of(path));
    }
}
