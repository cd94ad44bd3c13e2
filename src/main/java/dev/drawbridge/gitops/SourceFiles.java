package dev.drawbridge.gitops;

import dev.drawbridge.check.Content;
import dev.drawbridge.check.SourceRepository;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.ManifestReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files that are checked, and the roots of the sources that have them. */
public final class SourceFiles implements SourceRepository {

    private static final ManifestReader READER = new ManifestReader();
    private static final Pattern URL = Pattern.compile("(?m)^\\s*url\\s*=\\s*(\\S+)$");

    private final Path here;
    private final List<Path> roots;

    /** The names of the files, by absolute path. */
    private final Map<Path, String> names = new HashMap<>();

    /** The address of the repository, if its files are in another folder. */
    private String url = "";

    /** No files yet, in these folders; names are from the first path. */
    public SourceFiles(Path from, List<Path> folders) {
        this.here = from.toAbsolutePath();
        this.roots =
                folders.stream().map(this::absolute).filter(Files::isDirectory).toList();
    }

    void add(List<Path> files) {
        files.forEach(one -> names.put(absolute(one), ManifestFiles.name(one)));
    }

    Path absolute(Path file) {
        return here.resolve(file).normalize();
    }

    /** All files, as absolute paths. */
    Set<Path> all() {
        return names.keySet();
    }

    /** The name of a file for people; that of its folder for a kustomization that the folder does not have. */
    String shown(Path file) {
        Path folder = file.resolveSibling("").normalize();
        List<Path> own = Kustomizations.isKustomization(file.toString()) && !Files.exists(file)
                ? KustomizeFolder.kustomizations(folder)
                : List.of(file);
        Path shown = own.isEmpty() ? folder : own.get(0);
        return names.getOrDefault(shown, name(shown));
    }

    String name(Path file) {
        return ManifestFiles.name(here.relativize(file));
    }

    /** The text of a file; empty if it cannot be read. */
    static byte[] text(Path file) {
        try {
            return ReadLimits.DEFAULT.text(file);
        } catch (IOException unreadable) {
            return new byte[0];
        }
    }

    /** The objects of a file, if it has this word. */
    static List<Manifest> objects(String file, byte[] text, String word) {
        return new String(text, StandardCharsets.UTF_8).contains(word)
                ? READER.read(file, text).manifests()
                : List.of();
    }

    /** The only such object with a name among the files that are nearest to another file; null if there are several. */
    public @Nullable Manifest nearest(Predicate<Manifest> isWanted, String name, Path other) {
        TreeMap<Integer, List<Manifest>> near = new TreeMap<>();
        names.keySet()
                .forEach(file -> objects(shown(file), text(file), name).stream()
                        .filter(isWanted)
                        .forEach(one -> near.computeIfAbsent(
                                        common(file, here.resolve(other)), none -> new ArrayList<>())
                                .add(one)));
        List<Manifest> nearest = near.isEmpty() ? List.of() : near.lastEntry().getValue();
        return nearest.size() == 1 ? nearest.get(0) : null;
    }

    /** The number of folders that two files are in. */
    private static int common(Path one, Path other) {
        return (int) IntStream.range(0, Math.min(one.getNameCount(), other.getNameCount()))
                .takeWhile(i -> one.getName(i).equals(other.getName(i)))
                .count();
    }

    /** The root of the source that has a file and this path: the repository, a folder that is checked, or this one. */
    Path rootOf(Path file, String path) {
        List<Path> candidates = new ArrayList<>(repository(file).stream().toList());
        roots.stream().filter(file::startsWith).forEach(candidates::add);
        candidates.add(here);
        return candidates.stream()
                .filter(one -> Files.isDirectory(one.resolve(path.replaceFirst("^/+", ""))))
                .findFirst()
                .orElse(candidates.get(0));
    }

    private static Optional<Path> repository(Path file) {
        return Stream.iterate(file.getParent(), Objects::nonNull, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve(".git")))
                .findFirst();
    }

    @Override
    public boolean isIgnored(String place) throws IOException {
        Path file = Path.of(place).toAbsolutePath().normalize();
        Optional<Path> root = repository(file);
        return root.isPresent()
                && new IgnoredFiles(rules -> Content.of(text(root.get().resolve(rules))))
                        .has(root.get().relativize(file));
    }

    @Override
    public String inSource(String file, String path) {
        Path root = rootOf(absolute(Path.of(file)), path);
        return ManifestFiles.name(root.resolve(path.replaceFirst("^/+", "")).normalize());
    }

    @Override
    public boolean isOwn(String file, String url) {
        String own = repository(absolute(Path.of(file))).map(this::urlOf).orElse(this.url);
        return url.isEmpty() || own.isEmpty() || isSame(own, url);
    }

    /** A folder of the source that has a file; null if it has no such folder, or is another repository. */
    public @Nullable Path folder(Path file, String path, String url) {
        Path folder = Path.of(inSource(file.toString(), path));
        boolean isHere = folder.startsWith(rootOf(absolute(file), path)) && Files.isDirectory(folder);
        return isHere && isOwn(file.toString(), url) ? folder : null;
    }

    /** Sets the address of the repository, for a copy of its files. */
    public void at(String address) {
        url = address;
    }

    /** The address of the repository of a folder; empty if it has none. */
    String urlOf(Path root) {
        if (!url.isEmpty()) {
            return url;
        }
        try {
            Path config = root.resolve(".git").resolve("config");
            Matcher found = URL.matcher(Files.isRegularFile(config) ? Files.readString(config) : "");
            return found.find() ? found.group(1) : "";
        } catch (IOException unreadable) {
            return "";
        }
    }

    /** Whether two addresses are of the same repository, or of a fork. */
    static boolean isSame(String one, String other) {
        return base(one).equals(base(other));
    }

    /** The name of a repository: a fork has the same. */
    private static String base(String url) {
        return url.replaceFirst("/+$", "").replaceFirst("\\.git$", "").replaceFirst("^.*[/:]", "");
    }
}
