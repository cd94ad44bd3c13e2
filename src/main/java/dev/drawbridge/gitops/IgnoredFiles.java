package dev.drawbridge.gitops;

import dev.drawbridge.check.Content;
import dev.drawbridge.manifest.ManifestFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.eclipse.jgit.ignore.IgnoreNode;

/** The files that Git ignores by the {@code .gitignore} files of their folders, which are read when needed. */
final class IgnoredFiles {

    private final Function<String, Content> texts;
    private final Map<String, IgnoreNode> rules = new HashMap<>();

    /** Ignored files of a repository; the texts are those of files, by their paths from the root. */
    IgnoredFiles(Function<String, Content> texts) {
        this.texts = texts;
    }

    /** Whether Git ignores a file, given by its path from the root. */
    boolean has(Path file) throws IOException {
        // The folders above it that have rules, by their depth, the nearest first.
        Deque<Integer> ruling = new ArrayDeque<>();
        for (int end = 1; end <= file.getNameCount(); end++) {
            if (!rules(file, end - 1).getRules().isEmpty()) {
                ruling.push(end - 1);
            }
            // The rules of the nearest folder win; what is below an ignored folder is ignored.
            Boolean isIgnored = null;
            for (int begin : ruling) {
                isIgnored = isIgnored != null
                        ? isIgnored
                        : rules(file, begin)
                                .checkIgnored(
                                        ManifestFiles.name(file.subpath(begin, end)),
                                        end < file.getNameCount()
                                                || !ManifestFiles.hasEnding(ManifestFiles.name(file)));
            }
            if (Boolean.TRUE.equals(isIgnored)) {
                return true;
            }
        }
        return false;
    }

    /** The rules of the folder that has the first names of a path. */
    private IgnoreNode rules(Path file, int names) throws IOException {
        String folder = names == 0 ? "" : ManifestFiles.name(file.subpath(0, names)) + "/";
        IgnoreNode node = rules.get(folder);
        if (node == null) {
            node = new IgnoreNode();
            node.parse(
                    new ByteArrayInputStream(texts.apply(folder + ".gitignore").text()));
            rules.put(folder, node);
        }
        return node;
    }
}
