package dev.drawbridge.explain;

import dev.drawbridge.schema.ColumnedDemand;
import dev.drawbridge.schema.FeatureGates;
import dev.drawbridge.schema.FieldFacts;
import dev.drawbridge.schema.ObjectSchema;
import dev.drawbridge.schema.Operation;
import dev.drawbridge.schema.Presence;
import dev.drawbridge.schema.ScalarKind;
import dev.drawbridge.schema.TypeFacts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A kind as JSON Schema, which accepts every object that the server would create. It omits what JSON Schema cannot
 * express: rules across fields, expressions, sizes in bytes (it counts characters), and stored state.
 */
final class JsonSchema {

    private static final List<Object> UNSET_FORMS = List.of(
            Map.of("type", "null"),
            Map.of("enum", List.of("", 0, false)),
            new TreeMap<>(Map.of("type", "array", "maxItems", 0)),
            new TreeMap<>(Map.of("type", "object", "maxProperties", 0)));

    private static final Map<String, Object> UNSET =
            new TreeMap<>(Map.of("description", "must not be set", "anyOf", UNSET_FORMS));

    private final List<Subject> subjects;
    private final FeatureGates gates;
    private final Draft draft;
    private Subject subject;

    private final Map<String, Object> definitions = new TreeMap<>();
    private final Map<String, List<ObjectSchema>> tables = new HashMap<>();

    enum Draft {
        DRAFT_7("http://json-schema.org/draft-07/schema#", "definitions"),
        DRAFT_2020_12("https://json-schema.org/draft/2020-12/schema", "$defs");

        final String uri;
        private final String definitions;

        Draft(String uri, String definitions) {
            this.uri = uri;
            this.definitions = definitions;
        }
    }

    JsonSchema(List<Subject> subjects, FeatureGates gates, Draft draft) {
        this.subjects = subjects;
        this.subject = subjects.get(0);
        this.gates = gates;
        this.draft = draft;
    }

