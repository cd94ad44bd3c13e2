package dev.drawbridge.schema;

import dev.drawbridge.constraint.ValidationContext;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.Value;

/** Warnings for fields that the server silently drops before it stores an object, origin {@code dropped}. */
final class DroppedFieldWarnings {

    static void warnOfGate(FieldNode field, Value value, ValidationContext context) {
        if (field.pointer && !field.emptied || holdsSomething(field.node, value)) {
            context.warnOfLoss("dropped by the API server: feature gate " + field.gates + " is off");
        }
    }

    /** The fields of the part at the context, such as status, that a create does not read. */
    static void warnOfRequest(ObjectNode type, ObjectValue object, ValidationContext context) {
        for (FieldNode field : type.fields) {
            Value value = object.get(field.name);
            ObjectNode objects = ObjectNode.in(field.node);
            if (objects != null && objects.table.isPart()) {
                continue;
            }
            if (value != null && field.isSet(value) && holdsSomething(field.node, value)) {
                context.at(field.name).warnOfLoss("dropped by the API server: ignored on create");
            }
        }
    }

    /** The entry at the context, which the update has made obsolete. */
    static void warnOfUpdate(ValidationContext context) {
        context.warnOfLoss("dropped by the API server: this update deallocates the device");
    }

    /** A struct with only empty structs has nothing to drop. */
    private static boolean holdsSomething(TypeNode type, Value value) {
        if (type instanceof ObjectNode struct && value instanceof ObjectValue object) {
            for (FieldNode field : struct.fields) {
                Value below = object.get(field.name);
                if (below != null && holdsSomething(field.node, below)) {
                    return true;
                }
            }
            return false;
        }
        if (value instanceof ObjectValue map) {
            return map.size() > 0;
        }
        return value instanceof ListValue list ? list.size() > 0 : !(value instanceof NullValue);
    }
}
