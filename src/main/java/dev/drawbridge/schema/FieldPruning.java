package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Removes the fields that the server drops before it validates, because a gate is off or because of the update, and
 * finds the gates that a stored object needs. JSON types of removed fields are still checked, since the server has
 * decoded them. An object that loses nothing is not copied.
 */
final class FieldPruning {

    private final SchemaWalker walker;
    private boolean hasRemoved;

    FieldPruning(SchemaWalker walker) {
        this.walker = walker;
    }

    ObjectValue object(ObjectNode type, ObjectValue object, @Nullable ObjectValue old) {
        if (!type.hasDropped) {
            return object;
        }
        ObjectValue left = object.mapped((key, value) -> kept(type.field(key), value, old));
        return old == null ? left : withoutRemoved(type, left, old);
    }

    /** Whether entries of a list were removed, so that later ones have moved. */
    boolean hasRemoved() {
        return hasRemoved;
    }

    private ObjectValue withoutRemoved(ObjectNode type, ObjectValue object, ObjectValue old) {
        ObjectValue left = object;
        for (FieldNode field : type.losingEntries) {
            int entry = left.indexOf(field.name);
            if (field.removal != null && entry >= 0 && left.value(entry) instanceof ListValue list) {
                ListValue rest =
                        rest(field, field.removal, list, field.removal.which().removed(left, old));
                left = rest == list ? left : left.with(entry, rest);
            }
        }
        return left;
    }

    private ListValue rest(FieldNode field, FieldNode.Removal removal, ListValue list, Predicate<Value> isRemoved) {
        return list.mapped((index, item) -> {
            if (!isRemoved.test(item)) {
                return item;
            }
            hasRemoved = true;
            walker.removed(field, index, removal.entry(), item);
            return null;
        });
    }

    private Value kept(@Nullable FieldNode field, Value value, @Nullable ObjectValue old) {
        if (field == null) {
            return value;
        }
        if (field.dropped) {
            walker.dropped(field, value);
            return value instanceof NullValue ? value : NullValue.inPlaceOf(value);
        }
        if (!losesSomething(field.node)) {
            return value;
        }
        walker.path().enter(field.name);
        Value kept = value(field.node, value, old == null ? null : old.get(field.name));
        walker.path().leave();
        return kept;
    }

    private static boolean losesSomething(TypeNode type) {
        ObjectNode objects = ObjectNode.in(type);
        return objects != null && objects.hasDropped;
    }

    private Value value(TypeNode type, Value value, @Nullable Value old) {
        if (type instanceof ObjectNode object && value instanceof ObjectValue fields) {
            return object(object, fields, old instanceof ObjectValue stored ? stored : null);
        }
        ObjectNode objects = ObjectNode.in(type);
        if (objects == null || !objects.hasDropped) {
            return value;
        }
        if (type instanceof ListNode && value instanceof ListValue items) {
            return items(objects, items);
        }
        return type instanceof MapNode map && value instanceof ObjectValue entries
                ? entries(map, objects, entries)
                : value;
    }

    private ObjectValue entries(MapNode type, ObjectNode values, ObjectValue map) {
        return map.mapped((key, value) -> {
            walker.path().enterKey(key, type.shown());
            Value pruned = value(values, value, null);
            walker.path().leave();
            return pruned;
        });
    }

    private ListValue items(ObjectNode type, ListValue items) {
        return items.mapped((index, item) -> {
            walker.path().enter(index);
            Value pruned = value(type, item, null);
            walker.path().leave();
            return pruned;
        });
    }

    /** The disabled gates whose fields the object has: of all, or of those that the server would have dropped. */
    static FeatureGates gates(ObjectNode type, ObjectValue object, boolean dropped) {
        FeatureGates gates = FeatureGates.NONE;
        if (!type.hasGateOff) {
            return gates;
        }
        for (int i = 0; i < object.size(); i++) {
            FieldNode field = type.field(object.key(i));
            Value value = object.value(i);
            if (field == null) {
                continue;
            }
            if ((dropped ? field.showsGate : field.gateOff) && field.isSet(value)) {
                gates = gates.and(field.gates);
            }
            if (ObjectNode.in(field.node) != null) {
                gates = gates.and(gates(field.node, value, dropped));
            }
        }
        return gates;
    }

    /** Recursion by the type, whose depth is limited, not by the value's, which is not. */
    private static FeatureGates gates(TypeNode type, Value value, boolean dropped) {
        ObjectNode objects = ObjectNode.in(type);
        FeatureGates gates = FeatureGates.NONE;
        if (objects == null || !objects.hasGateOff) {
            return gates;
        }
        if (type instanceof ObjectNode && value instanceof ObjectValue object) {
            return gates(objects, object, dropped);
        }
        if (type instanceof ListNode && value instanceof ListValue items) {
            for (int i = 0; i < items.size(); i++) {
                gates = gates.and(gatesOf(objects, items.get(i), dropped));
            }
        } else if (type instanceof MapNode && value instanceof ObjectValue map) {
            for (int i = 0; i < map.size(); i++) {
                gates = gates.and(gatesOf(objects, map.value(i), dropped));
            }
        }
        return gates;
    }

    private static FeatureGates gatesOf(ObjectNode type, Value entry, boolean dropped) {
        return entry instanceof ObjectValue object ? gates(type, object, dropped) : FeatureGates.NONE;
    }
}
