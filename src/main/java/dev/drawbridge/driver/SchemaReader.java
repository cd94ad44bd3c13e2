package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads schemas: the keywords of JSON Schema (draft-07, 2020-12) and of CustomResourceDefinitions that decide about a
 * value. An unknown keyword is an error in the schema, so that no constraint is silently ignored. References must be to
 * definitions in the same file.
 */
final class SchemaReader {

    private static final int MAX_DEPTH = 64;
    private static final int MAX_SCHEMAS = 10_000;

    // @formatter:off
    /** Keywords without effect on validation. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
        "$schema", "$id", "$comment", "title", "default", "example", "examples", "deprecated", "readOnly", "writeOnly",
        "definitions", "$defs", "x-kubernetes-list-type", "x-kubernetes-list-map-keys", "x-kubernetes-map-type",
        "externalDocs", "x-kubernetes-embedded-resource", "contentMediaType", "const");
    // @formatter:on

    private static final Set<String> TYPE_NAMES =
            new TreeSet<>(Set.of("array", "boolean", "integer", "null", "number", "object", "string"));

    /** The types of the keywords that have an effect. */
    private static final Map<String, Set<Class<? extends Value>>> TYPES = types();

    private final Map<String, Value> definitions = new HashMap<>();
    private final boolean checksRules;
    private final DriverVersions versions;
    private int schemas;

    private static Map<String, Set<Class<? extends Value>>> types() {
        Map<String, Set<Class<? extends Value>>> types = new HashMap<>();
        put(types, Set.of(StringValue.class), "since until format description pattern");
        put(types, Set.of(ObjectValue.class), "properties patternProperties");
        put(types, Set.of(ObjectValue.class, BooleanValue.class), "additionalProperties items not");
        put(types, Set.of(ListValue.class), "required enum allOf anyOf oneOf x-kubernetes-validations");
        put(types, Set.of(BooleanValue.class), "uniqueItems nullable");
        put(types, Set.of(BooleanValue.class), "x-kubernetes-int-or-string x-kubernetes-preserve-unknown-fields");
        Arrays.stream(SchemaLimit.Keyword.values())
                .forEach(keyword -> put(types, Set.of(NumberValue.class), keyword.word));
        put(types, Set.of(NumberValue.class, BooleanValue.class), "exclusiveMinimum exclusiveMaximum");
        put(types, Set.of(StringValue.class, ListValue.class), "type");
        return types;
    }

    private static void put(
            Map<String, Set<Class<? extends Value>>> types, Set<Class<? extends Value>> expected, String words) {
        List.of(words.split(" ")).forEach(word -> types.put(word, expected));
    }

    /**
     * Creates a reader that resolves references in these objects.
     *
     * @param checksRules whether CEL rules are compiled immediately; built-in ones are known to be valid
     * @param versions the driver's versions with the selected one
     */
    SchemaReader(boolean checksRules, DriverVersions versions, ObjectValue... roots) {
        this.checksRules = checksRules;
        this.versions = versions;
        for (ObjectValue root : roots) {
            for (String name : List.of("definitions", "$defs")) {
                ObjectValue named = root.object(name);
                for (int i = 0; i < named.size(); i++) {
                    definitions.put("#/" + name + "/" + named.key(i), named.value(i));
                }
            }
        }
    }

    /**
     * Reads the schema of a value.
     *
     * @throws IllegalArgumentException with a message if the schema cannot be applied
     */
    ParameterSchema read(@Nullable Value schema) {
        return read(schema, "schema", 0, false);
    }

