package dev.drawbridge.fleet;

import dev.drawbridge.constraint.content.SemanticVersion;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The value of an attribute of a device.
 *
 * @param value a Long, Boolean, String or SemanticVersion, or a list of one of these
 */
public record Attribute(Object value) {

    /** An attribute whose value cannot be read: it has none, or one of a type that the release does not know. */
    public static final Attribute EMPTY = new Attribute(List.of());

    /** A version as constraints compare it, by its text. */
    private record VersionText(String text) {}

    /** Whether it has several values. */
    public boolean isList() {
        return value instanceof List<?>;
    }

    /** Its values as constraints compare them; empty of an empty list. */
    public Set<Object> values() {
        return value instanceof List<?> list
                ? list.stream().map(Attribute::comparable).collect(Collectors.toUnmodifiableSet())
                : Set.of(comparable(value));
    }

    private static Object comparable(Object value) {
        return value instanceof SemanticVersion version ? new VersionText(version.toString()) : value;
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
