package dev.drawbridge.admission;

import dev.drawbridge.field.Printable;

/**
 * The object of a review, limited to what may be logged. Absent parts are empty.
 *
 * @param apiVersion group and version, such as {@code resource.k8s.io/v1alpha2}
 * @param operation CREATE, UPDATE, DELETE or CONNECT
 * @param uid the review's uid, not the object's
 */
public record ReviewedObject(
        String apiVersion, String kind, String namespace, String name, String operation, String uid) {

    /** {@code namespace/name}, or only the name if there is no namespace. */
    public String qualifiedName() {
        return namespace.isEmpty() ? name : namespace + "/" + name;
    }

    @Override
    public String toString() {
        return Printable.of(operation + " " + kind + " " + qualifiedName() + " (uid " + uid + ")");
    }
}
