package dev.drawbridge.report;

import dev.drawbridge.field.Printable;

/**
 * The object of a finding.
 *
 * @param apiVersion its API group and version
 * @param kind its kind
 * @param namespace its namespace; empty if it has none
 * @param name its name, or what its name begins with; empty if it has neither
 */
public record ObjectReference(String apiVersion, String kind, String namespace, String name) {

    @Override
    public String toString() {
        return Printable.of(kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name);
    }
}
