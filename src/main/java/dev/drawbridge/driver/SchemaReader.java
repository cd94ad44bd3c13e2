package dev.drawbridge.driver;

import static dev.drawbridge.schema.Vocabulary.*;

import dev.drawbridge.constraint.cel.LinearPattern;
import dev.drawbridge.constraint.cel.ValueProgram;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Demand;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.schema.Availability;
import dev.drawbridge.schema.Combination;
import dev.drawbridge.schema.Combination.Keyword;
import dev.drawbridge.schema.Decoder;
import dev.drawbridge.schema.FieldRow;
import dev.drawbridge.schema.FieldType;
import dev.drawbridge.schema.ListType;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.ScalarType;
import dev.drawbridge.schema.Vocabulary;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads schemas into tables: the keywords of JSON Schema (draft-07, 2020-12) and of CustomResourceDefinitions that
 * decide about a value. An unknown keyword is an error in the schema, so that no constraint is silently ignored.
 * References must be to definitions in the same file.
 */
final class SchemaReader {

    static final String OBJECT = "object";
    static final String ARRAY = "array";
    static final String INT_OR_STRING = "x-kubernetes-int-or-string";
    private static final int MAX_DEPTH = 64;
    private static final int MAX_SCHEMAS = 10_000;

    private static final List<String> OF_OBJECTS =
            List.of("properties", "patternProperties", "additionalProperties", "required");

    private static final List<String> OF_LISTS = List.of("items", "uniqueItems");

    private static final Set<Keyword> COMBINING = EnumSet.complementOf(EnumSet.of(Keyword.PART));

    private static final Set<String> TYPE_NAMES =
            new TreeSet<>(Set.of("array", "boolean", "integer", "null", "number", "object", "string"));

    private final Map<String, Value> definitions = new HashMap<>();
    private final Map<Demand, ParameterRule> gated = new HashMap<>();

    private final boolean checksRules;
    private final DriverVersions versions;
    private final Decoder decoder;
    private int schemas;

    /**
     * Creates a reader that resolves references in these objects.
     *
     * @param checksRules whether CEL rules are compiled immediately; built-in ones are known to be valid
     */
    SchemaReader(boolean checksRules, DriverVersions versions, Decoder decoder, ObjectValue... roots) {
        this.checksRules = checksRules;
        this.versions = versions;
        this.decoder = decoder;
        for (ObjectValue root : roots) {
            for (String name : List.of("definitions", "$defs")) {
                ObjectValue named = root.object(name);
                named.forEach((key, value) -> definitions.put("#/" + name + "/" + key, value));
            }
        }
    }

    /** The rules read so far that depend on a feature gate, by what they demand. */
    Map<Demand, ParameterRule> gated() {
        return gated;
    }

    /**
     * Reads the table of an object.
     *
     * @param header fields of any content that the schema need not have
     * @throws IllegalArgumentException with a message if the schema cannot be applied
     */
    ObjectSchema table(@Nullable Value schema, List<String> header) {
        Keywords keywords = new Keywords(resolved(schema, "schema"), "schema", 0, true, false);
        return (ObjectSchema) keywords.limited(keywords.table(header));
    }

    /** Reads a schema; its fields may be limited to some versions of the driver. */
    private FieldType read(@Nullable Value value, String path, int depth, boolean isClosed, boolean isField) {
        Value schema = resolved(value, path);
        if (schema instanceof BooleanValue all) {
            return all.value()
                    ? RAW
                    : RAW.with(new Combination(Keyword.NONE, List.of(RAW), decoder, Map.of("not", Map.of())));
        }
        Keywords keywords = new Keywords(schema, path, depth, isClosed, isField);
        return keywords.limited(keywords.shape());
    }

    private Value resolved(@Nullable Value value, String path) {
        if (value == null) {
            throw wrong(path, "a schema must be an object");
        }
        Value schema = value;
        while (schema instanceof ObjectValue object && object.get("$ref") instanceof StringValue reference) {
            refuseBesideReference(object, path);
            count(path, 0);
            schema = definitions.get(reference.value());
            if (schema == null) {
                throw wrong(path + ".$ref", "no definition \"" + reference.value() + "\" in this file");
            }
        }
        return schema;
    }

    private void count(String path, int depth) {
        if (depth > MAX_DEPTH || ++schemas > MAX_SCHEMAS) {
            throw wrong(
                    path,
                    "a schema must have no more than " + MAX_DEPTH + " levels and " + MAX_SCHEMAS
                            + " parts; is a $ref recursive?");
        }
    }

