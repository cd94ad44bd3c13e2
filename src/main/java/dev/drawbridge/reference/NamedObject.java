package dev.drawbridge.reference;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import java.util.List;

/**
 * An object that others refer to by its name, or a driver that a ResourceSlice is of.
 *
 * @param requests the names of its requests, and of their alternatives with a slash between; empty if it has none
 */
public record NamedObject(
        ReferenceKind kind,
        String name,
        ObjectPlace place,
        List<String> requests,
        List<String> classes,
        List<ObjectValue> config) {

    public NamedObject(
            ReferenceKind kind, String name, ObjectPlace place, List<String> requests, List<String> classes) {
        this(kind, name, place, requests, classes, List.of());
    }

    /** The same object at another place. */
    public NamedObject at(Finding.Location other) {
        ObjectPlace at = new ObjectPlace(
                place.object(), place.within(), place.namespace(), other.file(), other.position(), place.lines());
        return new NamedObject(kind, name, at, requests, classes, config);
    }

    /** Whether it may be in a namespace. An object that names none is in that of the command that applies it. */
    public boolean isIn(String namespace) {
        return place.namespace().isEmpty()
                || namespace.isEmpty()
                || place.namespace().equals(namespace);
    }

    /** Whether the controller of another object creates it. */
    public boolean isCreated() {
        return kind.isNamespaced() && !place.object().kind().equals(kind.label());
    }

    /** Its place, and the object whose controller creates it. */
    public String origin() {
        ObjectReference by = place.object();
        return (isCreated() ? "created by " + by.kind() + " " + by.name() + ", " : "") + place;
    }

    /** The object and its place, as messages have them. */
    @Override
    public String toString() {
        return kind.label() + " " + name + " (" + origin() + ")";
    }
}
