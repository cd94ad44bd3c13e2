package dev.drawbridge.schema;

import dev.drawbridge.constraint.Numbers;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.port.Times;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Equality as the API server defines it: after decoding and defaulting, an unset field equals its zero value unless it
 * is a pointer, and an empty list equals an absent one.
 *
 * <p>Source: {@code k8s.io/apimachinery/pkg/api/equality}, Semantic. Opaque JSON is compared as JSON, not as bytes.
 */
final class Equality {

    private static final Value ZERO = new NumberValue("0", null);

    /** The kind of change from old to new, if the two differ. */
    static UpdateTag change(FieldNode field, ObjectValue object, ObjectValue old) {
        if (field.isStruct()) {
            return UpdateTag.NO_MODIFY;
        }
        if (field.effective(object.get(field.name), object) == null) {
            return UpdateTag.NO_UNSET;
        }
        return field.effective(old.get(field.name), old) == null ? UpdateTag.NO_SET : UpdateTag.NO_MODIFY;
    }

    static boolean sameField(FieldNode field, ObjectValue left, ObjectValue right) {
        Value one = field.effective(left.get(field.name), left);
        Value other = field.effective(right.get(field.name), right);
        if (field.isStruct()) {
            return same(field.node, one == null ? ObjectValue.EMPTY : one, other == null ? ObjectValue.EMPTY : other);
        }
        if (one == null || other == null) {
            Value set = one == null ? other : one;
            return set == null
                    || !field.pointer && isZeroQuantity(field.node, set)
                    || set instanceof ListValue list && list.size() == 0;
        }
        return same(field.node, one, other);
    }

    /** A quantity that is not set is zero to Go. */
    private static boolean isZeroQuantity(TypeNode type, @Nullable Value value) {
        return value != null
                && type instanceof ScalarNode scalar
                && scalar.kind() == ScalarKind.QUANTITY
                && Numbers.quantity(value).equals(Numbers.quantity(ZERO));
    }

    private static boolean same(TypeNode type, Value left, Value right) {
        if (left == right) {
            return true;
        }
        if (type instanceof ObjectNode object
                && left instanceof ObjectValue one
                && right instanceof ObjectValue other) {
            return sameObject(object, one, other);
        }
        if (type instanceof ListNode list && left instanceof ListValue one && right instanceof ListValue other) {
            return sameList(list, one, other);
        }
        if (type instanceof MapNode map && left instanceof ObjectValue one && right instanceof ObjectValue other) {
            return sameMap(map, one, other);
        }
        if (type instanceof ScalarNode scalar && scalar.kind() == ScalarKind.QUANTITY) {
            return Numbers.quantity(left).equals(Numbers.quantity(right));
        }
        if (type instanceof ScalarNode scalar && scalar.kind() == ScalarKind.TIME) {
            return Objects.equals(instant(left), instant(right));
        }
        return JsonEquality.same(left, right);
    }

    private static boolean sameObject(ObjectNode type, ObjectValue left, ObjectValue right) {
        for (FieldNode field : type.fields) {
            if (!sameField(field, left, right)) {
                return false;
            }
        }
        return type.hasLevel(left) == type.hasLevel(right);
    }

    private static boolean sameList(ListNode type, ListValue left, ListValue right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!sameItem(type.item(), left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameMap(MapNode type, ObjectValue left, ObjectValue right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            Value other = right.get(left.key(i));
            if (other == null || !sameItem(type.value(), left.value(i), other)) {
                return false;
            }
        }
        return true;
    }

    static boolean sameItem(TypeNode type, Value left, Value right) {
        return same(type, zeroForNull(type, left), zeroForNull(type, right));
    }

    private static @Nullable Object instant(Value value) {
        return value instanceof StringValue string ? Times.instant(string.value()) : value;
    }

    /** Go reads a null in a list or a map as the zero value of its type. */
    static Value zeroForNull(TypeNode type, Value value) {
        if (!(value instanceof NullValue)) {
            return value;
        }
        if (type instanceof ScalarNode scalar) {
            return scalar.kind() == ScalarKind.STRING
                    ? new StringValue("", value.position())
                    : scalar.kind() == ScalarKind.BOOLEAN
                            ? new BooleanValue(false, value.position())
                            : scalar.kind().isInteger() ? new NumberValue("0", value.position()) : value;
        }
        return type instanceof ObjectNode ? ObjectValue.EMPTY : value;
    }
}