    /** Refuses constraints next to a reference: drafts of JSON Schema differ in whether they apply. */
    private static void refuseBesideReference(ObjectValue object, String path) {
        for (String key : object.keys()) {
            if (!SchemaKeywords.WITHOUT_EFFECT.contains(key) && !key.equals("$ref") && !key.equals("description")) {
                throw wrong(path + "." + key, "not allowed together with $ref; use allOf");
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
        rules.stream().filter(ParameterRule::isGated).forEach(rule -> gated.put(rule.demand(), rule));
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
        String sentence = message.isEmpty() ? "failed rule: " + text : message;
        String path = rule.string("fieldPath");
        List<String> field =
                path.isEmpty() ? List.of() : List.of(path.substring(1).split("\\."));
        boolean isOfGate = rule.has("withGate");
        String gate = rule.string(isOfGate ? "withGate" : "gate");
        return new ParameterRule(program, sentence, field, gate, isOfGate, rule.isTrue("warning"));
    }

    private static LinearPattern linear(String pattern, String place) {
        try {
            return LinearPattern.of(pattern);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
    }

    private final class Keywords {

        private final ObjectValue object;
        private final String path;
        private final int depth;
        private final boolean isClosed;
        private final Set<String> types;

        /**
         * Creates the keywords of a schema.
         *
         * @param isClosed whether an object has only the fields that it names, unless the schema says otherwise
         * @param isField whether it may be limited to some versions of the driver
         */
        Keywords(Value schema, String path, int depth, boolean isClosed, boolean isField) {
            count(path, depth);
            if (!(schema instanceof ObjectValue keywords)) {
                throw SchemaReader.wrong(path, "a schema must be an object");
            }
            this.object = keywords;
            this.path = path;
            this.depth = depth;
            this.isClosed = isClosed;
            refuseWrong(isField);
            this.types = types();
        }

        /** The type by the keyword {@code type} and those about parts of values. */
        FieldType shape() {
            if (isQuantity() && !types.contains("null")) {
                return QUANTITY;
            }
            return switch (types.size() == 1 ? types.iterator().next() : "") {
                case OBJECT -> object();
                case ARRAY -> list();
                case "string" -> STRING;
                case "boolean" -> BOOL;
                case "integer" -> INT64;
                case "number" -> NUMBER;
                default -> union();
            };
        }

        private boolean isQuantity() {
            return object.string("format").equals("quantity") && !object.isTrue(INT_OR_STRING);
        }

        /** Any value of the types; of any type if there are none. */
        private ScalarType union() {
            ScalarType union = types.isEmpty() ? RAW : RAW.with(SchemaLimit.types(types));
            if (types.contains(OBJECT)) {
                union = union.with(new Combination(Keyword.PART, List.of(object()), decoder, Map.of()));
            }
            return types.contains(ARRAY)
                    ? union.with(new Combination(Keyword.PART, List.of(list()), decoder, Map.of()))
                    : union;
        }

        private ListType list() {
            ListType list = listOf(object.has("items") ? schema("items") : RAW);
            return object.isTrue("uniqueItems") ? list.with(SchemaLimit.unique()) : list;
        }

        private FieldType object() {
            boolean isMap = object.get("additionalProperties") instanceof ObjectValue
                    && Stream.of("properties", "patternProperties", "required").noneMatch(object::has);
            return isMap ? mapOf(schema("additionalProperties")) : table(List.of());
        }

        ObjectSchema table(List<String> header) {
            List<String> required = object.list("required").texts();
            Map<String, FieldRow> rows = new LinkedHashMap<>();
            Map<String, String> elsewhere = new LinkedHashMap<>();
            header.forEach(name -> rows.put(name, optional(name, name.equals("metadata") ? RAW : STRING)));
            ObjectValue named = object.object("properties");
            for (int i = 0; i < named.size(); i++) {
                String name = named.key(i);
                String place = path + ".properties." + name;
                if (named.value(i) instanceof ObjectValue row && !versions.has(row, place)) {
                    elsewhere.put(
                            name,
                            "it exists " + DriverVersions.words(row) + " of the driver, not in" + versions.suffix());
                } else if (!rows.containsKey(name)) {
                    FieldType type = read(named.value(i), place, depth + 1, isClosed, true);
                    rows.put(name, row(name, type, required).with(meaning(ObjectValue.orEmpty(named.value(i)))));
                }
            }
            required.forEach(name -> rows.computeIfAbsent(name, any -> row(name, RAW, required)));
            ObjectSchema table = Vocabulary.object(OBJECT, rows.values().toArray(FieldRow[]::new));
            for (Map.Entry<String, String> field : elsewhere.entrySet()) {
                table = table.replaced(field.getKey(), field.getValue());
            }
            return withOthers(table);
        }

        private static FieldRow row(String name, FieldType type, List<String> required) {
            return (required.contains(name) ? required(name, type) : optional(name, type)).pointer();
        }

        private String meaning(ObjectValue field) {
            ObjectValue named = ObjectValue.orEmpty(definitions.get(field.string("$ref")));
            String text = (field.has("description") ? field : named).string("description");
            String words = DriverVersions.words(field);
            return words.isEmpty() ? text : (text + " (" + words + " of the driver)").strip();
        }

        private ObjectSchema withOthers(ObjectSchema named) {
            ObjectSchema table = named;
            ObjectValue patterns = object.object("patternProperties");
            for (int i = 0; i < patterns.size(); i++) {
                String place = path + ".patternProperties";
                FieldType type = read(patterns.value(i), place + "." + patterns.key(i), depth + 1, isClosed, false);
                table = table.partOf(linear(patterns.key(i), place), type);
            }
            Value additional = object.get("additionalProperties");
            if (additional instanceof ObjectValue) {
                return table.partOf(null, schema("additionalProperties"));
            }
            boolean isOpen = object.isTrue("x-kubernetes-preserve-unknown-fields")
                    || additional instanceof BooleanValue open && open.value()
                    || additional == null && (!isClosed || isCombined() || !object.has("properties"));
            return isOpen ? table.partOf(null, RAW) : table;
        }

        /** Whether a combined schema may name other fields, which are not unknown. */
        private boolean isCombined() {
            return COMBINING.stream()
                    .flatMap(keyword -> object.list(keyword.word).objects().stream())
                    .anyMatch(one -> one.has("properties")
                            || one.has("$ref")
                            || COMBINING.stream().anyMatch(keyword -> one.has(keyword.word)));
        }

        FieldType limited(FieldType shape) {
            FieldType type = shape;
            for (SchemaLimit limit : limits()) {
                type = type instanceof ListType list ? list.max(limit, Availability.ALWAYS) : type.with(limit);
            }
            for (Keyword keyword : COMBINING) {
                List<FieldType> combined = combined(keyword.word);
                if (!combined.isEmpty()) {
                    Value raw = Objects.requireNonNull(object.get(keyword.word));
                    // The file's definitions are not printed.
                    Map<String, Object> keywords = raw.json().contains("\"$ref\"")
                            ? Map.of()
                            : Map.of(keyword.word, ValueProgram.plain(raw, null));
                    type = type.with(new Combination(keyword, combined, decoder, keywords));
                }
            }
            ParameterRules rules = rules(object.list("x-kubernetes-validations"), path + ".x-kubernetes-validations");
            return rules.isEmpty() ? type : type.with(rules);
        }

        private void refuseWrong(boolean isField) {
            for (FieldError error : SchemaKeywords.errors(object)) {
                throw wrong(error.path().toString(), error.message());
            }
            for (String key : DriverVersions.KEYWORDS) {
                if (object.has(key) && !isField) {
                    throw wrong(key, "allowed only for a field, a kind or a rule");
                }
            }
        }

        private IllegalArgumentException wrong(String key, String detail) {
            return SchemaReader.wrong(path + "." + key, detail);
        }

        private Set<String> types() {
            Set<String> types = new TreeSet<>(object.list("type").texts());
            if (object.get("type") instanceof StringValue type) {
                types.add(type.value());
            }
            for (String type : types) {
                if (!TYPE_NAMES.contains(type)) {
                    throw wrong("type", "unknown type \"" + type + "\"; expected: " + String.join(", ", TYPE_NAMES));
                }
            }
            if (object.isTrue(INT_OR_STRING)) {
                types.addAll(List.of("integer", "string"));
            } else if (isQuantity()) {
                types.addAll(List.of("string", "number"));
            } else if (types.isEmpty()) {
                // Whoever names the fields of objects means objects.
                OF_OBJECTS.stream().filter(object::has).forEach(any -> types.add(OBJECT));
                OF_LISTS.stream().filter(object::has).forEach(any -> types.add(ARRAY));
            }
            if (object.isTrue("nullable") && !types.isEmpty()) {
                types.add("null");
            }
            if (types.size() > 1 && !decoder.nullsAreValues()) {
                types.remove("null");
            }
            return types;
        }

        private List<SchemaLimit> limits() {
            List<SchemaLimit> limits = new ArrayList<>();
            List<Value> choices = new ArrayList<>();
            ListValue list = object.list("enum");
            choices.addAll(list.items());
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
            if (format != null && !isQuantity()) {
                limits.add(format);
            }
            return limits;
        }

        /** The limit of a keyword; in drafts up to 4, another one says whether the limit itself is allowed. */
        private SchemaLimit limit(SchemaLimit.Keyword keyword, NumberValue number) {
            BigDecimal decimal = number.decimal();
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

        private FieldType schema(String key) {
            return read(object.get(key), path + "." + key, depth + 1, isClosed, false);
        }

        private List<FieldType> combined(String key) {
            if (key.equals("not") && object.has(key)) {
                return List.of(read(object.get(key), path + "." + key, depth + 1, false, false));
            }
            List<FieldType> schemas = new ArrayList<>();
            ListValue list = object.list(key);
            for (int i = 0; i < list.size(); i++) {
                schemas.add(read(list.get(i), path + "." + key + "[" + i + "]", depth + 1, false, false));
            }
            return schemas;
        }
    }
}
