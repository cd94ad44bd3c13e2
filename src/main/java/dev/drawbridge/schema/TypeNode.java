package dev.drawbridge.schema;

/** The projection of a {@link FieldType} for one target. */
sealed interface TypeNode permits ScalarNode, ListNode, MapNode, ObjectNode {

    /** Whether it is an object. */
    default boolean isObject() {
        return false;
    }
}
