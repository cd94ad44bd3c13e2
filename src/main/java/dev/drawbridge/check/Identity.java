package dev.drawbridge.check;

import dev.drawbridge.manifest.Manifest;

/** The identity of an object in a cluster, independent of API version; no namespace if its kind has none. */
public record Identity(String group, String kind, String namespace, String name) {

    /** The identity of a document in this namespace. */
    public static Identity of(Manifest manifest, String namespace) {
        int slash = manifest.apiVersion().indexOf('/');
        String group = slash < 0 ? "" : manifest.apiVersion().substring(0, slash);
        return new Identity(group, manifest.kind(), namespace, manifest.name());
    }
}
