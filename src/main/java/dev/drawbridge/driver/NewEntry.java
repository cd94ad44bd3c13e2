package dev.drawbridge.driver;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.FieldPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A new entry of a driver for its author to complete: from CustomResourceDefinitions, JSON Schemas, Go types, example
 * parameters (bare, or in claims, templates and classes), and the driver's ResourceSlices and DeviceClasses.
 */
public final class NewEntry {

    private static final int MAX_EXAMPLES = 20;

    private static final List<FieldPath> CONFIGURATIONS = List.of(
            FieldPath.of("spec", "devices", "config"),
            FieldPath.of("spec", "spec", "devices", "config"),
            FieldPath.of("spec", "config"));

    private static final Set<String> HEADER = Set.of("apiVersion", "kind");

    private final String driver;
    private final DriverRegistry registry = DriverRegistry.builtIn();
    private final List<Map<String, Object>> kinds = new ArrayList<>();
    private final GoTypes types = new GoTypes();
    private final List<ObjectValue> examples = new ArrayList<>();
    private final SliceFacts devices;
    private boolean hasTypes;

    /** A new entry of this driver. */
    public NewEntry(String driver) {
        this.driver = driver;
        devices = new SliceFacts(driver);
    }

    /**
     * Adds the content of a file or a folder: {@code .go} files are Go types, others YAML or JSON.
     *
     * @throws IOException with a message that names the file if it is unreadable or not about a driver
     */
    public NewEntry add(Path source) throws IOException {
        for (Path file : DriverFiles.files(source, "go|yaml|yml|json")) {
            try {
                byte[] text = ReadLimits.DEFAULT.text(file);
                if (file.toString().endsWith(".go")) {
                    types.add(new String(text, StandardCharsets.UTF_8));
                    hasTypes = true;
                } else {
                    for (ObjectValue object : DriverFiles.flat(DriverFiles.objects(text))) {
                        add(object);
                    }
                }
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            }
        }
        return this;
    }

    private void add(ObjectValue object) {
        if (object.string("kind").equals("CustomResourceDefinition")) {
            definition(object.object("spec"));
        } else if (object.string("apiVersion").startsWith("resource.k8s.io/")) {
            if (SliceFacts.isSource(object)) {
                devices.add(object, registry::driversOf);
            }
            configurations(object);
        } else if (object.has("$schema") || object.has("properties") && object.has("type")) {
            jsonSchema(object);
        } else {
            examples.add(object);
        }
    }

    private void definition(ObjectValue spec) {
        for (ObjectValue version : spec.list("versions").objects()) {
            Map<String, Object> kind = new LinkedHashMap<>();
            kind.put("apiVersion", spec.string("group") + "/" + version.string("name"));
            kind.put("kind", spec.object("names").string("kind"));
            kind.put("schema", withoutHeader(version.object("schema").object("openAPIV3Schema")));
            kinds.add(kind);
        }
    }

    /** A schema names its kind in the properties apiVersion and kind, or the parameters have none. */
    private void jsonSchema(ObjectValue schema) {
        String apiVersion = only(schema.object("properties").object("apiVersion"));
        String name = only(schema.object("properties").object("kind"));
        Map<String, Object> kind = new LinkedHashMap<>();
        if (apiVersion.isEmpty() || name.isEmpty()) {
            kind.put("kind", schema.string("title").isEmpty() ? "Parameters" : schema.string("title"));
            kind.put("typeless", true);
            kind.put("schema", schema);
        } else {
            kind.put("apiVersion", apiVersion);
            kind.put("kind", name);
            kind.put("schema", withoutHeader(schema));
        }
        kinds.add(kind);
    }

    private static String only(ObjectValue property) {
        List<String> values = property.list("enum").texts();
        return values.size() == 1 ? values.get(0) : property.string("const");
    }

