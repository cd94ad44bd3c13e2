package dev.drawbridge.reference;

import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.report.ObjectReference;
import org.jspecify.annotations.Nullable;

/**
 * The place of an object with a name or a reference.
 *
 * @param within the path of the object in its document, with a dot at its end; empty if it is the document
 * @param namespace empty if it has none
 * @param lines the lines of its file, if findings need excerpts
 */
public record ObjectPlace(
        ObjectReference object,
        String within,
        String namespace,
        String file,
        @Nullable Position start,
        Lines lines) {

    /** The place of the same object in another namespace. */
    public ObjectPlace in(String other) {
        ObjectReference moved = new ObjectReference(object.apiVersion(), object.kind(), other, object.name());
        return other.equals(namespace) ? this : new ObjectPlace(moved, within, other, file, start, lines);
    }

    /** The folder of its file, with a slash at its end. */
    public String folder() {
        return folder(file);
    }

    /** The folder of a file, with a slash at its end; what kustomize renders is a folder of its own. */
    public static String folder(String file) {
        return Kustomizations.isRendered(file) ? file + "/" : file.substring(0, file.lastIndexOf('/') + 1);
    }

    /** {@code FILE:LINE:COLUMN}. */
    @Override
    public String toString() {
        return file + (start == null ? "" : ":" + start);
    }
}
