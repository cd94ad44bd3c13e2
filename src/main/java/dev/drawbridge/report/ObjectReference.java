package dev.drawbridge.report;

import dev.drawbridge.field.Printable;

/**
 * The object of a finding.
 *
 * @param namespace its namespace; empty if it has none
 * @param name its name, or what its name begins with; empty if it has neither
 */
public record ObjectReference(String apiVersion, String kind, String namespace, String name) {

    /** The length of the longest valid name. */
    private static final int MAX_NAME = 253;

    @Override
    public String toString() {
        return Printable.of(cut(kind) + " " + (namespace.isEmpty() ? "" : cut(namespace) + "/") + cut(name));
    }

    private static String cut(String name) {
        return name.length() <= MAX_NAME ? name : name.substring(0, MAX_NAME) + "…";
    }
}
