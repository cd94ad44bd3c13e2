package dev.drawbridge.manifest;

import dev.drawbridge.document.Unreadable;
import dev.drawbridge.field.Position;
import java.util.List;

/**
 * What was found in a file.
 *
 * @param name the file's name, as the user wrote it
 * @param lines its lines, for excerpts
 * @param manifests its objects, those of Lists one by one
 * @param others how many documents are not objects
 * @param unreadable where reading stopped; empty where it did not
 * @param unread where text begins that kubectl drops in silence
 * @param suppressions the comments in it that suppress findings
 * @param isTemplate whether what could not be read is the template of a manifest, such as Helm's
 */
public record ManifestFile(
        String name,
        Lines lines,
        List<Manifest> manifests,
        int others,
        List<Unreadable> unreadable,
        List<Position> unread,
        List<Suppression> suppressions,
        boolean isTemplate) {}
