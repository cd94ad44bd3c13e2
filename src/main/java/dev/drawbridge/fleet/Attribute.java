package dev.drawbridge.fleet;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The value of an attribute of a device.
 *
 * <p>Attributes are equal as constraints compare them: type and value are the same, lists have the same order, and
 * versions the same text.
 *
 * @param value a Long, Boolean, String or SemanticVersion, or a list of one of these
 */
public record Attribute(Object value) {

    /** An attribute whose value cannot be read: it is missing, or its type is unknown to the release. */
    public static final Attribute EMPTY = new Attribute(List.of());

    /** Whether it is a list. */
    public boolean isList() {
        return value instanceof List<?>;
    }

    /** Its values, one by one; empty for an empty list. */
    public Set<Attribute> values() {
        return value instanceof List<?> list
                ? list.stream().map(Attribute::new).collect(Collectors.toUnmodifiableSet())
                : Set.of(this);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
