package dev.drawbridge.cli;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that paths mean in a base and a head in Git.
 *
 * @param folder the folder of the user in the trees
 * @param isOfRevision whether the head is a revision, not the work tree
 */
record ComparedFiles(Path folder, Trees trees, boolean isOfRevision) {

    /** The files at a path, in base and head. */
    List<Change> at(String path) {
        try {
            return trees.fleet(path);
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }

    private List<Change> inRevision(String path) {
        return isOfRevision ? at(path) : List.of();
    }

    /** Whether the head has nothing at a path. */
    boolean isMissing(String path) {
        List<Change> files = inRevision(path);
        return files.isEmpty() ? isMissingOnDisk(path) : areGone(files);
    }

    static boolean isMissingOnDisk(String path) {
        return !Files.exists(Path.of(path)) && FleetSettings.files(path).isEmpty();
    }

    /** Whether the head has none of the files. */
    static boolean areGone(List<Change> files) {
        return files.stream().allMatch(one -> one.head() == Content.NONE);
    }

    /** The texts of the files at a path, by name, if the head is a revision. */
    Map<String, byte[]> texts(String path) throws IOException {
        Map<String, byte[]> texts = new LinkedHashMap<>();
        for (Change one : inRevision(path)) {
            if (one.head() != Content.NONE) {
                texts.put(trees.typed(one.path()), one.head().text());
            }
        }
        return texts;
    }

    /** A file in base and head; null if it is outside the trees. */
    @Nullable
    Change file(Path file) throws IOException {
        return trees.file(folder.relativize(file));
    }
}
