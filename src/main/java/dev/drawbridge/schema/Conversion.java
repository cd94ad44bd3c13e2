package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Converts an object from one API version to another, by the tables of the two. Fields move into a level that only the
 * other version has, or out of one that it lacks. An object becomes the value of one of its fields if the other version
 * has only that value, and the reverse. A field that the other version does not have is dropped.
 *
 * <p>Source: {@code pkg/apis/resource/<version>/conversion.go}.
 */
public record Conversion(ObjectNode from, ObjectNode to, List<Converted.Lost> lost) {

    /** The directive of strategic merge patches: replace, merge, or delete the object that it is in. */
    private static final String DIRECTIVE = "$patch";

    /** The conversion between two targets' projections of a table. */
    public static Conversion of(ObjectSchema table, Target from, ObjectSchema other, Target to) {
        return new Conversion(Projector.project(table, from), Projector.project(other, to), List.of());
    }

    /** Converts the object. A new level has no position. */
    public Converted convert(ObjectValue object) {
        List<Converted.Lost> losses = new ArrayList<>();
        return new Converted(new Conversion(from, to, losses).convert(from, to, object), losses);
    }

    /**
     * A converted place in an object, with a value; empty if the original version has no such place.
     *
     * @param path the steps to it: names of fields, keys of maps, and places in lists
     * @param value null for no value
     */
    public Optional<ConvertedPlace> convert(List<String> path, @Nullable Value value) {
        List<Converted.Lost> losses = new ArrayList<>();
        List<String> steps = new ArrayList<>();
        TypeNode source = from;
        TypeNode target = to;
        for (int i = 0; i < path.size(); i++) {
            String name = path.get(i);
            if (source instanceof ListNode list && target instanceof ListNode other) {
                steps.add(name);
                source = list.item();
                target = other.item();
            } else if (source instanceof MapNode map && target instanceof MapNode other) {
                steps.add(name);
                source = map.value();
                target = other.value();
            } else if (source instanceof ObjectNode one && target instanceof ObjectNode other) {
                FieldNode field = one.field(name);
                if (field == null) {
                    return Optional.empty();
                }
                FieldNode same = other.field(name);
                FieldNode below = same == null ? level(name, one, other) : null;
                FieldNode moved = below == null ? same : ((ObjectNode) below.node).field(name);
                boolean isLifted =
                        other.unwritten != null && other.unwritten.name().equals(name);
                if (moved == null && (!isLifted || i == path.size() - 1)) {
                    losses.add(new Converted.Lost(name, null, true, null));
                    return Optional.of(new ConvertedPlace(path, value, losses));
                }
                if (below != null) {
                    steps.add(below.name);
                }
                if (moved != null) {
                    steps.add(name);
                }
                source = field.node;
                target = moved == null ? other : moved.node;
            } else {
                // Within an unconverted value, such as opaque parameters.
                steps.addAll(path.subList(i, path.size()));
                return source instanceof ScalarNode && target instanceof ScalarNode
                        ? Optional.of(new ConvertedPlace(steps, value, losses))
                        : Optional.empty();
            }
        }
        Value converted = value == null ? null : new Conversion(from, to, losses).convert(source, target, value);
        return Optional.of(new ConvertedPlace(steps, converted, losses));
    }

    private ObjectValue convert(ObjectNode source, ObjectNode target, ObjectValue object) {
        ObjectValue.Builder converted = ObjectValue.at(object.position());
        FieldNode level = null;
        for (int i = 0; i < object.size(); i++) {
            String name = object.key(i);
            FieldNode field = source.field(name);
            FieldNode same = target.field(name);
            FieldNode below = same == null ? level(name, source, target) : null;
            if (field != null && same != null) {
                add(field, same, object, i, converted);
            } else if (field != null && below != null) {
                if (level == null && (source.hasLevel(object) || field.isSet(object.value(i)))) {
                    level = below;
                    converted.add(below.name, deeper(source, target, below, object), null);
                }
            } else if (field != null
                    && target.unwritten != null
                    && target.unwritten.name().equals(name)
                    && field.node instanceof ObjectNode type
                    && object.value(i) instanceof ObjectValue inner) {
                lift(type, target, inner, converted);
            } else if (isDirective(name, object.value(i))) {
                converted.add(name, object.value(i), object.keyPosition(i));
            } else {
                lose(source, object, i, field);
            }
        }
        return converted.build();
    }

