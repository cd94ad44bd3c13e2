package dev.drawbridge.fit.cause;

import dev.drawbridge.document.Locator;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import org.jspecify.annotations.Nullable;

/**
 * A field of an object in a file.
 *
 * @param value the position of its value or key, if known; otherwise it is found by the path
 */
public record ObjectField(
        Manifest object, FieldPath path, @Nullable Position value) {

    /** Creates a field whose position is found by its path. */
    public ObjectField(Manifest object, FieldPath path) {
        this(object, path, null);
    }

    public ObjectField child(String name) {
        return new ObjectField(object, path.child(name));
    }

    /** The list entry with this index, from 0. */
    public ObjectField index(int entry) {
        return new ObjectField(object, path.index(entry));
    }

    /** The position of the field, or of the nearest existing parent; null if the object has no lines. */
    public @Nullable Position position() {
        return value != null ? value : Locator.ofValue(object.object(), path);
    }

    /** The position as {@code FILE:LINE}; empty if the object is not from a file. */
    public String place() {
        if (object.file().isEmpty()) {
            return "";
        }
        Position position = position();
        return position == null ? object.file() : object.file() + ":" + position.line();
    }
}
