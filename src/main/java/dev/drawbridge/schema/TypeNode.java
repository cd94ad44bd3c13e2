package dev.drawbridge.schema;

import org.jspecify.annotations.Nullable;

/** The projection of a {@link FieldType} for one target. */
sealed interface TypeNode permits ScalarNode, ListNode, MapNode, ObjectNode {

    /** The objects in it: itself, or those of the list or the map that it is; null if it holds none. */
    default @Nullable ObjectNode objects() {
        return null;
    }
}
