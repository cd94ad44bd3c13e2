package dev.drawbridge.manifest;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The files that paths on a command line mean: a file itself, the {@code .yaml}, {@code .yml} and {@code .json} files of a folder and
 * its folders but for hidden ones, and what a pattern with {@code *}, {@code ?}, <code>{</code> or {@code [} matches.
 */
public final class ManifestFiles {

    private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");

    private final List<PathMatcher> ignored;
    private final List<PathMatcher> excluded;
    private final Path folder;

    /** Without the files that one of these patterns matches, by their whole path or their name. */
    public ManifestFiles(List<String> ignored) {
        this(ignored, List.of(), Path.of(""));
    }

    /** The same, and without those that one of the other patterns matches, by their path from the folder or their name. */
    public ManifestFiles(List<String> ignored, List<String> excluded, Path folder) {
        this.ignored = ignored.stream().map(ManifestFiles::matcher).toList();
        this.excluded = excluded.stream().map(ManifestFiles::matcher).toList();
        this.folder = folder.toAbsolutePath().normalize();
    }

    /**
     * The files, each once, in the order of the paths and sorted in each.
     *
     * @throws NoSuchFileException where a path is no file, no folder, and a pattern of no file
     */
    public List<Path> of(List<String> paths) throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        for (String path : paths) {
            // As reports name files: baselines and annotations of a repository know no leading dot.
            String plain = path.equals(".") ? "" : path.startsWith("./") ? path.substring(2) : path;
            Path file = Path.of(plain);
            if (Files.isDirectory(file)) {
                files.addAll(below(file, ENDINGS_ONLY));
            } else if (Files.exists(file)) {
                files.add(file);
            } else if (isPattern(plain)) {
                files.addAll(matching(plain));
            } else {
                throw new NoSuchFileException(path);
            }
        }
        files.removeIf(file -> isIgnored(file) || isExcluded(file));
        return List.copyOf(files);
    }

    /** Whether a file, which has this path in the root, is one of its manifests: none of those left out, and in no hidden folder. */
    public boolean takes(Path file, Path root) {
        Path parent = file.getParent();
        if (parent != null) {
            for (Path part : parent) {
                if (part.toString().startsWith(".")) {
                    return false;
                }
            }
        }
        return ENDINGS_ONLY.matches(file) && !isIgnored(file) && !isExcluded(root.resolve(file));
    }

    private static final PathMatcher ENDINGS_ONLY = ManifestFiles::hasEnding;

    private static boolean hasEnding(Path file) {
        String name = file.toString();
        for (String ending : ENDINGS) {
            if (name.endsWith(ending)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPattern(String path) {
        return path.chars().anyMatch(character -> "*?{[".indexOf(character) >= 0);
    }

    private static List<Path> matching(String pattern) throws IOException {
        List<Path> files = below(folder(pattern), matcher(pattern));
        if (files.isEmpty()) {
            throw new NoSuchFileException(pattern);
        }
        return files;
    }

    /** The folder before the first part that is a pattern. */
    private static Path folder(String pattern) {
        int first = 0;
        while ("*?{[".indexOf(pattern.charAt(first)) < 0) {
            first++;
        }
        int slash = pattern.lastIndexOf('/', first);
        return slash < 0 ? Path.of("") : slash == 0 ? Path.of("/") : Path.of(pattern.substring(0, slash));
    }

    private static PathMatcher matcher(String pattern) {
        return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    }

    private boolean isIgnored(Path file) {
        return matches(ignored, file);
    }

    private boolean isExcluded(Path file) {
        return !excluded.isEmpty()
                && matches(excluded, folder.relativize(file.toAbsolutePath().normalize()));
    }

    private static boolean matches(List<PathMatcher> patterns, Path file) {
        for (PathMatcher pattern : patterns) {
            if (pattern.matches(file) || file.getFileName() != null && pattern.matches(file.getFileName())) {
                return true;
            }
        }
        return false;
    }

    private static List<Path> below(Path folder, PathMatcher wanted) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                boolean hidden =
                        !inner.equals(folder) && inner.getFileName().toString().startsWith(".");
                return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                // A pipe or a device would be waited for.
                if (!attributes.isOther() && wanted.matches(file)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(files);
        return files;
    }
}
