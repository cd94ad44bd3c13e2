package dev.drawbridge.check;

import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Lines;
import dev.drawbridge.report.ObjectReference;
import org.jspecify.annotations.Nullable;

/**
 * The place of an object with a name or a reference.
 *
 * @param within the path of the object in its document, with a dot at its end; empty if it is the document
 * @param namespace empty if it has none
 * @param folder the folder of its file, with a slash at its end
 * @param start where it begins
 * @param lines the lines of its file, if findings need excerpts
 */
record ObjectPlace(
        ObjectReference object,
        String within,
        String namespace,
        String file,
        String folder,
        @Nullable Position start,
        Lines lines) {

    /** {@code FILE:LINE:COLUMN}. */
    @Override
    public String toString() {
        return file + (start == null ? "" : ":" + start);
    }
}
