package dev.drawbridge.reference;

import java.util.ArrayList;
import java.util.List;

/**
 * The names of a file that refer to objects, and the objects that they may refer to.
 *
 * @param undeclared claims of containers that their pod does not have, in kinds without rules in the API server
 * @param consumers the users of claims and templates
 */
public record ReferenceFacts(
        List<NamedObject> objects,
        List<Reference> references,
        List<Undeclared> undeclared,
        List<Reference> resources,
        List<Consumers> consumers) {

    /**
     * The pods that an object creates and that use a claim or a template.
     *
     * @param containers the number of containers of each that use it
     */
    public record Consumers(Reference reference, long pods, int containers) {}

    /** A claim of a container that its pod does not have, and why that is wrong. */
    public record Undeclared(Reference reference, String message) {}

    /** Facts to which others are added. */
    static ReferenceFacts growing() {
        return new ReferenceFacts(
                new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** A copy to which nothing is added. */
    ReferenceFacts copy() {
        return objects.isEmpty() && references.isEmpty() && undeclared.isEmpty()
                ? NONE
                : new ReferenceFacts(
                        List.copyOf(objects),
                        List.copyOf(references),
                        List.copyOf(undeclared),
                        List.copyOf(resources),
                        List.copyOf(consumers));
    }

    public static final ReferenceFacts NONE = new ReferenceFacts(List.of(), List.of(), List.of(), List.of(), List.of());
}