    Map<String, Object> tree(String title, String description) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("$schema", draft.uri);
        // Editors show the title above the description of each field.
        root.put("title", title);
        if (!description.isEmpty()) {
            root.put("description", description);
        }
        List<Map<String, Object>> kinds = subjects.stream().map(this::whole).toList();
        if (kinds.size() == 1) {
            root.putAll(kinds.get(0));
        } else {
            root.put("anyOf", kinds);
        }
        if (!definitions.isEmpty()) {
            root.put(draft.definitions, definitions);
        }
        return root;
    }

    private Map<String, Object> whole(Subject kind) {
        subject = kind;
        Map<String, Object> whole = object(kind.table(), true);
        whole.put("type", "object");
        if (kind.apiVersion().isEmpty()) {
            return whole;
        }
        Map<String, Object> properties = new LinkedHashMap<>(properties(whole));
        properties.put("apiVersion", Map.of("enum", List.of(subject.apiVersion())));
        properties.put("kind", Map.of("enum", List.of(subject.name())));
        whole.put("properties", properties);
        List<Object> required = new ArrayList<>(List.of("apiVersion", "kind"));
        if (whole.get("required") instanceof List<?> more) {
            required.addAll(more);
        }
        whole.put("required", required);
        return whole;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> properties(Map<String, Object> object) {
        return Objects.requireNonNull((Map<String, Object>) object.get("properties"));
    }

    /** The schema of an object; {@code isValidated} is whether more than its JSON types is validated. */
    private Map<String, Object> object(ObjectSchema table, boolean isValidated) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        List<String> dropped = new ArrayList<>();
        for (FieldFacts field : subject.fields(table)) {
            boolean isLookedAt = isValidated
                    && field.checks().isValidated()
                    && field.where().requests().contains(Operation.CREATE)
                    && gates.hasAll(field.where().gates());
            Map<String, Object> type =
                    isLookedAt && field.checks().presence() == Presence.FORBIDDEN ? UNSET : field(field, isLookedAt);
            if (isLookedAt && field.isRequired() && field.defaultText() == null) {
                required.add(field.name());
                if (subject.driver() == null) {
                    refuseUnset(field.shape(), type);
                }
            }
            properties.put(field.name(), type);
            if (!gates.hasAll(field.where().gates())) {
                dropped.add(field.name());
            }
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", types("object"));
        schema.put("properties", properties);
        schema.put("additionalProperties", table.isPart());
        addOthers(table, schema, isValidated);
        if (!required.isEmpty()) {
            schema.put("required", required);
        }
        if (isValidated) {
            // A rule about a field that the server drops applies to the result.
            addDemands(
                    table.rules().stream()
                            .filter(rule -> dropped.stream()
                                    .noneMatch(name -> rule.demand().isAbout(name)))
                            .toList(),
                    schema);
        }
        return schema;
    }

    private void addOthers(ObjectSchema table, Map<String, Object> schema, boolean isValidated) {
        Map<String, Object> patterns = new LinkedHashMap<>();
        TypeFacts.ofOthers(table).forEach((names, type) -> {
            if (names.isEmpty()) {
                schema.put("additionalProperties", type(type, isValidated));
            } else {
                patterns.put(names, type(type, isValidated));
            }
        });
        if (!patterns.isEmpty()) {
            schema.put("patternProperties", patterns);
        }
    }

    private List<String> types(String... types) {
        List<String> all = new ArrayList<>(List.of(types));
        if (subject.driver() == null || subject.driver().readsNull()) {
            all.add("null");
        }
        return all;
    }

    /** A text or list that is required and empty is as one that is not set. */
    private static void refuseUnset(TypeFacts type, Map<String, Object> schema) {
        if (type.scalar() == ScalarKind.STRING) {
            schema.put("type", "string");
            schema.put("minLength", 1);
        } else if (type.entries() != null) {
            schema.put("type", type.isMap() ? "object" : "array");
            schema.put(type.isMap() ? "minProperties" : "minItems", 1);
        }
    }

    private Map<String, Object> field(FieldFacts field, boolean isValidated) {
        List<Object> types = new ArrayList<>();
        types.add(type(field.shape(), isValidated));
        field.others().forEach(other -> types.add(type(other.shape(), isValidated)));
        Map<String, Object> schema = new LinkedHashMap<>();
        String description = Stream.of(Subject.meaning(field), String.join("; ", Sentences.of(subject, field)))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining("\n\n"));
        if (!description.isEmpty()) {
            schema.put("description", description);
        }
        if (types.size() == 1 && !isReference(types.get(0))) {
            schema.putAll(type(field.shape(), isValidated));
        } else {
            schema.put(types.size() == 1 ? "allOf" : "anyOf", types);
        }
        return schema;
    }

    /** In draft 7, keywords next to a reference are ignored. */
    private static boolean isReference(Object schema) {
        return schema instanceof Map<?, ?> map && map.containsKey("$ref");
    }

    private Map<String, Object> type(TypeFacts type, boolean isValidated) {
        ObjectSchema object = type.object();
        if (object != null) {
            String name = name(object, isValidated);
            if (!definitions.containsKey(name)) {
                definitions.put(name, Map.of());
                definitions.put(name, object(object, isValidated));
            }
            return Map.of("$ref", "#/" + draft.definitions + "/" + name);
        }
        Map<String, Object> schema = new LinkedHashMap<>();
        TypeFacts entries = type.entries();
        ScalarKind scalar = type.scalar();
        if (entries != null) {
            schema.put("type", types(type.isMap() ? "object" : "array"));
            schema.put(type.isMap() ? "additionalProperties" : "items", type(entries, isValidated));
        } else if (scalar != null) {
            addScalar(scalar, schema);
        }
        if (type.part() != null) {
            Map<String, Object> part = type(type.part(), isValidated);
            Object not = Map.of("type", type.part().entries() == null ? "object" : "array");
            schema.put("anyOf", List.of(part, Map.of("not", not)));
        }
        if (isValidated) {
            addDemands(type.demands(), schema);
            Map<String, Object> keys = new LinkedHashMap<>();
            addDemands(type.ofKeys(), keys);
            if (!keys.isEmpty()) {
                schema.put("propertyNames", keys);
            }
        }
        return schema;
    }

    /** The name of a definition. In some objects a Go type has other rules, in a table of its own. */
    private String name(ObjectSchema object, boolean isValidated) {
        List<ObjectSchema> same = tables.computeIfAbsent(object.name(), any -> new ArrayList<>());
        if (!same.contains(object)) {
            same.add(object);
        }
        int index = same.indexOf(object);
        return object.name() + (index == 0 ? "" : "." + (index + 1)) + (isValidated ? "" : ".types");
    }

    private void addScalar(ScalarKind kind, Map<String, Object> schema) {
        switch (kind) {
            case STRING, TIME -> schema.put("type", types("string"));
            case BOOLEAN -> schema.put("type", types("boolean"));
            case INT32, INT64 -> schema.put("type", types("integer"));
            case NUMBER -> schema.put("type", types("number"));
            case QUANTITY -> schema.put("type", types("string", "number"));
            case RAW -> {}
        }
    }

    private void addDemands(List<ColumnedDemand> demands, Map<String, Object> schema) {
        List<Object> more = new ArrayList<>();
        for (ColumnedDemand demand : demands) {
            Map<String, Object> keywords = ordered(demand.demand().keywords());
            boolean holds = subject.has(demand.where())
                    && demand.where().requests().contains(Operation.CREATE)
                    && gates.hasAll(demand.where().gates())
                    && gates.hasNone(demand.where().barred());
            if (holds && !keywords.isEmpty()) {
                boolean isFree = keywords.keySet().stream().noneMatch(schema::containsKey);
                if (isFree) {
                    schema.putAll(keywords);
                } else {
                    more.add(keywords);
                }
            }
        }
        if (!more.isEmpty()) {
            schema.put("allOf", more);
        }
    }

    /** A copy whose keys have an order: that of Java's small maps is another one in each process. */
    private static Map<String, Object> ordered(Map<?, ?> map) {
        Map<String, Object> ordered = new TreeMap<>();
        map.forEach((key, value) -> ordered.put(key.toString(), orderedIn(value)));
        return ordered;
    }

    private static Object orderedIn(Object value) {
        return value instanceof Map<?, ?> map
                ? ordered(map)
                : value instanceof List<?> list
                        ? list.stream().map(JsonSchema::orderedIn).toList()
                        : value;
    }
}