    /** Reads a schema; its fields may be limited to some versions of the driver. */
    private ParameterSchema read(@Nullable Value value, String path, int depth, boolean isField) {
        if (depth > MAX_DEPTH || ++schemas > MAX_SCHEMAS) {
            throw new IllegalArgumentException(path + ": a schema must have no more than " + MAX_DEPTH + " levels and "
                    + MAX_SCHEMAS + " parts; is a $ref recursive?");
        }
        if (value instanceof BooleanValue all) {
            ObjectValue.Builder schema = ObjectValue.at(null);
            return read(
                    (all.value() ? schema : schema.add("not", ObjectValue.EMPTY, null)).build(),
                    path,
                    depth + 1,
                    false);
        }
        if (!(value instanceof ObjectValue object)) {
            throw new IllegalArgumentException(path + ": a schema must be an object");
        }
        if (object.get("$ref") instanceof StringValue reference) {
            Value target = definitions.get(reference.value());
            if (target == null) {
                throw new IllegalArgumentException(
                        path + ".$ref: no definition \"" + reference.value() + "\" in this file");
            }
            refuseBesideReference(object, path);
            return read(target, path, depth + 1, isField);
        }
        return new Keywords(object, path, depth).schema(isField);
    }

    /** Refuses constraints next to a reference: drafts of JSON Schema differ in whether they apply. */
    private static void refuseBesideReference(ObjectValue object, String path) {
        for (int i = 0; i < object.size(); i++) {
            if (TYPES.containsKey(object.key(i)) && !object.key(i).equals("description")) {
                throw wrong(path + "." + object.key(i), "not allowed together with $ref; use allOf");
            }
        }
    }

    private static IllegalArgumentException wrong(String path, String detail) {
        return new IllegalArgumentException(path + ": " + detail);
    }

