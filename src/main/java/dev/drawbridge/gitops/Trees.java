package dev.drawbridge.gitops;

import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.util.List;

/** A base and a head: two revisions, a revision and the work tree, or two folders. */
public interface Trees extends AutoCloseable {

    /** The manifests that differ, by path. */
    List<Change> changes() throws IOException;

    /** Every manifest of the head, with its text in both fields. */
    List<Change> head() throws IOException;

    /** Every manifest of the head, also outside the paths that are checked. */
    default List<Change> everywhere() throws IOException {
        return head();
    }

    /** The kustomizations of the head. */
    default List<Change> kustomizations() throws IOException {
        return head().stream()
                .filter(file -> KustomizePatches.NAMES.contains(
                        file.path().substring(file.path().lastIndexOf('/') + 1)))
                .toList();
    }

    /** The files of a fleet at a path as a person types it, changed or not; none where the trees have nothing there. */
    default List<Change> fleet(String path) throws IOException {
        return List.of();
    }

    /** What has changed and is not read. */
    default List<Skipped> skipped() {
        return List.of();
    }

    /** A file's path as a person would type it, where reports have it from the root. */
    default String typed(String path) {
        return path;
    }

    /** The name of the base, for messages. */
    String baseName();

    @Override
    void close();
}
