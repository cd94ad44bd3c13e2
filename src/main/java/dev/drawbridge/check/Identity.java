package dev.drawbridge.check;

import dev.drawbridge.manifest.Manifest;

/**
 * What makes two documents one object of a cluster, in whatever API version they are written.
 *
 * @param group the API group
 * @param kind the kind
 * @param namespace the namespace; empty if the kind has none
 * @param name the name
 */
public record Identity(String group, String kind, String namespace, String name) {

    /** That of a document in this namespace. */
    public static Identity of(Manifest manifest, String namespace) {
        int slash = manifest.apiVersion().indexOf('/');
        String group = slash < 0 ? "" : manifest.apiVersion().substring(0, slash);
        return new Identity(group, manifest.kind(), namespace, manifest.name());
    }
}
