package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.driver.ParameterSchema.Combinations;
import dev.drawbridge.driver.ParameterSchema.NumberLimits;
import dev.drawbridge.driver.ParameterSchema.ObjectFields;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parameters of a driver as JSON Schema (draft-07 and 2020-12), for editors: all but rules in CEL and gates. */
public final class ParameterJsonSchema {

    private ParameterJsonSchema() {}

    /**
     * The schema of one kind, or of all if the kind is null.
     *
     * @param draft the address of the draft
     * @return maps, lists, strings, numbers and booleans
     * @throws IllegalArgumentException with a message if the driver or the kind is not known
     */
    public static Map<String, Object> of(DriverRegistry registry, String driver, @Nullable String kind, String draft) {
        List<DriverEntry> entries = registry.entries(driver);
        if (entries.isEmpty()) {
            throw new IllegalArgumentException(
                    "no schema for driver \"" + driver + "\"" + Spelling.hint(driver, registry.names()));
        }
        List<DriverEntry.ParameterKind> kinds = entries.stream()
                .flatMap(entry -> entry.parameters().kinds().stream())
                .filter(each -> !each.isOfStatus())
                .toList();
        List<Map<String, Object>> schemas = kinds.stream()
                .filter(each -> kind == null || each.kind().equalsIgnoreCase(kind))
                .map(ParameterJsonSchema::ofKind)
                .toList();
        if (schemas.isEmpty()) {
            throw new IllegalArgumentException(
                    kinds.isEmpty()
                            ? driver + " has no known parameters"
                            : "driver " + driver + " has no kind \"" + kind + "\"; it has "
                                    + String.join(
                                            ", ",
                                            kinds.stream()
                                                    .map(DriverEntry.ParameterKind::kind)
                                                    .toList()));
        }
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("$schema", draft);
        root.put("title", "Parameters of " + driver);
        if (schemas.size() == 1) {
            root.putAll(schemas.get(0));
        } else {
            root.put("anyOf", schemas);
        }
        return root;
    }

    private static Map<String, Object> ofKind(DriverEntry.ParameterKind kind) {
        Map<String, Object> schema = schema(kind.schema());
        if (kind.ignoresUnknown()) {
            schema.remove("additionalProperties");
        }
        if (kind.header().isEmpty()) {
            return schema;
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("apiVersion", Map.of("const", kind.apiVersion()));
        properties.put("kind", Map.of("const", kind.kind()));
        if (schema.get("properties") instanceof Map<?, ?> fields) {
            fields.forEach((name, field) -> properties.putIfAbsent(String.valueOf(name), field));
        }
        if (kind.header().contains("metadata")) {
            properties.putIfAbsent("metadata", Map.of("type", "object"));
        }
        List<String> required = new ArrayList<>(List.of("apiVersion", "kind"));
        required.addAll(kind.schema().fields().required());
        schema.put("properties", properties);
        schema.put("required", required.stream().distinct().toList());
        return schema;
    }

    private static Map<String, Object> schema(ParameterSchema from) {
        Map<String, Object> schema = new LinkedHashMap<>();
        put(schema, "description", from.documentation().description());
        List<String> types = List.copyOf(from.values().types());
        put(schema, "type", types.size() == 1 ? types.get(0) : types);
        if (from.values().format().equals("quantity")) {
            schema.put("type", List.of("string", "number"));
        }
        put(
                schema,
                "enum",
                from.values().choices().stream().map(ParameterJsonSchema::plain).toList());
        LinearPattern pattern = from.strings().pattern();
        put(schema, "pattern", pattern == null ? "" : pattern.toString());
        limits(schema, from);
        ObjectFields fields = from.fields();
        put(schema, "required", fields.required());
        put(schema, "properties", all(fields.properties(), Function.identity()));
        put(schema, "patternProperties", all(fields.patternProperties(), Object::toString));
        if (fields.additional() != null) {
            schema.put("additionalProperties", schema(fields.additional()));
        } else if (fields.areClosed()) {
            schema.put("additionalProperties", false);
        }
        if (from.items().schema() != null) {
            schema.put("items", schema(from.items().schema()));
        }
        Combinations combined = from.combined();
        put(schema, "allOf", all(combined.allOf()));
        put(schema, "anyOf", all(combined.anyOf()));
        put(schema, "oneOf", all(combined.oneOf()));
        if (combined.not() != null) {
            schema.put("not", schema(combined.not()));
        }
        return schema;
    }

    private static List<Map<String, Object>> all(List<ParameterSchema> schemas) {
        return schemas.stream().map(ParameterJsonSchema::schema).toList();
    }

    private static <K> Map<String, Object> all(Map<K, ParameterSchema> schemas, Function<K, String> name) {
        Map<String, Object> all = new LinkedHashMap<>();
        schemas.forEach((key, value) -> all.put(name.apply(key), schema(value)));
        return all;
    }

    private static void limits(Map<String, Object> schema, ParameterSchema from) {
        NumberLimits numbers = from.numbers();
        put(schema, numbers.isAboveMinimum() ? "exclusiveMinimum" : "minimum", numbers.minimum());
        put(schema, numbers.isBelowMaximum() ? "exclusiveMaximum" : "maximum", numbers.maximum());
        put(schema, "multipleOf", numbers.multipleOf());
        put(schema, "minLength", from.strings().minLength());
        put(schema, "maxLength", from.strings().maxLength());
        put(schema, "minItems", from.items().minItems());
        put(schema, "maxItems", from.items().maxItems());
        put(schema, "minProperties", from.fields().minProperties());
        put(schema, "maxProperties", from.fields().maxProperties());
        if (from.items().uniqueItems()) {
            schema.put("uniqueItems", true);
        }
    }

    private static Object plain(Value value) {
        if (value instanceof StringValue text) {
            return text.value();
        }
        if (value instanceof NumberValue number && number.decimal() != null) {
            return number.decimal();
        }
        return value instanceof BooleanValue bool ? bool.value() : value.json();
    }

    /** Puts a value unless it is empty. */
    private static void put(Map<String, Object> into, String key, @Nullable Object value) {
        boolean isEmpty = value == null
                || value instanceof String text && text.isEmpty()
                || value instanceof List<?> list && list.isEmpty()
                || value instanceof Map<?, ?> map && map.isEmpty();
        if (!isEmpty) {
            into.put(key, value);
        }
    }
}
