package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads schemas: the keywords of JSON Schema (draft-07, 2020-12) and of CustomResourceDefinitions that decide about a value. A keyword that it
 * does not know is a mistake of the schema, so that nothing is passed over in silence. References lead to definitions of the same file.
 */
final class SchemaReader {

    private static final int MAX_DEPTH = 64;
    private static final int MAX_SCHEMAS = 10_000;

    /** Keywords that say nothing about a value, or what holds anyway. */
    private static final Set<String> WITHOUT_EFFECT = Set.of(
            "$schema",
            "$id",
            "$comment",
            "title",
            "description",
            "default",
            "example",
            "examples",
            "deprecated",
            "readOnly",
            "writeOnly",
            "definitions",
            "$defs",
            "nullable",
            "x-kubernetes-list-type",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-map-type",
            "externalDocs",
            "x-kubernetes-embedded-resource",
            "contentMediaType");

    private final Map<String, Value> definitions = new HashMap<>();
    private final boolean checksRules;
    private int schemas;

    /**
     * A reader whose references lead to definitions of these objects.
     *
     * @param checksRules whether rules in CEL are compiled at once; those that are built in are known to be right
     */
    SchemaReader(boolean checksRules, ObjectValue... roots) {
        this.checksRules = checksRules;
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
     * The schema of a value.
     *
     * @throws IllegalArgumentException with a sentence where it is none that can be applied
     */
    ParameterSchema read(@Nullable Value schema) {
        return read(schema, "schema", 0);
    }

    private ParameterSchema read(@Nullable Value value, String path, int depth) {
        if (depth > MAX_DEPTH || ++schemas > MAX_SCHEMAS) {
            throw new IllegalArgumentException(path + ": a schema has at most " + MAX_DEPTH + " levels and "
                    + MAX_SCHEMAS + " parts; a reference that leads to itself has no end");
        }
        if (value instanceof BooleanValue all) {
            return all.value()
                    ? builder(new Fields(ObjectValue.emptyAt(null), path, depth), true)
                    : nothing(path, depth);
        }
        if (!(value instanceof ObjectValue object)) {
            throw new IllegalArgumentException(path + ": a schema must be an object");
        }
        if (object.get("$ref") instanceof StringValue reference) {
            Value target = definitions.get(reference.value());
            if (target == null) {
                throw new IllegalArgumentException(
                        path + ".$ref: \"" + reference.value() + "\" is no definition of this file");
            }
            return read(target, path, depth + 1);
        }
        return builder(new Fields(object, path, depth), false);
    }

    private ParameterSchema nothing(String path, int depth) {
        ObjectValue not = ObjectValue.emptyAt(null);
        not.add("not", ObjectValue.emptyAt(null), null);
        return read(not, path, depth + 1);
    }

    private ParameterSchema builder(Fields fields, boolean allowsAll) {
        fields.refuseUnknown();
        Value additional = fields.object.get("additionalProperties");
        boolean isOpen = allowsAll
                || fields.object.isTrue("x-kubernetes-preserve-unknown-fields")
                || additional instanceof BooleanValue open && open.value()
                || fields.object.size() == 0
                || !fields.object.has("properties") && !fields.object.has("additionalProperties");
        return new ParameterSchema(
                fields.types(),
                fields.format(),
                fields.object.string("description"),
                fields.schemas("properties"),
                fields.patternProperties(),
                additional instanceof ObjectValue
                        ? read(additional, fields.path + ".additionalProperties", fields.depth + 1)
                        : null,
                isOpen,
                fields.texts("required"),
                fields.object.has("items")
                        ? read(fields.object.get("items"), fields.path + ".items", fields.depth + 1)
                        : null,
                fields.choices(),
                fields.pattern(),
                fields.bounds(),
                fields.list("allOf"),
                fields.list("anyOf"),
                fields.list("oneOf"),
                fields.object.has("not")
                        ? read(fields.object.get("not"), fields.path + ".not", fields.depth + 1)
                        : null,
                fields.rules());
    }

    private final class Fields {

        private static final Set<String> KNOWN = Set.of(
                "type",
                "format",
                "properties",
                "patternProperties",
                "additionalProperties",
                "required",
                "items",
                "enum",
                "const",
                "pattern",
                "minimum",
                "exclusiveMinimum",
                "maximum",
                "exclusiveMaximum",
                "multipleOf",
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
                "uniqueItems",
                "minProperties",
                "maxProperties",
                "allOf",
                "anyOf",
                "oneOf",
                "not",
                "x-kubernetes-validations",
                "x-kubernetes-int-or-string",
                "x-kubernetes-preserve-unknown-fields");

        private final ObjectValue object;
        private final String path;
        private final int depth;

        Fields(ObjectValue object, String path, int depth) {
            this.object = object;
            this.path = path;
            this.depth = depth;
        }

        void refuseUnknown() {
            for (int i = 0; i < object.size(); i++) {
                String key = object.key(i);
                if (!KNOWN.contains(key) && !WITHOUT_EFFECT.contains(key)) {
                    throw new IllegalArgumentException(path + "." + key + ": unsupported keyword");
                }
            }
        }

        Set<String> types() {
            Set<String> types = new LinkedHashSet<>(texts("type"));
            if (object.get("type") instanceof StringValue type) {
                types.add(type.value());
            }
            if (object.isTrue("x-kubernetes-int-or-string")) {
                types.addAll(List.of("integer", "string"));
            }
            if (object.isTrue("nullable") && !types.isEmpty()) {
                types.add("null");
            }
            return types;
        }

        String format() {
            return object.string("format");
        }

        Map<String, ParameterSchema> schemas(String key) {
            Map<String, ParameterSchema> schemas = new LinkedHashMap<>();
            ObjectValue named = object.object(key);
            for (int i = 0; i < named.size(); i++) {
                schemas.put(named.key(i), read(named.value(i), path + "." + key + "." + named.key(i), depth + 1));
            }
            return schemas;
        }

        List<ParameterSchema> list(String key) {
            List<ParameterSchema> schemas = new ArrayList<>();
            ListValue list = object.list(key);
            for (int i = 0; i < list.size(); i++) {
                schemas.add(read(list.get(i), path + "." + key + "[" + i + "]", depth + 1));
            }
            return schemas;
        }

        List<String> texts(String key) {
            return object.list(key).texts();
        }

        List<Value> choices() {
            List<Value> choices = new ArrayList<>();
            ListValue list = object.list("enum");
            for (int i = 0; i < list.size(); i++) {
                choices.add(list.get(i));
            }
            Value only = object.get("const");
            if (only != null) {
                choices.add(only);
            }
            return choices;
        }

        @Nullable
        LinearPattern pattern() {
            String pattern = object.string("pattern");
            return pattern.isEmpty() ? null : linear(pattern, path + ".pattern");
        }

        Map<LinearPattern, ParameterSchema> patternProperties() {
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

        ParameterSchema.Bounds bounds() {
            boolean isExclusiveMin = object.get("exclusiveMinimum") instanceof NumberValue;
            boolean isExclusiveMax = object.get("exclusiveMaximum") instanceof NumberValue;
            return new ParameterSchema.Bounds(
                    decimal(isExclusiveMin ? "exclusiveMinimum" : "minimum"),
                    isExclusiveMin || object.isTrue("exclusiveMinimum"),
                    decimal(isExclusiveMax ? "exclusiveMaximum" : "maximum"),
                    isExclusiveMax || object.isTrue("exclusiveMaximum"),
                    decimal("multipleOf"),
                    integer("minLength"),
                    integer("maxLength"),
                    integer("minItems"),
                    integer("maxItems"),
                    object.isTrue("uniqueItems"),
                    integer("minProperties"),
                    integer("maxProperties"));
        }

        private @Nullable BigDecimal decimal(String key) {
            return object.get(key) instanceof NumberValue number
                            && number.text().length() <= MAX_DEPTH
                    ? new BigDecimal(number.text())
                    : null;
        }

        private @Nullable Integer integer(String key) {
            return object.get(key) instanceof NumberValue number && number.isIntegerBetween(0, Integer.MAX_VALUE)
                    ? Integer.valueOf(number.text())
                    : null;
        }

        List<ParameterRule> rules() {
            List<ParameterRule> rules = new ArrayList<>();
            ListValue list = object.list("x-kubernetes-validations");
            for (int i = 0; i < list.size(); i++) {
                String place = path + ".x-kubernetes-validations[" + i + "].rule";
                if (!(list.get(i) instanceof ObjectValue rule)
                        || rule.string("rule").isEmpty()) {
                    throw new IllegalArgumentException(place + ": is required");
                }
                String text = rule.string("rule");
                if (text.contains("oldSelf")) {
                    continue;
                }
                try {
                    String message = rule.string("message");
                    ValueProgram program = ValueProgram.of(text);
                    if (checksRules) {
                        program.check();
                    }
                    rules.add(new ParameterRule(
                            program,
                            message.isEmpty() ? "failed rule: " + text : message,
                            rule.string("fieldPath"),
                            rule.string("gate")));
                } catch (IllegalArgumentException e) {
                    throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
                }
            }
            return rules;
        }
    }
}
