package dev.drawbridge.driver;

import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.yaml.BlockYaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A new entry of a driver for its author to complete: from CustomResourceDefinitions, JSON Schemas, and the driver's
 * ResourceSlices and DeviceClasses.
 */
public final class NewEntry {

    private static final Set<String> HEADER = Set.of("apiVersion", "kind");

    private final String driver;
    private final DriverRegistry registry = DriverRegistry.builtIn();
    private final List<ObjectValue> kinds = new ArrayList<>();
    private final SliceFacts devices;

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
        if (source.toString().endsWith(".go") && Files.isRegularFile(source)) {
            throw new IOException(source + ": is Go source; generate a CustomResourceDefinition from it with"
                    + " controller-gen, or write a JSON Schema");
        }
        DriverFiles.forEach(source, (file, object) -> add(object));
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
            kinds.add(ObjectValue.at(null)
                    .add("apiVersion", spec.string("group") + "/" + version.string("name"))
                    .add("kind", spec.object("names").string("kind"))
                    .add("schema", withoutHeader(version.object("schema").object("openAPIV3Schema")))
                    .build());
        }
    }

    /** A schema names its kind in the properties apiVersion and kind, or the parameters have none. */
    private void jsonSchema(ObjectValue schema) {
        String apiVersion = only(schema.object("properties").object("apiVersion"));
        String name = only(schema.object("properties").object("kind"));
        ObjectValue.Builder kind = ObjectValue.at(null);
        if (apiVersion.isEmpty() || name.isEmpty()) {
            kind.add("kind", schema.string("title").isEmpty() ? "Parameters" : schema.string("title"))
                    .add("typeless", new BooleanValue(true, null))
                    .add("schema", schema);
        } else {
            kind.add("apiVersion", apiVersion).add("kind", name).add("schema", withoutHeader(schema));
        }
        kinds.add(kind.build());
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
        Set<List<String>> headers = new HashSet<>();
        kinds.removeIf(kind -> !headers.add(List.of(kind.string("apiVersion"), kind.string("kind"))));
        if (kinds.isEmpty() && devices.isEmpty()) {
            throw new IllegalArgumentException(
                    "no CustomResourceDefinition, JSON Schema, slice or class of " + driver + " in these files");
        }
        ObjectValue.Builder entry = ObjectValue.at(null)
                .add("apiVersion", "drawbridge.dev/v1")
                .add("kind", "DriverParameters")
                .add("drivers", ListValue.ofTexts(List.of(driver)))
                .add("nulls", "unset");
        if (!kinds.isEmpty()) {
            entry.add("kinds", ListValue.of(kinds));
        }
        if (!devices.isEmpty()) {
            entry.add("devices", ListValue.of(List.of(devices.entry())));
        }
        return "# Made by drawbridge drivers init. Add source and date; null counts as not set, as to decoders in Go.\n"
                + BlockYaml.text(entry.build());
    }
}
