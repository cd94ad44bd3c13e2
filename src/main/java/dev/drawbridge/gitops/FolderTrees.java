package dev.drawbridge.gitops;

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

    private static final byte[] NONE = {};

    private final Path base;
    private final Path head;
    private final ManifestFiles manifests;

    /** What was read of the base and the head where they are files: a pipe is read once. */
    private final Map<Path, byte[]> texts = new HashMap<>();

    /** A base and a head; files in them are paired by their paths below. */
    public FolderTrees(Path base, Path head, ManifestFiles manifests) {
        this.base = base;
        this.head = head;
        this.manifests = manifests;
    }

    @Override
    public List<Change> changes() throws IOException {
        Map<String, Path> before = files(base);
        Map<String, Path> after = files(head);
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(after.keySet());
        List<Change> changes = new ArrayList<>();
        for (String name : names) {
            Path old = before.get(name);
            Path now = after.get(name);
            byte[] oldText = text(old);
            byte[] newText = text(now);
            if (old == null || now == null || !Arrays.equals(oldText, newText)) {
                changes.add(new Change(name, shown(base, name, old), shown(head, name, now), oldText, newText));
            }
        }
        return changes;
    }

    @Override
    public List<Change> head() throws IOException {
        List<Change> all = new ArrayList<>();
        for (Path file : files(head).values()) {
            byte[] text = text(file);
            all.add(new Change(ManifestFiles.name(file), text, text));
        }
        return all;
    }

    private static String shown(Path root, String name, @Nullable Path file) {
        return ManifestFiles.name(file == null ? root.resolve(name) : file);
    }

    private byte[] text(@Nullable Path file) throws IOException {
        if (file == null) {
            return NONE;
        }
        byte[] known = texts.get(file);
        if (known != null) {
            return known;
        }
        byte[] text = ReadLimits.DEFAULT.text(file);
        if (file.equals(base) || file.equals(head)) {
            texts.put(file, text);
        }
        return text;
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
    public String baseName() {
        return ManifestFiles.name(base);
    }

    @Override
    public void close() {}
}
