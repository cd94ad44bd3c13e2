package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keywords of one schema. A mistake in one is an {@link IllegalArgumentException} that names its path. */
final class SchemaKeywords {

    // @formatter:off
    /** Keywords without effect on validation. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
        "$schema", "$id", "$comment", "title", "default", "example", "examples", "deprecated", "readOnly", "writeOnly",
        "definitions", "$defs", "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type",
        "externalDocs", "x-kubernetes-embedded-resource", "contentMediaType");
    // @formatter:on

    private static final Set<String> TYPE_NAMES =
            new TreeSet<>(Set.of("array", "boolean", "integer", "null", "number", "object", "string"));

    /** Keywords that constrain a value, except {@code const}, and their types. */
    private static final Map<String, List<Class<? extends Value>>> TYPES = Map.ofEntries(
            Map.entry("since", List.of(StringValue.class)),
            Map.entry("until", List.of(StringValue.class)),
            Map.entry("type", List.of(StringValue.class, ListValue.class)),
            Map.entry("format", List.of(StringValue.class)),
            Map.entry("description", List.of(StringValue.class)),
            Map.entry("pattern", List.of(StringValue.class)),
            Map.entry("properties", List.of(ObjectValue.class)),
            Map.entry("patternProperties", List.of(ObjectValue.class)),
            Map.entry("additionalProperties", List.of(ObjectValue.class, BooleanValue.class)),
            Map.entry("items", List.of(ObjectValue.class, BooleanValue.class)),
            Map.entry("not", List.of(ObjectValue.class, BooleanValue.class)),
            Map.entry("required", List.of(ListValue.class)),
            Map.entry("enum", List.of(ListValue.class)),
            Map.entry("allOf", List.of(ListValue.class)),
            Map.entry("anyOf", List.of(ListValue.class)),
            Map.entry("oneOf", List.of(ListValue.class)),
            Map.entry("x-kubernetes-validations", List.of(ListValue.class)),
            Map.entry("minimum", List.of(NumberValue.class)),
            Map.entry("maximum", List.of(NumberValue.class)),
            Map.entry("multipleOf", List.of(NumberValue.class)),
            Map.entry("minLength", List.of(NumberValue.class)),
            Map.entry("maxLength", List.of(NumberValue.class)),
            Map.entry("minItems", List.of(NumberValue.class)),
            Map.entry("maxItems", List.of(NumberValue.class)),
            Map.entry("minProperties", List.of(NumberValue.class)),
            Map.entry("maxProperties", List.of(NumberValue.class)),
            Map.entry("exclusiveMinimum", List.of(NumberValue.class, BooleanValue.class)),
            Map.entry("exclusiveMaximum", List.of(NumberValue.class, BooleanValue.class)),
            Map.entry("uniqueItems", List.of(BooleanValue.class)),
            Map.entry("nullable", List.of(BooleanValue.class)),
            Map.entry("x-kubernetes-int-or-string", List.of(BooleanValue.class)),
            Map.entry("x-kubernetes-preserve-unknown-fields", List.of(BooleanValue.class)));

    private final SchemaReader reader;
    private final ObjectValue object;
    private final String path;
    private final int depth;
    private final boolean isField;

    SchemaKeywords(SchemaReader reader, ObjectValue object, String path, int depth, boolean isField) {
        this.reader = reader;
        this.object = object;
        this.path = path;
        this.depth = depth;
        this.isField = isField;
    }

    /** Refuses constraints next to a reference: drafts of JSON Schema differ in whether they apply. */
    static void refuseBesideReference(ObjectValue object, String path) {
        for (int i = 0; i < object.size(); i++) {
            if (TYPES.containsKey(object.key(i)) && !object.key(i).equals("description")) {
                throw new IllegalArgumentException(
                        path + "." + object.key(i) + ": not allowed together with $ref; use allOf");
            }
        }
    }

    /** The schema defined by the keywords. */
    ParameterSchema schema() {
        refuseWrong();
        return new ParameterSchema(
                new ParameterSchema.Documentation(object.string("description"), DriverVersions.words(object)),
                new ParameterSchema.AllowedValues(types(), object.string("format"), choices()),
                numbers(),
                new ParameterSchema.StringLimits(integer("minLength"), integer("maxLength"), pattern()),
                new ParameterSchema.ListItems(
                        schema("items"), integer("minItems"), integer("maxItems"), object.isTrue("uniqueItems")),
                new ParameterSchema.ObjectFields(
                        schemas("properties"),
                        elsewhere(),
                        patternProperties(),
                        object.get("additionalProperties") instanceof ObjectValue
                                ? schema("additionalProperties")
                                : null,
                        isOpen(),
                        texts("required"),
                        integer("minProperties"),
                        integer("maxProperties")),
                new ParameterSchema.Combinations(list("allOf"), list("anyOf"), list("oneOf"), schema("not")),
                reader.rules(object.list("x-kubernetes-validations"), path + ".x-kubernetes-validations"));
    }

    private void refuseWrong() {
        for (int i = 0; i < object.size(); i++) {
            String key = object.key(i);
            Value value = object.value(i);
            List<Class<? extends Value>> expected = TYPES.get(key);
            if (DriverVersions.KEYWORDS.contains(key) && !isField) {
                throw wrong(key, "allowed only for a field, a kind or a rule");
            }
            if (expected == null && !WITHOUT_EFFECT.contains(key) && !key.equals("const")) {
                throw wrong(key, "unsupported keyword");
            }
            if (expected != null
                    && !(value instanceof NullValue)
                    && expected.stream().noneMatch(type -> type.isInstance(value))) {
                throw wrong(key, "must not be " + value.typeName());
            }
        }
    }