    /** The CEL rules, without transition rules and those of other versions. */
    ParameterRules rules(ListValue list, String path) {
        List<ParameterRule> rules = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            String place = path + "[" + i + "].rule";
            if (!(list.get(i) instanceof ObjectValue rule)
                    || rule.string("rule").isEmpty()) {
                throw wrong(place, "is required");
            }
            if (!rule.string("rule").contains("oldSelf") && versions.has(rule, place)) {
                rules.add(rule(rule, place));
            }
        }
        return new ParameterRules(rules);
    }

    private ParameterRule rule(ObjectValue rule, String place) {
        String text = rule.string("rule");
        String message = rule.string("message");
        ValueProgram program = ValueProgram.of(text);
        try {
            if (checksRules) {
                program.check();
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
        return new ParameterRule(
                program,
                message.isEmpty() ? "failed rule: " + text : message,
                rule.string("fieldPath"),
                rule.has("withGate") ? rule.string("withGate") : rule.string("gate"),
                rule.has("withGate"),
                rule.isTrue("warning"));
    }

    private static LinearPattern linear(String pattern, String place) {
        try {
            return LinearPattern.of(pattern);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
    }

    /** The keywords of one schema. */
    private final class Keywords {

        private final ObjectValue object;
        private final String path;
        private final int depth;

        Keywords(ObjectValue object, String path, int depth) {
            this.object = object;
            this.path = path;
            this.depth = depth;
        }

        ParameterSchema schema(boolean isField) {
            refuseWrong(isField);
            return new ParameterSchema(
                    new ParameterSchema.Documentation(object.string("description"), DriverVersions.words(object)),
                    types(),
                    object.string("format"),
                    limits(),
                    new ParameterSchema.ListItems(schema("items"), object.isTrue("uniqueItems")),
                    fields(),
                    new ParameterSchema.Combinations(list("allOf"), list("anyOf"), list("oneOf"), schema("not")),
                    rules(object.list("x-kubernetes-validations"), path + ".x-kubernetes-validations"));
        }

        private void refuseWrong(boolean isField) {
            for (int i = 0; i < object.size(); i++) {
                String key = object.key(i);
                Value value = object.value(i);
                Set<Class<? extends Value>> expected = TYPES.get(key);
                if (DriverVersions.KEYWORDS.contains(key) && !isField) {
                    throw wrong(key, "allowed only for a field, a kind or a rule");
                }
                if (expected == null && !WITHOUT_EFFECT.contains(key)) {
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
            return SchemaReader.wrong(path + "." + key, detail);
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
            } else if (object.string("format").equals("quantity")) {
                types.addAll(List.of("string", "number"));
            }
            if (object.isTrue("nullable") && !types.isEmpty()) {
                types.add("null");
            }
            return types;
        }

        private List<SchemaLimit> limits() {
            List<SchemaLimit> limits = new ArrayList<>();
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
            if (!choices.isEmpty()) {
                limits.add(SchemaLimit.oneOf(choices));
            }
            String pattern = object.string("pattern");
            if (!pattern.isEmpty()) {
                limits.add(SchemaLimit.pattern(linear(pattern, path + ".pattern")));
            }
            for (SchemaLimit.Keyword keyword : SchemaLimit.Keyword.values()) {
                if (object.get(keyword.word) instanceof NumberValue number) {
                    limits.add(limit(keyword, number));
                }
            }
            SchemaLimit format = SchemaLimit.format(object.string("format"));
            if (format != null) {
                limits.add(format);
            }
            return limits;
        }

        /** The limit of a keyword; in drafts up to 4, another one says whether the limit itself is allowed. */
        private SchemaLimit limit(SchemaLimit.Keyword keyword, NumberValue number) {
            BigDecimal decimal = number.decimal();
            if (!keyword.isOfNumbers() && !number.isIntegerBetween(0, Integer.MAX_VALUE)) {
                throw wrong(keyword.word, "must be an integer from 0 to 2^31-1");
            }
            if (decimal == null) {
                throw wrong(keyword.word, NumberValue.DECIMAL_LIMIT);
            }
            return switch (keyword) {
                case MINIMUM ->
                    (object.isTrue("exclusiveMinimum") ? SchemaLimit.Keyword.EXCLUSIVE_MINIMUM : keyword).of(decimal);
                case MAXIMUM ->
                    (object.isTrue("exclusiveMaximum") ? SchemaLimit.Keyword.EXCLUSIVE_MAXIMUM : keyword).of(decimal);
                default -> keyword.of(decimal);
            };
        }

        private ParameterSchema.ObjectFields fields() {
            Map<String, String> elsewhere = new LinkedHashMap<>();
            Map<String, ParameterSchema> properties = schemas("properties", elsewhere);
            Map<LinearPattern, ParameterSchema> patterns = new LinkedHashMap<>();
            schemas("patternProperties", new HashMap<>())
                    .forEach((text, schema) -> patterns.put(linear(text, path + ".patternProperties"), schema));
            Value additional = object.get("additionalProperties");
            boolean isOpen = object.isTrue("x-kubernetes-preserve-unknown-fields")
                    || additional instanceof BooleanValue open && open.value()
                    || additional == null && !object.has("properties");
            return new ParameterSchema.ObjectFields(
                    properties,
                    elsewhere,
                    patterns,
                    additional instanceof ObjectValue ? schema("additionalProperties") : null,
                    isOpen,
                    texts("required"));
        }

        /** The schema at the keyword; null if there is none. */
        private @Nullable ParameterSchema schema(String key) {
            return object.has(key) ? read(object.get(key), path + "." + key, depth + 1, false) : null;
        }

        /** The schemas at the keyword; those of other versions of the driver are only named. */
        private Map<String, ParameterSchema> schemas(String key, Map<String, String> elsewhere) {
            Map<String, ParameterSchema> schemas = new LinkedHashMap<>();
            ObjectValue named = object.object(key);
            for (int i = 0; i < named.size(); i++) {
                String place = path + "." + key + "." + named.key(i);
                if (named.value(i) instanceof ObjectValue row && !versions.has(row, place)) {
                    elsewhere.put(named.key(i), DriverVersions.words(row));
                } else {
                    schemas.put(named.key(i), read(named.value(i), place, depth + 1, key.equals("properties")));
                }
            }
            return schemas;
        }

        private List<ParameterSchema> list(String key) {
            List<ParameterSchema> schemas = new ArrayList<>();
            ListValue list = object.list(key);
            for (int i = 0; i < list.size(); i++) {
                schemas.add(read(list.get(i), path + "." + key + "[" + i + "]", depth + 1, false));
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
    }
}
