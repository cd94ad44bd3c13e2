package dev.drawbridge.fit;

import dev.drawbridge.document.Locator;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Manifest;
import org.jspecify.annotations.Nullable;

/** A field of an object in a file. */
public record ObjectField(Manifest object, FieldPath path) {

    /** The field of this name below. */
    public ObjectField child(String name) {
        return new ObjectField(object, path.child(name));
    }

    /** The list entry below, counted from 0. */
    public ObjectField index(int entry) {
        return new ObjectField(object, path.index(entry));
    }

    /** Where it is, or the nearest field above that is there; null if the object has no lines. */
    public @Nullable Position position() {
        return Locator.ofValue(object.object(), path);
    }

    /** The place as {@code FILE:LINE}; empty of an object that is not of a file. */
    public String place() {
        if (object.file().isEmpty()) {
            return "";
        }
        Position position = position();
        return position == null ? object.file() : object.file() + ":" + position.line();
    }
}
