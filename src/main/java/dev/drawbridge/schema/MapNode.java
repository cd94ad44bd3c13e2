package dev.drawbridge.schema;

import dev.drawbridge.constraint.Constraint;
import org.jspecify.annotations.Nullable;

/**
 * The projection of a map.
 *
 * @param keys what is checked on each key, reported at its value
 * @param keysAtMap what is checked on each key, reported at the map
 * @param limit how many keys it may have
 * @param asksKeysBeyondLimit whether the keys of one that has more are validated
 * @param shown how many characters of a key a path shows
 */
record MapNode(
        TypeNode value,
        Constraint[] keys,
        Constraint[] keysAtMap,
        Constraint[] limit,
        boolean asksKeysBeyondLimit,
        int shown,
        Constraint[] constraints)
        implements TypeNode {

    @Override
    public @Nullable ObjectNode objects() {
        return value instanceof ObjectNode object ? object : null;
    }
}