    private IllegalArgumentException wrong(String key, String detail) {
        return new IllegalArgumentException(path + "." + key + ": " + detail);
    }

    private Set<String> types() {
        Set<String> types = new LinkedHashSet<>(texts("type"));
        if (object.get("type") instanceof StringValue type) {
            types.add(type.value());
        }
        for (String type : types) {
            if (!TYPE_NAMES.contains(type)) {
                throw wrong("type", "unknown type \"" + type + "\"; expected: " + String.join(", ", TYPE_NAMES));
            }
        }
        if (object.isTrue("x-kubernetes-int-or-string")) {
            types.addAll(List.of("integer", "string"));
        }
        if (object.isTrue("nullable") && !types.isEmpty()) {
            types.add("null");
        }
        return types;
    }

    /** Whether unnamed fields may have any value. */
    private boolean isOpen() {
        Value additional = object.get("additionalProperties");
        return object.isTrue("x-kubernetes-preserve-unknown-fields")
                || additional instanceof BooleanValue open && open.value()
                || additional == null && !object.has("properties");
    }

    /** The schema at the keyword; null if there is none. */
    private @Nullable ParameterSchema schema(String key) {
        return object.has(key) ? reader.read(object.get(key), path + "." + key, depth + 1) : null;
    }

    private Map<String, ParameterSchema> schemas(String key) {
        boolean areFields = key.equals("properties");
        Map<String, ParameterSchema> schemas = new LinkedHashMap<>();
        ObjectValue named = object.object(key);
        for (int i = 0; i < named.size(); i++) {
            String place = path + "." + key + "." + named.key(i);
            if (!(named.value(i) instanceof ObjectValue row)
                    || reader.versions().has(row, place)) {
                schemas.put(named.key(i), reader.read(named.value(i), place, depth + 1, areFields));
            }
        }
        return schemas;
    }

    /** The fields that the version of the driver does not have, but others do. */
    private Map<String, String> elsewhere() {
        Map<String, String> fields = new LinkedHashMap<>();
        ObjectValue named = object.object("properties");
        for (int i = 0; i < named.size(); i++) {
            if (named.value(i) instanceof ObjectValue row && !reader.versions().has(row, path)) {
                fields.put(named.key(i), DriverVersions.words(row));
            }
        }
        return fields;
    }

    private List<ParameterSchema> list(String key) {
        List<ParameterSchema> schemas = new ArrayList<>();
        ListValue list = object.list(key);
        for (int i = 0; i < list.size(); i++) {
            schemas.add(reader.read(list.get(i), path + "." + key + "[" + i + "]", depth + 1));
        }
        return schemas;
    }

    private List<String> texts(String key) {
        List<String> texts = object.list(key).texts();
        if (texts.size() < object.list(key).size()) {
            throw wrong(key, "must contain only strings");
        }
        return texts;
    }

    private List<Value> choices() {
        List<Value> choices = new ArrayList<>();
        ListValue list = object.list("enum");
        if (object.has("enum") && list.size() == 0) {
            throw wrong("enum", "must not be empty");
        }
        for (int i = 0; i < list.size(); i++) {
            choices.add(list.get(i));
        }
        Value only = object.get("const");
        if (only != null) {
            choices.add(only);
        }
        return choices;
    }

    private @Nullable LinearPattern pattern() {
        String pattern = object.string("pattern");
        return pattern.isEmpty() ? null : linear(pattern, path + ".pattern");
    }

    private Map<LinearPattern, ParameterSchema> patternProperties() {
        Map<LinearPattern, ParameterSchema> schemas = new LinkedHashMap<>();
        schemas("patternProperties")
                .forEach((pattern, schema) -> schemas.put(linear(pattern, path + ".patternProperties"), schema));
        return schemas;
    }

    private static LinearPattern linear(String pattern, String place) {
        try {
            return LinearPattern.of(pattern);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
    }

    private ParameterSchema.NumberLimits numbers() {
        boolean isExclusiveMin = object.get("exclusiveMinimum") instanceof NumberValue;
        boolean isExclusiveMax = object.get("exclusiveMaximum") instanceof NumberValue;
        return new ParameterSchema.NumberLimits(
                decimal(isExclusiveMin ? "exclusiveMinimum" : "minimum"),
                isExclusiveMin || object.isTrue("exclusiveMinimum"),
                decimal(isExclusiveMax ? "exclusiveMaximum" : "maximum"),
                isExclusiveMax || object.isTrue("exclusiveMaximum"),
                decimal("multipleOf"));
    }

    private @Nullable BigDecimal decimal(String key) {
        if (!(object.get(key) instanceof NumberValue number)) {
            return null;
        }
        BigDecimal decimal = number.decimal();
        if (decimal == null) {
            throw wrong(key, NumberValue.DECIMAL_LIMIT);
        }
        return decimal;
    }

    private @Nullable Integer integer(String key) {
        if (!(object.get(key) instanceof NumberValue number)) {
            return null;
        }
        if (!number.isIntegerBetween(0, Integer.MAX_VALUE)) {
            throw wrong(key, "must be an integer from 0 to 2^31-1");
        }
        return Integer.valueOf(number.text());
    }
}
