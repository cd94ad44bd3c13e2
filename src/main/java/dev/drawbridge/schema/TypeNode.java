package dev.drawbridge.schema;

/** The projection of a {@link FieldType} for one target. */
sealed interface TypeNode permits ScalarNode, ListNode, MapNode, ObjectNode {

    default boolean isObject() {
        return false;
    }
}
