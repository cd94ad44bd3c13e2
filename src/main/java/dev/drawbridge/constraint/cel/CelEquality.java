package dev.drawbridge.constraint.cel;

import com.google.common.primitives.UnsignedLong;
import com.google.protobuf.ByteString;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import dev.drawbridge.port.GoUrl;
import dev.drawbridge.port.Quantity;
import dev.drawbridge.port.SemanticVersion;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Equality as in cel-go. Values of different CEL types differ. Comparing a version, quantity, address, network, URL or
 * format with another type fails, but only for {@code ==} with such a value on the left; {@code !=} is true; and within
 * lists and maps, incomparable entries count as equal. This looks like a bug, but verdicts depend on it.
 *
 * <p>Source: {@code github.com/google/cel-go/common/types}, the Equal methods of each type, and {@code
 * interpreter/interpretable.go}, evalEq and evalNe, versions 0.26.0 and 0.29.2; {@code k8s.io/apiserver/pkg/cel}:
 * semver.go, quantity.go, ip.go, cidr.go, url.go, format.go.
 */
enum CelEquality {
    EQUAL,
    DIFFERENT,
    /** "no such overload". */
    INCOMPARABLE;

    private static final double TWO_TO_63 = 0x1p63;
    private static final double TWO_TO_64 = 0x1p64;

    private static CelEquality of(boolean isEqual) {
        return isEqual ? EQUAL : DIFFERENT;
    }

    /** Compares two values of an expression, the left one first. */
    static CelEquality of(@Nullable Object left, @Nullable Object right) {
        return isNull(left) || isNull(right) ? of(isNull(left) && isNull(right)) : ofReceiver(left, right);
    }

