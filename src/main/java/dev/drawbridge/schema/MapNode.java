package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;

/**
 * The projection of a map.
 *
 * @param keys the check of each key, reported at its value
 * @param keysAtMap the check of each key, reported at the map
 * @param asksKeysBeyondLimit whether keys are validated if there are too many
 * @param shown the number of characters of a key that a path shows
 */
record MapNode(
        TypeNode value,
        Constraint[] keys,
        Constraint[] keysAtMap,
        Constraint[] limit,
        boolean asksKeysBeyondLimit,
        int shown,
        Constraint[] constraints)
        implements TypeNode {}
