package dev.drawbridge.schema;

import java.util.EnumSet;
import java.util.Set;

/**
 * The operations of requests that the API server validates by rules, those on subresources included. Which part of an
 * object each one writes is a column of the table.
 */
public enum Operation {
    /** CREATE, without an old object; {@code status} is ignored. */
    CREATE,
    /** UPDATE of the object: {@code status} is not read. */
    UPDATE,
    /** UPDATE of {@code /status}: {@code spec} is not read. */
    UPDATE_STATUS,
    /** UPDATE of {@code /ephemeralcontainers} of a pod: nothing else is read. */
    UPDATE_EPHEMERAL_CONTAINERS,
    /** UPDATE of {@code /resize} of a pod: nothing but the resources of its containers is read. */
    UPDATE_RESIZE;

    /** The requests of every kind; the others are of pods. */
    public static final Set<Operation> USUAL = Set.copyOf(EnumSet.of(CREATE, UPDATE, UPDATE_STATUS));
}