    /** Compares by the left value alone, without a special case for null, as a search of a list does. */
    static CelEquality ofReceiver(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null || isNull(left)) {
            return of(isNull(left) && isNull(right));
        }
        if (left instanceof Number number) {
            return of(right instanceof Number other && areEqual(number, other));
        }
        if (left instanceof List<?> list) {
            return list instanceof JoinedList ? ofJoined(list, right) : ofLists(list, right);
        }
        if (left instanceof Map<?, ?> map) {
            return ofMaps(map, right);
        }
        if (left instanceof Optional<?> optional) {
            return ofOptionals(optional, right);
        }
        return CelValues.isOfKubernetes(left) ? ofKubernetes(left, right) : of(left.equals(right));
    }

    /** Whether a list has the value; incomparable entries count as different. */
    static boolean contains(Collection<?> list, @Nullable Object value) {
        for (Object entry : list) {
            if (ofReceiver(value, entry) == EQUAL) {
                return true;
            }
        }
        return false;
    }

    static boolean isNull(@Nullable Object value) {
        return value == null || value instanceof NullValue || value instanceof com.google.protobuf.NullValue;
    }

    private static CelEquality ofKubernetes(Object left, Object right) {
        if (left instanceof SemanticVersion one && right instanceof SemanticVersion other) {
            return of(one.compareTo(other) == 0);
        }
        // A sum is a pointer in Go, and so of a different type.
        boolean isPointer = right instanceof Quantity quantity && quantity.isSum();
        return left.getClass() == right.getClass() && !isPointer ? of(left.equals(right)) : INCOMPARABLE;
    }

    private static CelEquality ofLists(List<?> left, Object right) {
        if (!(right instanceof List<?> other)) {
            return ofOther(left);
        }
        if (left.size() != other.size()) {
            return DIFFERENT;
        }
        Iterator<?> others = other.iterator();
        for (Object entry : left) {
            CelEquality found = of(entry, others.next());
            if (found == DIFFERENT || found == INCOMPARABLE && left instanceof ApiValue) {
                return DIFFERENT;
            }
        }
        return EQUAL;
    }

    /** Compares a concatenated list on the left: unlike in other lists, incomparable entries make it fail. */
    private static CelEquality ofJoined(List<?> left, Object right) {
        CelEquality found = ofLists(left, right);
        if (found == EQUAL && right instanceof List<?> other) {
            Iterator<?> others = other.iterator();
            for (Object entry : left) {
                if (of(entry, others.next()) == INCOMPARABLE) {
                    return INCOMPARABLE;
                }
            }
        }
        return found;
    }

    private static CelEquality ofMaps(Map<?, ?> left, Object right) {
        if (left instanceof ApiStruct && right instanceof ApiStruct) {
            return of(ApiStruct.areSame(left, right));
        }
        if (!(right instanceof Map<?, ?> other)) {
            return ofOther(left);
        }
        if (left.size() != other.size()) {
            return DIFFERENT;
        }
        for (Map.Entry<?, ?> entry : left.entrySet()) {
            Object found = find(other, entry.getKey());
            CelEquality ofEntry = found == null ? DIFFERENT : of(entry.getValue(), found);
            if (ofEntry == DIFFERENT || ofEntry == INCOMPARABLE && left instanceof ApiValue) {
                return left instanceof ApiStruct ? ofEntry : DIFFERENT;
            }
        }
        return EQUAL;
    }

    /** Compares a value that has parts with another that has none, or other parts. */
    private static CelEquality ofOther(Object left) {
        return left instanceof ApiValue ? INCOMPARABLE : DIFFERENT;
    }

    /** The value of a key; null if there is none. */
    static @Nullable Object find(Map<?, ?> map, Object key) {
        if (key instanceof String) {
            return map.get(key);
        }
        Object found = key(map, key);
        return found == null ? null : map.get(found);
    }

    /**
     * The key of a map, which cel-go keeps in a hash table, that a value is; null if there is none. An integer is also
     * a key of the other type, and a whole floating-point number an integer; values that are pointers in Go are only
     * found if they are the same.
     *
     * <p>Source: {@code common/types/map.go}, refValMapAccessor.Find.
     */
    static @Nullable Object key(Map<?, ?> map, Object value) {
        if (value instanceof Quantity
                || value instanceof GoUrl
                || value instanceof Collection<?>
                || value instanceof Map<?, ?>
                || value instanceof Optional<?>) {
            return map.keySet().stream().filter(key -> key == value).findFirst().orElse(null);
        }
        if (!hasHash(value) && !map.isEmpty()) {
            throw GoPanic.unhashable(value);
        }
        // A domain that a device lacks is found, but is not a key.
        Collection<?> keys = map.keySet();
        return keys.contains(value) ? value : value instanceof Number number ? converted(number, keys) : null;
    }

    private static @Nullable Number converted(Number number, Collection<?> keys) {
        if (number instanceof Double fraction && fraction != Math.rint(fraction)) {
            return null;
        }
        Number integer = number.longValue();
        Number natural = number.doubleValue() < 0 ? integer : UnsignedLong.fromLongBits(number.longValue());
        boolean fits = number.doubleValue() >= -TWO_TO_63 && number.doubleValue() < TWO_TO_63;
        return fits && keys.contains(integer) ? integer : keys.contains(natural) ? natural : null;
    }

    static boolean hasHash(@Nullable Object value) {
        return !(value instanceof SemanticVersion
                || value instanceof NamedFormat
                || value instanceof CelByteString
                || value instanceof ByteString);
    }

    private static CelEquality ofOptionals(Optional<?> left, Object right) {
        if (!(right instanceof Optional<?> other) || left.isPresent() != other.isPresent()) {
            return DIFFERENT;
        }
        return left.isPresent() ? ofReceiver(left.get(), other.get()) : EQUAL;
    }

    /** Integers are compared with a floating-point number after conversion to the nearest one. */
    private static boolean areEqual(Number one, Number other) {
        if (one instanceof Double number) {
            return isEqual(number, other);
        }
        if (other instanceof Double number) {
            return isEqual(number, one);
        }
        if (one instanceof UnsignedLong || other instanceof UnsignedLong) {
            boolean areNatural = isNatural(one) && isNatural(other);
            return areNatural && one.longValue() == other.longValue();
        }
        return one.longValue() == other.longValue();
    }

    private static boolean isNatural(Number number) {
        return number instanceof UnsignedLong || number.longValue() >= 0;
    }

    private static boolean isEqual(double number, Number other) {
        if (other instanceof UnsignedLong natural) {
            return number >= 0 && number <= TWO_TO_64 && number == natural.doubleValue();
        }
        return other instanceof Double
                ? number == other.doubleValue()
                : number >= -TWO_TO_63 && number <= TWO_TO_63 && number == other.doubleValue();
    }

    /**
     * Whether the value is one of these constants, which cel-go keeps in a hash table.
     *
     * <p>Source: {@code interpreter/decorators.go}, maybeOptimizeSetMembership.
     */
    static boolean isAmongConstants(@Nullable Object value, Collection<?> constants) {
        if (!hasHash(value)) {
            throw GoPanic.unhashable(value);
        }
        return contains(constants, value);
    }
}
