package dev.drawbridge.fleet;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.SemanticVersion;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

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

    static Attribute of(Value value) {
        if (!(value instanceof ObjectValue attribute)) {
            return EMPTY;
        }
        for (String kind : List.of("ints", "bools", "strings", "versions")) {
            List<Value> written = attribute.list(kind).items();
            List<Object> items = written.stream()
                    .map(item -> scalar(kind.substring(0, kind.length() - 1), item))
                    .filter(Objects::nonNull)
                    .toList();
            if (!written.isEmpty()) {
                return items.size() == written.size() ? new Attribute(items) : EMPTY;
            }
        }
        for (String kind : List.of("int", "bool", "string", "version")) {
            Object scalar = scalar(kind, attribute.get(kind));
            if (scalar != null) {
                return new Attribute(scalar);
            }
        }
        return EMPTY;
    }

    private static @Nullable Object scalar(String kind, @Nullable Value value) {
        return switch (kind) {
            case "int" -> value instanceof NumberValue number ? Fields.integer(number, 0) : null;
            case "bool" -> value instanceof BooleanValue bool ? bool.value() : null;
            case "string" -> value instanceof StringValue text ? text.value() : null;
            default -> value instanceof StringValue text ? SemanticVersion.parse(text.value()) : null;
        };
    }

    /** The attribute with its versions without their build metadata. */
    public Attribute withoutBuild() {
        if (value instanceof List<?> list) {
            return new Attribute(list.stream()
                    .map(item -> new Attribute(item).withoutBuild().value())
                    .toList());
        }
        return value instanceof SemanticVersion version ? new Attribute(version.withoutBuild()) : this;
    }

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
