package dev.drawbridge.driver;

import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads schemas: the keywords of JSON Schema (draft-07, 2020-12) and of CustomResourceDefinitions that decide about a
 * value. An unknown keyword is an error in the schema, so that no constraint is silently ignored. References must be to
 * definitions in the same file.
 */
final class SchemaReader {

    private static final int MAX_DEPTH = 64;
    private static final int MAX_SCHEMAS = 10_000;

    private final Map<String, Value> definitions = new HashMap<>();
    private final boolean checksRules;
    private final DriverVersions versions;
    private int schemas;

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
     * @throws IllegalArgumentException IllegalArgumentException with a message if the schema cannot be applied
     */
    ParameterSchema read(@Nullable Value schema) {
        return read(schema, "schema", 0);
    }

    /** Reads the schema at this path and depth. */
    ParameterSchema read(@Nullable Value value, String path, int depth) {
        return read(value, path, depth, false);
    }

    /** Reads a schema; its fields may be limited to some versions of the driver. */
    ParameterSchema read(@Nullable Value value, String path, int depth, boolean isField) {
        if (depth > MAX_DEPTH || ++schemas > MAX_SCHEMAS) {
            throw new IllegalArgumentException(path + ": a schema must have no more than " + MAX_DEPTH + " levels and "
                    + MAX_SCHEMAS + " parts; is a $ref recursive?");
        }
        if (value instanceof BooleanValue all) {
            return read(all.value() ? ObjectValue.EMPTY : nothing(), path, depth + 1);
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
            SchemaKeywords.refuseBesideReference(object, path);
            return read(target, path, depth + 1, isField);
        }
        return new SchemaKeywords(this, object, path, depth, isField).schema();
    }

    private static ObjectValue nothing() {
        return ObjectValue.at(null).add("not", ObjectValue.EMPTY, null).build();
    }

    /** The driver's versions with the selected one. */
    DriverVersions versions() {
        return versions;
    }

    /** The CEL rules, without transition rules and those of other versions. */
    ParameterRules rules(ListValue list, String path) {
        List<ParameterRule> rules = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            String place = path + "[" + i + "].rule";
            if (!(list.get(i) instanceof ObjectValue rule)
                    || rule.string("rule").isEmpty()) {
                throw new IllegalArgumentException(place + ": is required");
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
}
