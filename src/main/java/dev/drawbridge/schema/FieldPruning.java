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
        ObjectValue.Builder pruned = null;
        for (int i = 0; i < object.size(); i++) {
            Value value = object.value(i);
            Value kept = kept(type.field(object.key(i)), value, old);
            if (kept != value && pruned == null) {
                pruned = object.first(i);
            }
            if (pruned != null) {
                pruned.add(object.key(i), kept, object.keyPosition(i));
            }
        }
        ObjectValue left = pruned == null ? object : pruned.build();
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
                left = rest.size() == list.size() ? left : left.with(entry, rest);
            }
        }
        return left;
    }

    private ListValue rest(FieldNode field, FieldNode.Removal removal, ListValue list, Predicate<Value> isRemoved) {
        ListValue.Builder rest = ListValue.at(list.position());
        for (int i = 0; i < list.size(); i++) {
            if (isRemoved.test(list.get(i))) {
                hasRemoved = true;
                walker.removed(field, i, removal.entry(), list.get(i));
            } else {
                rest.add(list.get(i));
            }
        }
        return rest.build();
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
        ObjectValue.Builder pruned = null;
        for (int i = 0; i < map.size(); i++) {
            walker.path().enterKey(map.key(i), type.shown());
            Value value = value(values, map.value(i), null);
            walker.path().leave();
            if (value != map.value(i) && pruned == null) {
                pruned = map.first(i);
            }
            if (pruned != null) {
                pruned.add(map.key(i), value, map.keyPosition(i));
            }
        }
        return pruned == null ? map : pruned.build();
    }

    private ListValue items(ObjectNode type, ListValue items) {
        ListValue.Builder pruned = null;
        for (int i = 0; i < items.size(); i++) {
            walker.path().enter(i);
            Value item = value(type, items.get(i), null);
            walker.path().leave();
            if (item != items.get(i) && pruned == null) {
                pruned = items.first(i);
            }
            if (pruned != null) {
                pruned.add(item);
            }
        }
        return pruned == null ? items : pruned.build();
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
