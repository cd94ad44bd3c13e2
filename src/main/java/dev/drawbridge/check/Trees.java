package dev.drawbridge.check;

import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The input of a check: a base and a head. The base of a plain check is empty; that of the merge gate is a revision or
 * a folder.
 */
public interface Trees extends AutoCloseable, SourceRepository {

    /** Whether there is a base. Without one, every manifest of the head is a change. */
    default boolean hasBase() {
        return !baseName().isEmpty();
    }

    /** The manifests that differ, by path. */
    List<Change> changes() throws IOException;

    /** The kustomizations that differ, also those that are not checked. */
    default List<Change> kustomizations() throws IOException {
        return changes().stream()
                .filter(one -> Kustomizations.isKustomization(one.place()))
                .toList();
    }

    /** Whether the settings of the base have a file checked. */
    default boolean wasChecked(String path) {
        return true;
    }

    /** Every manifest of the head, changed or not, with its text in both fields. */
    default List<Change> head() throws IOException {
        return changes();
    }

    /** Every manifest of the head, also outside the paths that are checked. */
    default List<Change> everywhere() throws IOException {
        return head();
    }

    /** The files that differ, and that settings or options leave out. */
    default List<Change> unchecked() throws IOException {
        return List.of();
    }

    /** These changes, and the other files of the head. */
    default List<Change> all(List<Change> changes) throws IOException {
        Map<String, Change> all = new LinkedHashMap<>();
        head().forEach(file -> all.put(file.path(), file));
        changes.forEach(change -> all.put(change.path(), change));
        return List.copyOf(all.values());
    }

    /** The patches of the head's kustomizations, which are not objects. */
    default Kustomizations patches() throws IOException {
        Kustomizations patches = new Kustomizations();
        for (Change file : head()) {
            if (Kustomizations.isKustomization(file.place())) {
                patches.add(file.place(), file.head().text());
            }
        }
        return patches;
    }

    /** The kustomizations of the base, if those of the head are these. */
    default Kustomizations before(Kustomizations patches) throws IOException {
        Map<String, byte[]> base = new LinkedHashMap<>();
        for (Change one : hasBase() ? kustomizations() : List.<Change>of()) {
            base.put(one.place(), one.base().text());
        }
        return base.isEmpty() ? patches : patches.with(base);
    }

    /** The trees as they are written, if these are rendered. */
    default Trees written() {
        return this;
    }

    /** The files of a fleet at a path as a person types it, changed or not; empty if the trees have nothing there. */
    default List<Change> fleet(String path) throws IOException {
        return List.of();
    }

    /** A file in base and head, by its path as a person types it; null if it is outside the trees. */
    default @Nullable Change file(Path file) throws IOException {
        return null;
    }

    /** Whether the head, or else the base, may have a file or folder at this place. */
    default boolean has(String place, boolean isInHead) throws IOException {
        return true;
    }

    /** Changes that cannot be read. */
    default List<Skipped> skipped() {
        return List.of();
    }

    /** Whether a file was named by its path, not found in a folder: one that cannot be read is an error. */
    default boolean isNamed(String path) {
        return false;
    }

    /** The files from which manifests were rendered. */
    default RenderedSources sources() {
        return new RenderedSources();
    }

    /** What Kustomizations of Flux apply; nothing if they are not followed. */
    default AppliedObjects applied(List<Manifest> objects) {
        return AppliedObjects.NOTHING;
    }

    /** A file's path as a person would type it. */
    default String typed(String path) {
        return path;
    }

    /** The name of the base, for messages; empty without one. */
    default String baseName() {
        return "";
    }

    @Override
    default void close() {}
}
