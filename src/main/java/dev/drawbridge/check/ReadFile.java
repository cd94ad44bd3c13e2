package dev.drawbridge.check;

import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.report.Skipped;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A file that has been read, in base and head.
 *
 * @param base its documents in the base, in the namespaces of the head's kustomizations, unless the base's put them
 *     into another one
 * @param text its text in the head, with placeholders filled in
 * @param isNamed whether it was named, not found in a folder
 * @param skipped the reason for not checking it; null if it is checked
 */
record ReadFile(
        Change change,
        ManifestFile base,
        ManifestFile head,
        byte[] text,
        boolean isNamed,
        @Nullable Skipped skipped) {

    private static final byte[] NOTHING = {};

    /** The file without its documents, which use most of the memory. */
    ReadFile withoutDocuments() {
        return new ReadFile(change, base.withoutManifests(), head.withoutManifests(), NOTHING, isNamed, skipped);
    }

    ReadFile without(Predicate<Manifest> left) {
        return head.manifests().stream().noneMatch(left)
                ? this
                : new ReadFile(change, base, head.without(left), text, isNamed, skipped);
    }
}
