package dev.drawbridge.policy;

import dev.drawbridge.constraint.cel.ApiStruct;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads objects and lists in the value of an object. */
final class TypedFields {

    /** The object at a key; a new one if it is missing. */
    static Map<String, Object> of(Map<String, Object> object, String key) {
        Object value = object.get(key);
        return value instanceof Map<?, ?> ? as(value) : new LinkedHashMap<>();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> as(Object value) {
        return (Map<String, Object>) value;
    }

    /** Adds an object to the list at a key; to a new one if it is missing. */
    static void add(Map<String, Object> object, String key, Map<String, Object> item) {
        List<Map<String, Object>> items = items(object, key);
        items.add(item);
        object.put(key, list(items));
    }

    /** A list of the API's Go types. */
    static List<Object> list(List<Map<String, Object>> items) {
        List<Object> list = new ApiStruct.Items();
        list.addAll(items);
        return list;
    }

    static List<Map<String, Object>> items(Map<String, Object> map, String key) {
        List<Map<String, Object>> items = new ArrayList<>();
        if (map.get(key) instanceof List<?> list) {
            list.forEach(item -> items.add(as(item)));
        }
        return items;
    }
}
