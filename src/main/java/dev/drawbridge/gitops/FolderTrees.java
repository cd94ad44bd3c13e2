package dev.drawbridge.gitops;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.InputFiles;
import dev.drawbridge.check.Trees;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.ManifestFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Two folders of rendered manifests, or two files, which may be pipes. */
public final class FolderTrees implements Trees {

    private final Path base;
    private final Path head;
    private final ManifestFiles manifests;

    /** Contents of a base or head that is a file, since a pipe can be read only once. */
    private final Map<Path, byte[]> texts = new HashMap<>();

    /** Creates a base and a head; their files are paired by relative path. */
    public FolderTrees(Path base, Path head, ManifestFiles manifests) {
        this.base = base;
        this.head = head;
        this.manifests = manifests;
    }

    @Override
    public List<Change> changes() throws IOException {
        Map<String, Path> olds = files(base);
        Map<String, Path> news = files(head);
        TreeSet<String> names = new TreeSet<>(olds.keySet());
        names.addAll(news.keySet());
        List<Change> changes = new ArrayList<>();
        for (String name : names) {
            Path old = olds.get(name);
            Path now = news.get(name);
            Content before = content(old);
            Content after = content(now);
            if (old == null || now == null || !Arrays.equals(before.text(), after.text())) {
                changes.add(new Change(name, shown(base, name, old), shown(head, name, now), before, after));
            }
        }
        return changes;
    }

    @Override
    public List<Change> head() throws IOException {
        List<Change> all = new ArrayList<>();
        for (Map.Entry<String, Path> file : files(head).entrySet()) {
            String name = ManifestFiles.name(file.getValue());
            Content text = content(file.getValue());
            all.add(new Change(file.getKey(), name, name, text, text));
        }
        return all;
    }

    @Override
    public boolean has(String place, boolean isInHead) throws IOException {
        return InputFiles.exists((isInHead ? head : base).resolve(place));
    }

    private static String shown(Path root, String name, @Nullable Path file) {
        return ManifestFiles.name(file == null ? root.resolve(name) : file);
    }

    /** The content of a file; a pipe is read once. */
    private Content content(@Nullable Path file) throws IOException {
        if (file == null) {
            return Content.NONE;
        }
        if (!file.equals(base) && !file.equals(head)) {
            return () -> ReadLimits.DEFAULT.text(file);
        }
        byte[] text = texts.get(file);
        if (text == null) {
            text = ReadLimits.DEFAULT.text(file);
            texts.put(file, text);
        }
        return Content.of(text);
    }

    private Map<String, Path> files(Path root) throws IOException {
        if (Files.exists(root) && !Files.isDirectory(root)) {
            return Map.of(root.toString(), root);
        }
        Map<String, Path> files = new TreeMap<>();
        for (Path file : manifests.of(List.of(root.toString()))) {
            files.put(ManifestFiles.name(root.relativize(file)), file);
        }
        return files;
    }

    @Override
    public boolean isNamed(String path) {
        return path.equals(ManifestFiles.name(base)) || path.equals(ManifestFiles.name(head));
    }

    @Override
    public String baseName() {
        return ManifestFiles.name(base);
    }
}