    /** Whether an entry is a directive of a strategic merge patch for its object. */
    private static boolean isDirective(String name, Value value) {
        return name.equals(DIRECTIVE) && value instanceof StringValue;
    }

    /** Adds a field, unless it is unset and writing it would set it in the other version. */
    private void add(FieldNode field, FieldNode same, ObjectValue object, int entry, ObjectValue.Builder converted) {
        Value value = object.value(entry);
        if (field.isSet(value) || !same.isSet(value)) {
            converted.add(field.name, convert(field.node, same.node, value), object.keyPosition(entry));
        }
    }

    /** Records a dropped field; a null has no meaning in any version. */
    private void lose(ObjectNode type, ObjectValue object, int entry, @Nullable FieldNode field) {
        if (field != null && object.value(entry) instanceof NullValue) {
            return;
        }
        String name = object.key(entry);
        String elsewhere = field == null ? type.table.elsewhere(name, type.target) : null;
        lost.add(new Converted.Lost(name, object.keyPosition(entry), field != null, elsewhere));
    }

    /** The level that only the other version has, with the fields that are in it there. */
    private ObjectValue deeper(ObjectNode source, ObjectNode target, FieldNode level, ObjectValue object) {
        ObjectValue.Builder deeper = ObjectValue.at(null);
        for (int i = 0; i < object.size(); i++) {
            String name = object.key(i);
            FieldNode field = source.field(name);
            boolean isBelow = field != null && target.field(name) == null && level(name, source, target) == level;
            FieldNode moved = isBelow ? ((ObjectNode) level.node).field(name) : null;
            if (field != null && moved != null) {
                add(field, moved, object, i, deeper);
            } else if (isBelow) {
                lose(source, object, i, field);
            }
        }
        return deeper.build();
    }

    /** The fields of a level that the other version does not have. */
    private void lift(ObjectNode level, ObjectNode target, ObjectValue inner, ObjectValue.Builder converted) {
        for (int i = 0; i < inner.size(); i++) {
            FieldNode field = level.field(inner.key(i));
            FieldNode same = target.field(inner.key(i));
            if (field != null && same != null) {
                add(field, same, inner, i, converted);
            } else {
                lose(level, inner, i, field);
            }
        }
    }

    /** The object that contains the field in the other version and is missing in this one; null if there is none. */
    private static @Nullable FieldNode level(String name, ObjectNode source, ObjectNode target) {
        ObjectSchema.Level unwritten = source.unwritten;
        return unwritten == null || !unwritten.fields().contains(name) ? null : target.field(unwritten.name());
    }

    private Value convert(TypeNode source, TypeNode target, Value value) {
        if (source instanceof ObjectNode one
                && target instanceof ObjectNode other
                && value instanceof ObjectValue object) {
            return convert(one, other, object);
        }
        if (source instanceof ListNode one && target instanceof ListNode other && value instanceof ListValue list) {
            return list.mapped(item -> {
                Value sent = one.item() instanceof ScalarNode ? Equality.zeroForNull(one.item(), item) : item;
                return convert(one.item(), other.item(), sent);
            });
        }
        if (source instanceof MapNode one && target instanceof MapNode other && value instanceof ObjectValue map) {
            return map.mapped(
                    (key, entry) -> isDirective(key, entry) ? entry : convert(one.value(), other.value(), entry));
        }
        return rewrapped(source, target, value);
    }

    private static Value rewrapped(TypeNode from, TypeNode to, Value value) {
        if (from instanceof ScalarNode && to instanceof ObjectNode target && !(value instanceof NullValue)) {
            return ObjectValue.at(null).add(target.onlyScalar().name, value).build();
        }
        if (from instanceof ObjectNode source && to instanceof ScalarNode && value instanceof ObjectValue object) {
            Value inner = object.get(source.onlyScalar().name);
            return inner == null ? new NullValue(value.position()) : inner;
        }
        return value;
    }
}
