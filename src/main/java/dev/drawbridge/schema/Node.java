package dev.drawbridge.schema;

/** What is left of a {@link FieldType} for one target. */
sealed interface Node permits ScalarNode, ListNode, MapNode, ObjectNode {}
