package dev.drawbridge.manifest;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Resolves paths on a command line: files, folders (their {@code .yaml}, {@code .yml} and {@code .json} files,
 * recursively, without hidden ones), and patterns with {@code *}, {@code ?}, <code>{</code> or {@code [}.
 */
public final class ManifestFiles {

    private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");

    /** What template engines append to the name of the file that they make. */
    private static final List<String> TEMPLATE_ENDINGS = List.of(
            ".tmpl", ".tpl", ".gotmpl", ".template", ".j2", ".jinja", ".jinja2", ".erb", ".mustache", ".hbs", ".in");

    private final List<Glob> ignored;
    private final List<Glob> excluded;
    private final Path folder;
    private final Predicate<Path> endings;

    /** Files with another purpose, such as a baseline. */
    private final Set<Path> others;

    /** Ignores files and folders that match one of these {@code .gitignore} patterns, at any depth. */
    public ManifestFiles(List<String> ignored) {
        this(
                ignored.stream().map(ManifestFiles::ignoring).toList(),
                List.of(),
                absolute(Path.of("")),
                file -> hasEnding(file.toString()),
                Set.of());
    }

    private ManifestFiles(
            List<Glob> ignored, List<Glob> excluded, Path folder, Predicate<Path> endings, Set<Path> others) {
        this.ignored = ignored;
        this.excluded = excluded;
        this.folder = folder;
        this.endings = endings;
        this.others = others;
    }

    /** A copy that ignores these patterns, relative to the folder. */
    public ManifestFiles excluding(List<String> patterns, Path from) {
        List<Glob> globs = patterns.stream().map(ManifestFiles::ignoring).toList();
        return new ManifestFiles(ignored, globs, absolute(from), endings, others);
    }

    /** A copy that also finds templates of manifests in folders, such as {@code claim.yaml.tmpl}, or Markdown, too. */
    public ManifestFiles withTemplates(boolean hasMarkdown) {
        Predicate<Path> all = file -> hasEnding(file.toString())
                || isTemplate(file.toString())
                || hasMarkdown && MarkdownBlocks.isMarkdown(file.toString());
        return new ManifestFiles(ignored, excluded, folder, all, others);
    }

    /** Whether the name is that of a template from which a manifest is made. */
    public static boolean isTemplate(String name) {
        return TEMPLATE_ENDINGS.stream()
                .anyMatch(ending ->
                        name.endsWith(ending) && hasEnding(name.substring(0, name.length() - ending.length())));
    }

    /** A copy that skips these files in folders. */
    public ManifestFiles without(Collection<Path> files) {
        Set<Path> absolute = files.stream().map(ManifestFiles::absolute).collect(Collectors.toUnmodifiableSet());
        return new ManifestFiles(ignored, excluded, folder, endings, absolute);
    }

    private static Path absolute(Path file) {
        return file.toAbsolutePath().normalize();
    }

    /**
     * The files without duplicates, in the order of the paths, and sorted within each.
     *
     * @throws NoSuchFileException if a path is not a file, no folder, and a pattern of no file
     */
    public List<Path> of(List<String> paths) throws IOException {
        Set<Path> files = new LinkedHashSet<>();
        for (String path : paths) {
            // Names as in reports: baselines and annotations of a repository have no leading "./".
            String plain = path.equals(".") ? "" : path.startsWith("./") ? path.substring(2) : path;
            Path file = Path.of(plain);
            if (Files.isDirectory(file)) {
                files.addAll(below(file, found -> endings.test(found) && !isOther(found)));
            } else if (Files.exists(file)) {
                files.add(file);
            } else if (isPattern(plain)) {
                files.addAll(matching(plain));
            } else {
                throw new NoSuchFileException(path);
            }
        }
        if (paths.size() > 1
                && paths.stream()
                        .anyMatch(path -> path.contains("..") || Path.of(path).isAbsolute())) {
            Set<Path> known = new HashSet<>();
            files.removeIf(file -> !known.add(absolute(file)));
        }
        if (!ignored.isEmpty() || !excluded.isEmpty()) {
            files.removeIf(file -> isIgnored(file) || isExcluded(file));
        }
        return List.copyOf(files);
    }

    /**
     * Whether a file, whose path is relative to the root, is one of its manifests: it is not excluded and not in a
     * hidden folder.
     */
    public boolean takes(Path file, Path root) {
        Path parent = file.getParent();
        boolean isHidden = parent != null && ("/" + name(parent)).contains("/.");
        return !isHidden
                && endings.test(file)
                && !isIgnored(file)
                && !isExcluded(root.resolve(file))
                && !isOther(root.resolve(file));
    }

    /** Whether a name is that of a file of YAML or JSON. */
    public static boolean hasEnding(String name) {
        return ENDINGS.stream().anyMatch(ending -> name.endsWith(ending));
    }

    /** Whether a path has characters of patterns. */
    public static boolean isPattern(String path) {
        return path.chars().anyMatch(character -> "*?{[".indexOf(character) >= 0);
    }

    private static List<Path> matching(String pattern) throws IOException {
        Glob glob = new Glob(pattern);
        List<Path> files = below(Path.of(folder(pattern)), file -> glob.matches(name(file)));
        if (files.isEmpty()) {
            throw new NoSuchFileException(pattern);
        }
        return files;
    }

    /** Selects the files that a path of a command line means: a file, those of a folder, or those of a pattern. */
    public static Predicate<String> meant(String path) {
        Glob pattern = new Glob(path);
        return file -> file.equals(path) || file.startsWith(path + "/") && hasEnding(file) || pattern.matches(file);
    }

    /** The folder before the first part with a wildcard; a path without one. */
    public static String folder(String path) {
        int first = path.split("[*?{\\[]", 2)[0].length();
        int slash = path.lastIndexOf('/', first);
        return first == path.length() ? path : slash == 0 ? "/" : path.substring(0, Math.max(0, slash));
    }

    /** A pattern; a leading or trailing slash has no effect. */
    private static Glob ignoring(String pattern) {
        String plain = pattern.startsWith("./") ? pattern.substring(2) : pattern;
        return new Glob(plain.endsWith("/") ? plain.substring(0, plain.length() - 1) : plain);
    }

    private boolean isOther(Path file) {
        return !others.isEmpty() && others.contains(absolute(file));
    }

    /** Whether a pattern ignores the file or folder. */
    public boolean isIgnored(Path file) {
        return covers(ignored, file);
    }

    private boolean isExcluded(Path file) {
        return !excluded.isEmpty() && covers(excluded, folder.relativize(absolute(file)));
    }

    private static boolean covers(List<Glob> patterns, Path file) {
        return !patterns.isEmpty() && patterns.stream().anyMatch(pattern -> pattern.covers(name(file)));
    }

    /** The name of a file in findings, with slashes on every system, as code scanners and baselines require. */
    public static String name(Path file) {
        return file.toString().replace(File.separatorChar, '/');
    }

    /** Opens a file or a pipe, such as {@code <(kubectl get …)}, in which {@code Files.newInputStream} seeks. */
    public static InputStream open(Path file) throws IOException {
        return new FileInputStream(file.toFile());
    }

    private static List<Path> below(Path folder, Predicate<Path> wanted) throws IOException {
        List<Path> files = new ArrayList<>();
        Path start = Files.isSymbolicLink(folder) ? folder.toRealPath() : folder;
        Files.walkFileTree(start, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                boolean hidden =
                        !inner.equals(start) && inner.getFileName().toString().startsWith(".");
                return hidden ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path found, BasicFileAttributes attributes) {
                Path file = start == folder ? found : folder.resolve(start.relativize(found));
                // Reading a pipe or device would block, and nobody named a link to nothing.
                boolean isFile = attributes.isSymbolicLink() ? Files.isRegularFile(file) : !attributes.isOther();
                if (isFile && wanted.test(file)) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        Collections.sort(files);
        return files;
    }

    /** The paths without those that mean the same as one before. */
    public static List<String> distinct(List<String> paths) {
        Set<Path> known = new HashSet<>();
        return paths.stream().filter(path -> known.add(absolute(Path.of(path)))).toList();
    }

    /** The path without {@code .} and {@code ..}. */
    public static String normalized(String path) {
        Deque<String> parts = new ArrayDeque<>();
        boolean isAbsolute = path.startsWith("/");
        for (String part : path.split("/")) {
            if (part.equals("..") && !parts.isEmpty() && !parts.getLast().equals("..")) {
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".") && !(isAbsolute && part.equals(".."))) {
                parts.addLast(part);
            }
        }
        return (isAbsolute ? "/" : "") + String.join("/", parts);
    }
}
