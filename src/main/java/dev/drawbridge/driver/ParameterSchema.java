package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A schema of parameters: the common part of JSON Schema and the structural schemas of CustomResourceDefinitions.
 * Absent lists and maps are empty.
 *
 * @param types the allowed JSON types; empty if all are
 * @param format a format, such as {@code quantity}; empty for none
 */
record ParameterSchema(
        Documentation documentation,
        Set<String> types,
        String format,
        List<SchemaLimit> limits,
        ListItems items,
        ObjectFields fields,
        Combinations combined,
        ParameterRules rules) {

    /**
     * What is only shown.
     *
     * @param versions the versions of the driver that have it, as text; empty if all have
     */
    record Documentation(String description, String versions) {}

    /**
     * The entries of lists.
     *
     * @param schema the schema of each entry; null for any
     */
    record ListItems(@Nullable ParameterSchema schema, boolean areUnique) {}

    /**
     * The fields of objects.
     *
     * @param elsewhere fields that only other versions of the driver have, with these versions as text
     * @param additional the schema of other fields; null if they are not allowed
     * @param allowsAll whether other fields may have any value
     */
    record ObjectFields(
            Map<String, ParameterSchema> properties,
            Map<String, String> elsewhere,
            Map<LinearPattern, ParameterSchema> patternProperties,
            @Nullable ParameterSchema additional,
            boolean allowsAll,
            List<String> required) {

        /** Whether unknown fields are errors. */
        boolean areClosed() {
            return !allowsAll && additional == null;
        }
    }

    /** Schemas for the same value. */
    record Combinations(
            List<ParameterSchema> allOf,
            List<ParameterSchema> anyOf,
            List<ParameterSchema> oneOf,
            @Nullable ParameterSchema not) {}

    /** Whether the value has one of the types. */
    boolean hasType(Value value) {
        return types.isEmpty() || types.stream().anyMatch(type -> isOf(type, value));
    }

    private static boolean isOf(String type, Value value) {
        return switch (type) {
            case "object" -> value instanceof ObjectValue;
            case "array" -> value instanceof ListValue;
            case "string" -> value instanceof StringValue;
            case "boolean" -> value instanceof BooleanValue;
            case "null" -> value instanceof NullValue;
            case "number" -> value instanceof NumberValue;
            default -> value instanceof NumberValue number && number.isIntegerBetween(Long.MIN_VALUE, Long.MAX_VALUE);
        };
    }

    /** The type in the manual. */
    String type() {
        if (items.schema != null) {
            return "[]" + items.schema.type();
        }
        if (fields.additional != null && fields.properties.isEmpty()) {
            return "map[string]" + fields.additional.type();
        }
        if (!format.isEmpty()) {
            return format;
        }
        return types.isEmpty() ? "any" : types.stream().sorted().collect(Collectors.joining(" or "));
    }

    /** The schema as JSON Schema (draft-07 and 2020-12), for editors: all but rules in CEL and gates. */
    Map<String, Object> json() {
        Map<String, Object> schema = new LinkedHashMap<>();
        put(schema, "description", documentation.description);
        put(schema, "type", types.size() == 1 ? types.iterator().next() : List.copyOf(types));
        limits.forEach(limit -> schema.putAll(limit.demand().keywords()));
        put(schema, "required", fields.required);
        put(schema, "properties", json(fields.properties, Function.identity()));
        put(schema, "patternProperties", json(fields.patternProperties, Object::toString));
        if (fields.additional != null) {
            schema.put("additionalProperties", fields.additional.json());
        } else if (fields.areClosed()) {
            schema.put("additionalProperties", false);
        }
        if (items.schema != null) {
            schema.put("items", items.schema.json());
        }
        if (items.areUnique) {
            schema.put("uniqueItems", true);
        }
        put(schema, "allOf", combined.allOf.stream().map(ParameterSchema::json).toList());
        put(schema, "anyOf", combined.anyOf.stream().map(ParameterSchema::json).toList());
        put(schema, "oneOf", combined.oneOf.stream().map(ParameterSchema::json).toList());
        if (combined.not != null) {
            schema.put("not", combined.not.json());
        }
        return schema;
    }

    private static <K> Map<String, Object> json(Map<K, ParameterSchema> schemas, Function<K, String> name) {
        Map<String, Object> all = new LinkedHashMap<>();
        schemas.forEach((key, value) -> all.put(name.apply(key), value.json()));
        return all;
    }

    /** Puts a value unless it is empty. */
    private static void put(Map<String, Object> into, String key, Object value) {
        if (!List.of("", List.of(), Map.of()).contains(value)) {
            into.put(key, value);
        }
    }
}
