package dev.drawbridge.schema;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.ErrorType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is left of a {@link FieldRow} for one target. */
final class FieldNode {

    final String name;
    final Node node;
    final FieldRow.Presence presence;
    final List<ErrorType> missing;
    final boolean pointer;
    final Set<FieldRow.Change> barred;
    final @Nullable Value defaultValue;

    /** The field's bit in the set of fields that an object has. */
    final long bit;

    FieldNode(FieldRow row, Node node, boolean judged, int ordinal) {
        this.name = row.name();
        this.node = node;
        this.presence = judged ? row.presence() : FieldRow.Presence.OPTIONAL;
        this.missing = row.missing();
        this.pointer = row.isPointer();
        this.barred = judged ? row.barred() : Set.of();
        this.defaultValue = row.defaultText() == null ? null : new StringValue(row.defaultText(), null);
        this.bit = 1L << ordinal;
    }

    /** Whether there is anything to judge where an object does not have the field. */
    boolean mattersWhenAbsent() {
        return presence == FieldRow.Presence.REQUIRED
                || presence == FieldRow.Presence.DOCUMENTED
                || barred.contains(FieldRow.Change.NO_UNSET)
                || isStruct();
    }

    /** A Go struct that is no pointer: it is always there. */
    boolean isStruct() {
        return !pointer && node instanceof ObjectNode;
    }

    /** The value that the server would validate: the default where the field is unset; null where it stays unset. */
    @Nullable
    Value effective(@Nullable Value value) {
        if (value != null && isSet(value)) {
            return value;
        }
        return defaultValue;
    }

    /** Whether Go takes the value for a set field: not null, and not the zero value of a type that is no pointer. */
    boolean isSet(Value value) {
        if (value instanceof NullValue) {
            return false;
        }
        if (pointer) {
            return true;
        }
        if (node instanceof ScalarNode scalar) {
            return !scalar.kind().isZero(value);
        }
        if (value instanceof ListValue list) {
            return list.size() > 0;
        }
        return !(node instanceof MapNode) || !(value instanceof ObjectValue map) || map.size() > 0;
    }

    /** Whether Go's reflection finds the field not zero: an empty list or map is there. */
    boolean isNonZero(Value value) {
        if (value instanceof NullValue || value instanceof BooleanValue bool && !bool.value() && !pointer) {
            return false;
        }
        return pointer || !(node instanceof ScalarNode scalar) || !scalar.kind().isZero(value);
    }
}
