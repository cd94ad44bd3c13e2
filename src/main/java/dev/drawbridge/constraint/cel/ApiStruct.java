package dev.drawbridge.constraint.cel;

import com.google.protobuf.NullValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A struct of the API's Go types as a map of its fields. Two of them are equal by their values: a nil list is an empty
 * one.
 *
 * <p>Source: {@code k8s.io/apiserver/pkg/cel/common/valuesschemalesstyped.go}; {@code
 * k8s.io/apimachinery/pkg/api/equality}, Semantic.
 */
@SuppressWarnings("serial")
public final class ApiStruct extends LinkedHashMap<String, Object> implements ApiValue {

    /** A list of the API's Go types. */
    public static final class Items extends ArrayList<Object> implements ApiValue {}

    /** A map of the API's Go types. */
    public static final class Entries extends LinkedHashMap<String, Object> implements ApiValue {}

    /** Null, as expressions see it. */
    static final Object NULL = NullValue.NULL_VALUE;

    /** The value as the maps and lists of its JSON, which expressions compare otherwise. */
    public static Object untyped(Object value) {
        if (value instanceof ApiValue && value instanceof Map<?, ?> map) {
            Map<Object, Object> fields = new LinkedHashMap<>();
            map.forEach((name, field) -> fields.put(name, untyped(field)));
            return fields;
        }
        return value instanceof Items items
                ? items.stream().map(ApiStruct::untyped).collect(Collectors.toCollection(ArrayList::new))
                : value;
    }

    /** Whether two structs, or what is in them, are equal. */
    static boolean areSame(Object one, Object other) {
        if (one == other || isEmpty(one) && isEmpty(other)) {
            return true;
        }
        if (one instanceof Map<?, ?> map && other instanceof Map<?, ?> others) {
            return map.size() == others.size()
                    && map.entrySet().stream()
                            .allMatch(entry -> others.get(entry.getKey()) != null
                                    && areSame(entry.getValue(), others.get(entry.getKey())));
        }
        if (one instanceof List<?> list && other instanceof List<?> others && list.size() == others.size()) {
            for (int i = 0; i < list.size(); i++) {
                if (!areSame(list.get(i), others.get(i))) {
                    return false;
                }
            }
            return true;
        }
        return one.equals(other);
    }

    private static boolean isEmpty(Object value) {
        return value == NULL
                || value instanceof List<?> list && list.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty();
    }
}
