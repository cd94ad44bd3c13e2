package dev.drawbridge.gitops;

import java.util.HashSet;
import java.util.Set;

/**
 * What the Kustomizations and Applications of a revision are and have, also those that do not build; what the base has
 * and the head lacks is lost.
 *
 * @param items the Kustomizations, Applications and sources
 * @param variables the variables that each Kustomization substitutes
 * @param data the ConfigMaps and Secrets that each Kustomization reads variables from
 */
public record FluxInventory(Set<Item> items, Set<Part> variables, Set<Part> data) {

    /** An object by its kind and name, in its file, or that of the outermost Kustomization that applies it. */
    public record Item(String file, String object) {

        /** The name of what it applies. */
        String text() {
            return file + ": " + object + "/flux";
        }
    }

    /** Something that belongs to an object, by its name. */
    public record Part(Item of, String name) {}

    public FluxInventory() {
        this(new HashSet<>(), new HashSet<>(), new HashSet<>());
    }

    public void addAll(FluxInventory other) {
        items.addAll(other.items);
        variables.addAll(other.variables);
        data.addAll(other.data);
    }
}
