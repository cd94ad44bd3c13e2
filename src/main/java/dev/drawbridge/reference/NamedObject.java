package dev.drawbridge.reference;

import java.util.List;

/**
 * An object that others refer to by its name, or a driver that a ResourceSlice is of.
 *
 * @param requests the names of its requests, and of their alternatives with a slash between; empty if it has none
 * @param classes the classes that it requests
 * @param sharing how the devices of a claim may be shared
 */
public record NamedObject(
        ReferenceKind kind,
        String name,
        ObjectPlace place,
        List<String> requests,
        List<String> classes,
        Sharing sharing) {

    /** How several pods, or the containers of one, may share the devices of a claim. */
    public enum Sharing {
        /** As far as is known, pods may share them. */
        ANY,

        /** The driver prepares them for one pod only. */
        ONE_POD,

        /** The driver's parameters share a device between all users of the claim. */
        BY_PARAMETERS
    }

    /** An object whose devices may be shared as far as is known. */
    public NamedObject(
            ReferenceKind kind, String name, ObjectPlace place, List<String> requests, List<String> classes) {
        this(kind, name, place, requests, classes, Sharing.ANY);
    }

    /** Whether it may be in a namespace. An object that names none is in that of the command that applies it. */
    boolean isIn(String namespace) {
        return place.namespace().isEmpty()
                || namespace.isEmpty()
                || place.namespace().equals(namespace);
    }

    /** Its place, and the object whose controller creates it. */
    public String origin() {
        String by = place.object().kind();
        boolean isMade = kind.isNamespaced() && !by.equals(kind.label());
        return (isMade ? "created by " + by + " " + place.object().name() + ", " : "") + place;
    }

    /** The object and its place, as messages have them. */
    @Override
    public String toString() {
        return kind.label() + " " + name + " (" + origin() + ")";
    }
}