    /** The schema without apiVersion and kind, which the entry has apart. */
    private static Map<String, Object> withoutHeader(ObjectValue schema) {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (int i = 0; i < schema.size(); i++) {
            fields.put(schema.key(i), schema.value(i));
        }
        Map<String, Object> properties = new LinkedHashMap<>();
        ObjectValue named = schema.object("properties");
        for (int i = 0; i < named.size(); i++) {
            if (!HEADER.contains(named.key(i))) {
                properties.put(named.key(i), named.value(i));
            }
        }
        fields.put("properties", properties);
        List<String> required = schema.list("required").texts().stream()
                .filter(name -> !HEADER.contains(name))
                .toList();
        if (required.isEmpty()) {
            fields.remove("required");
        } else {
            fields.put("required", required);
        }
        return fields;
    }

    /** The parameters for the driver in a claim, a template or a class. */
    private void configurations(ObjectValue object) {
        for (FieldPath path : CONFIGURATIONS) {
            if (Locator.value(object, path) instanceof ListValue list) {
                list.objects().stream()
                        .map(config -> config.object("opaque"))
                        .filter(opaque -> opaque.string("driver").equals(driver))
                        .forEach(opaque -> {
                            if (opaque.get("parameters") instanceof ObjectValue parameters) {
                                examples.add(parameters);
                            }
                        });
            }
        }
    }

    /**
     * The entry as YAML.
     *
     * @throws IllegalArgumentException with a message if the sources do not mention the driver
     */
    public String text() {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("apiVersion", "drawbridge.dev/v1");
        entry.put("kind", "DriverParameters");
        entry.put("drivers", List.of(driver));
        entry.put("nulls", "unset");
        if (hasTypes) {
            kinds.addAll(types.kinds());
        }
        Set<List<Object>> headers = new HashSet<>();
        kinds.removeIf(kind -> !headers.add(header(kind)));
        addExampleKinds();
        if (kinds.isEmpty() && devices.isEmpty()) {
            throw new IllegalArgumentException("no parameters, slices or classes of " + driver + " in these files");
        }
        if (!kinds.isEmpty()) {
            entry.put("kinds", kinds);
        }
        if (!devices.isEmpty()) {
            entry.put("devices", List.of(devices.entry()));
        }
        if (!examples.isEmpty()) {
            entry.put(
                    "examples",
                    new LinkedHashSet<>(examples.stream().map(Value::json).toList())
                            .stream()
                                    .limit(MAX_EXAMPLES)
                                    .map(json -> Map.of("parameters", byJson(json)))
                                    .toList());
        }
        return "# Made by drawbridge drivers init. Add source and date; null counts as not set, as to decoders in Go.\n"
                + BlockYaml.text(entry);
    }

    private ObjectValue byJson(String json) {
        return examples.stream()
                .filter(one -> one.json().equals(json))
                .findFirst()
                .orElseThrow();
    }

    /** The kinds that only examples show. */
    private void addExampleKinds() {
        Map<List<String>, ExampleSchema> shown = new LinkedHashMap<>();
        for (ObjectValue example : examples) {
            List<String> header = List.of(example.string("apiVersion"), example.string("kind"));
            boolean isKnown =
                    kinds.stream().anyMatch(kind -> header(kind).equals(header) || kind.containsKey("typeless"));
            if (!isKnown) {
                shown.computeIfAbsent(header, none -> new ExampleSchema())
                        .add(example, isTyped(header) ? HEADER : Set.of());
            }
        }
        shown.forEach((header, schema) -> {
            Map<String, Object> kind = new LinkedHashMap<>();
            if (isTyped(header)) {
                kind.put("apiVersion", header.get(0));
                kind.put("kind", header.get(1));
            } else {
                kind.put("kind", "Parameters");
                kind.put("typeless", true);
            }
            kind.put("schema", schema.schema());
            kinds.add(kind);
        });
    }

    private static List<Object> header(Map<String, Object> kind) {
        return List.of(kind.getOrDefault("apiVersion", ""), kind.getOrDefault("kind", ""));
    }

    private static boolean isTyped(List<String> header) {
        return header.stream().noneMatch(String::isEmpty);
    }
}
