package dev.drawbridge.manifest;

import dev.drawbridge.document.ObjectValue;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An object in a file.
 *
 * @param file the file's name, as the user wrote it
 * @param within the path of the object in its document, with a dot at its end; empty if it is the document
 * @param apiVersion its API group and version; of an entry of a list such as a ResourceClaimList that names none, the
 *     list's
 * @param kind its kind; the same
 * @param namespaces the namespaces in which kustomizations, or a release, put it; empty for its own
 */
public record Manifest(
        String file, String within, ObjectValue object, String apiVersion, String kind, Set<String> namespaces) {

    public Manifest(String file, String within, ObjectValue object, String apiVersion, String kind) {
        this(file, within, object, apiVersion, kind, Set.of());
    }

    public Manifest with(ObjectValue other) {
        return new Manifest(file, within, other, apiVersion, kind, namespaces);
    }

    /** The object as one of another type. */
    public Manifest as(String otherVersion, String otherKind) {
        return new Manifest(file, within, object, otherVersion, otherKind, namespaces);
    }

    /** The object in other namespaces; if there are several, only those of a Namespace count. */
    public Manifest in(Set<String> others) {
        return others.isEmpty() ? this : new Manifest(file, within, object, apiVersion, kind, others);
    }

    /** Its namespace, or the given one if it has none. */
    public String namespace(String otherwise) {
        if (namespaces.size() == 1) {
            return namespaces.iterator().next();
        }
        String namespace = object.object("metadata").string("namespace");
        return namespace.isEmpty() ? otherwise : namespace;
    }

    /** The namespaces in which it is put, or the given one; those of a Namespace are its names. */
    public Stream<String> places(String otherwise) {
        return namespaces.isEmpty()
                ? Stream.of(namespace(otherwise))
                : namespaces.stream().map(one -> one.isEmpty() ? otherwise : one);
    }

    /** Its name; empty if the server makes one. */
    public String name() {
        return object.object("metadata").string("name");
    }

    /** Its {@code generateName}; empty if it has none. */
    public String generateName() {
        return object.object("metadata").string("generateName");
    }
}
