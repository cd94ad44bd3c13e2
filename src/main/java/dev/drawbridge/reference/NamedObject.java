package dev.drawbridge.reference;

import java.util.List;

/**
 * An object that others refer to by its name, or a driver that a ResourceSlice is of.
 *
 * @param requests the names of its requests, and of their alternatives with a slash between; empty if it has none
 * @param classes the classes that it requests
 */
public record NamedObject(
        ReferenceKind kind, String name, ObjectPlace place, List<String> requests, List<String> classes) {

    /** Whether it may be in a namespace. An object that names none is in that of the command that applies it. */
    boolean isIn(String namespace) {
        return place.namespace().isEmpty()
                || namespace.isEmpty()
                || place.namespace().equals(namespace);
    }

    /** The object and its place, as messages have them. */
    @Override
    public String toString() {
        return kind.label() + " " + name + " (" + place + ")";
    }
}
