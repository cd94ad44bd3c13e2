package dev.drawbridge.schema;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;

/**
 * Takes out of an object what the server drops before it validates, since a gate is off, and which gates a stored object needs. What is
 * taken out is shown to the walk for its JSON types: the server has decoded it. An object that loses nothing is not copied.
 */
final class Pruning {

    private final SchemaWalker walker;

    Pruning(SchemaWalker walker) {
        this.walker = walker;
    }

    ObjectValue object(ObjectNode type, ObjectValue object) {
        if (!type.hasDropped) {
            return object;
        }
        ObjectValue pruned = ObjectValue.emptyAt(object.position());
        boolean same = true;
        for (int i = 0; i < object.size(); i++) {
            FieldNode field = type.field(object.key(i));
            if (field != null && field.dropped) {
                walker.dropped(field, object.value(i));
                pruned.add(object.key(i), taken(object.value(i)), object.keyPosition(i));
                same = false;
                continue;
            }
            Value value = object.value(i);
            if (field != null) {
                walker.place().enter(field.name);
                value = value(field.node, value);
                walker.place().leave();
            }
            same &= value == object.value(i);
            pruned.add(object.key(i), value, object.keyPosition(i));
        }
        return same ? object : pruned;
    }

    private static NullValue taken(Value value) {
        return value instanceof NullValue none ? none : NullValue.TAKEN_AWAY;
    }

    private Value value(Node type, Value value) {
        if (type instanceof ObjectNode object && value instanceof ObjectValue fields) {
            return object(object, fields);
        }
        ObjectNode objects = type.objects();
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
        ObjectValue pruned = ObjectValue.emptyAt(map.position());
        boolean same = true;
        for (int i = 0; i < map.size(); i++) {
            walker.place().enterKey(map.key(i), type.shown());
            Value value = value(values, map.value(i));
            walker.place().leave();
            same &= value == map.value(i);
            pruned.add(map.key(i), value, map.keyPosition(i));
        }
        return same ? map : pruned;
    }

    private ListValue items(ObjectNode type, ListValue items) {
        ListValue pruned = ListValue.emptyAt(items.position());
        boolean same = true;
        for (int i = 0; i < items.size(); i++) {
            walker.place().enter(i);
            Value item = value(type, items.get(i));
            walker.place().leave();
            same &= item == items.get(i);
            pruned.add(item);
        }
        return same ? items : pruned;
    }

    /** The gates without which the server would have dropped something that the stored object has. */
    static FeatureGates gatesInUse(ObjectNode type, ObjectValue stored) {
        FeatureGates inUse = FeatureGates.NONE;
        if (!type.hasGateOff) {
            return inUse;
        }
        for (int i = 0; i < stored.size(); i++) {
            FieldNode field = type.field(stored.key(i));
            Value value = stored.value(i);
            if (field == null) {
                continue;
            }
            if (field.gateOff && field.isSet(value)) {
                inUse = inUse.and(field.gates);
            } else if (field.node.objects() != null) {
                inUse = inUse.and(gatesInUse(field.node, value));
            }
        }
        return inUse;
    }

    private static FeatureGates gatesInUse(Node type, Value stored) {
        ObjectNode objects = type.objects();
        if (objects == null || !objects.hasGateOff) {
            return FeatureGates.NONE;
        }
        FeatureGates inUse = FeatureGates.NONE;
        if (type instanceof ObjectNode && stored instanceof ObjectValue below) {
            inUse = gatesInUse(objects, below);
        } else if (stored instanceof ListValue items) {
            for (int i = 0; i < items.size(); i++) {
                inUse = inUse.and(gatesInUse((Node) objects, items.get(i)));
            }
        } else if (stored instanceof ObjectValue map) {
            for (int i = 0; i < map.size(); i++) {
                inUse = inUse.and(gatesInUse((Node) objects, map.value(i)));
            }
        }
        return inUse;
    }
}
