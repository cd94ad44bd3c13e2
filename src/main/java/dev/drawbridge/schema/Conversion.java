package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import org.jspecify.annotations.Nullable;

/**
 * Converts an object from one API version to another, by the tables of the two. Fields move into a level that only the other version
 * has, or out of one that it lacks. An object becomes the value of one of its fields where the other version has only that value,
 * and the reverse. A field that the other version does not have is left out.
 *
 * <p>Source: {@code pkg/apis/resource/<version>/conversion.go}.
 */
public final class Conversion {

    private final ObjectNode from;
    private final ObjectNode to;

    private Conversion(ObjectNode from, ObjectNode to) {
        this.from = from;
        this.to = to;
    }

    /** From a table as one target has it to the same as another has it. */
    public static Conversion of(ObjectSchema table, Target from, ObjectSchema other, Target to) {
        return new Conversion(Projector.project(table, from), Projector.project(other, to));
    }

    /** The object in the words of the other version. */
    public ObjectValue convert(ObjectValue object) {
        return convert(from, to, object);
    }

    private static ObjectValue convert(ObjectNode from, ObjectNode to, ObjectValue object) {
        ObjectValue.Builder converted = ObjectValue.at(object.position());
        ObjectValue.Builder deeper = ObjectValue.at(object.position());
        FieldNode level = null;
        for (int i = 0; i < object.size(); i++) {
            String name = object.key(i);
            FieldNode source = from.field(name);
            if (source == null) {
                continue;
            }
            FieldNode target = to.field(name);
            FieldNode below = target == null ? level(name, from, to) : null;
            if (target != null) {
                converted.add(name, convert(source.node, target.node, object.value(i)), object.keyPosition(i));
            } else if (below != null) {
                level = below;
                FieldNode moved = ((ObjectNode) below.node).field(name);
                if (moved != null) {
                    deeper.add(name, convert(source.node, moved.node, object.value(i)), object.keyPosition(i));
                }
            } else if (to.unwritten != null
                    && to.unwritten.name().equals(name)
                    && source.node instanceof ObjectNode type
                    && object.value(i) instanceof ObjectValue inner) {
                lift(type, to, inner, converted);
            }
        }
        if (level != null) {
            converted.add(level.name, deeper.build(), object.keyPosition(0));
        }
        return converted.build();
    }

    /** The fields of a level that the other version does not have. */
    private static void lift(ObjectNode level, ObjectNode to, ObjectValue inner, ObjectValue.Builder converted) {
        for (int i = 0; i < inner.size(); i++) {
            FieldNode source = level.field(inner.key(i));
            FieldNode target = to.field(inner.key(i));
            if (source != null && target != null) {
                converted.add(inner.key(i), convert(source.node, target.node, inner.value(i)), inner.keyPosition(i));
            }
        }
    }

    /** The level that holds the field in the other version and is not written in this one; null where there is none. */
    private static @Nullable FieldNode level(String name, ObjectNode from, ObjectNode to) {
        ObjectSchema.Level unwritten = from.unwritten;
        return unwritten == null || !unwritten.fields().contains(name) ? null : to.field(unwritten.name());
    }

    private static Value convert(Node from, Node to, Value value) {
        if (from instanceof ObjectNode source
                && to instanceof ObjectNode target
                && value instanceof ObjectValue object) {
            return convert(source, target, object);
        }
        if (from instanceof ListNode source && to instanceof ListNode target && value instanceof ListValue list) {
            ListValue.Builder converted = ListValue.at(list.position());
            for (int i = 0; i < list.size(); i++) {
                converted.add(convert(source.item(), target.item(), list.get(i)));
            }
            return converted.build();
        }
        if (from instanceof MapNode source && to instanceof MapNode target && value instanceof ObjectValue map) {
            ObjectValue.Builder converted = ObjectValue.at(map.position());
            for (int i = 0; i < map.size(); i++) {
                converted.add(map.key(i), convert(source.value(), target.value(), map.value(i)), map.keyPosition(i));
            }
            return converted.build();
        }
        return rewrapped(from, to, value);
    }

    private static Value rewrapped(Node from, Node to, Value value) {
        if (from instanceof ScalarNode && to instanceof ObjectNode target && !(value instanceof NullValue)) {
            return ObjectValue.at(value.position())
                    .add(target.standIn().name, value, value.position())
                    .build();
        }
        if (from instanceof ObjectNode source && to instanceof ScalarNode && value instanceof ObjectValue object) {
            Value inner = object.get(source.standIn().name);
            return inner == null ? new NullValue(value.position()) : inner;
        }
        return value;
    }
}
