package dev.drawbridge.driver;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.yaml.BlockYaml;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A new entry of a driver for its author to complete: from CustomResourceDefinitions, JSON Schemas, and the driver's
 * ResourceSlices and DeviceClasses.
 */
public final class NewEntry {

    private static final Set<String> HEADER = Set.of("apiVersion", "kind");

    private final String driver;
    private final DriverRegistry registry = DriverRegistry.builtIn();
    private final List<Map<String, Object>> kinds = new ArrayList<>();
    private final SliceFacts devices;

    /** A new entry of this driver. */
    public NewEntry(String driver) {
        this.driver = driver;
        devices = new SliceFacts(driver);
    }

    /**
     * Adds the content of a YAML or JSON file, or of a folder's. Other objects are passed over.
     *
     * @throws IOException with a message that names the file if it is unreadable
     */
    public NewEntry add(Path source) throws IOException {
        for (Path file : DriverFiles.files(source)) {
            if (file.toString().endsWith(".go")) {
                throw new IOException(file + ": is Go source; generate a CustomResourceDefinition from it with"
                        + " controller-gen, or write a JSON Schema");
            }
            try {
                for (ObjectValue object : DriverFiles.flat(DriverFiles.objects(ReadLimits.DEFAULT.text(file)))) {
                    add(object);
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
        } else if (SliceFacts.isSource(object)) {
            devices.add(object, registry::driversOf);
        } else if (object.has("$schema") || object.has("properties") && object.has("type")) {
            jsonSchema(object);
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
    private static ObjectValue withoutHeader(ObjectValue schema) {
        ListValue others = ListValue.ofTexts(schema.list("required").texts().stream()
                .filter(name -> !HEADER.contains(name))
                .toList());
        ObjectValue properties = schema.object("properties").only(name -> !HEADER.contains(name));
        ObjectValue rest = schema.only(name -> others.size() > 0 || !name.equals("required"))
                .with("properties", properties);
        return others.size() > 0 ? rest.with("required", others) : rest;
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
        Set<List<Object>> headers = new HashSet<>();
        kinds.removeIf(kind -> !headers.add(header(kind)));
        if (kinds.isEmpty() && devices.isEmpty()) {
            throw new IllegalArgumentException(
                    "no CustomResourceDefinition, JSON Schema, slice or class of " + driver + " in these files");
        }
        if (!kinds.isEmpty()) {
            entry.put("kinds", kinds);
        }
        if (!devices.isEmpty()) {
            entry.put("devices", List.of(devices.entry()));
        }
        return "# Made by drawbridge drivers init. Add source and date; null counts as not set, as to decoders in Go.\n"
                + BlockYaml.text(entry);
    }

    private static List<Object> header(Map<String, Object> kind) {
        return List.of(kind.getOrDefault("apiVersion", ""), kind.getOrDefault("kind", ""));
    }
}
