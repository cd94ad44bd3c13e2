package dev.drawbridge.fleet;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The value of an attribute of a device.
 *
 * <p>Two are equal as constraints compare: of the same type, a list in the same order, and a version by its text.
 *
 * @param value a Long, Boolean, String or SemanticVersion, or a list of one of these
 */
public record Attribute(Object value) {

    /** An attribute whose value cannot be read: it has none, or one of a type that the release does not know. */
    public static final Attribute EMPTY = new Attribute(List.of());

    /** Whether it has several values. */
    public boolean isList() {
        return value instanceof List<?>;
    }

    /** Its values, each of them alone; empty of an empty list. */
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
