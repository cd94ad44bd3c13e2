package dev.drawbridge.cli;

import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Value;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.PrintedTable;
import dev.drawbridge.report.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The keys of {@code .drawbridge.yaml}. */
enum Setting {
    // @formatter:off
    KUBERNETES("kubernetes", Form.TEXT, "kubernetes", false, "newest that serves the version",
        "Kubernetes releases to validate against: 1.34, 1.31,1.34 or 1.31..1.37"),
    FEATURE_GATES("featureGates", Form.TEXT, "feature-gates", false, "those of the release",
        "Feature gates that differ from the release's defaults: A=true,B=false or all"),
    PATHS("paths", Form.PATHS, "filename", false, ".", "Files, folders and patterns to check if none is named"),
    EXCLUDE("exclude", Form.TEXTS, "ignore", true, "", "Patterns of files to skip"),
    SEVERITY("severity", Form.SEVERITIES, null, false, "", "The severity of the findings of a rule"),
    DRIVERS("drivers", Form.PATHS, "drivers", true, "", "Folders and files with schemas of drivers' parameters"),
    DRIVER_GATES("driverGates", Form.TEXTS, "driver-gates", true, "not known",
        "Feature gates of drivers: DRIVER:GATE=true,..."),
    DRIVER_VERSIONS("driverVersions", Form.TEXTS, "driver-version", true, "newest that is known",
        "Versions of drivers: DRIVER=VERSION"),
    FLEET("fleet", Form.PATHS, "from", false, "", "The fleet in which claims are to be allocated: files, folders,"
        + " patterns or model:NAME[:N]"),
    POLICIES("policies", Form.PATHS, "policy", false, "", "Files with ValidatingAdmissionPolicies"),
    POD_TEMPLATES("podTemplates", Form.TEXTS, null, false, "", "Where custom kinds have pods"),
    CLAIM_TEMPLATES("claimTemplates", Form.TEXTS, null, false, "",
        "Where custom kinds have names of ResourceClaimTemplates that they create"),
    MARKDOWN("markdown", Form.FLAG, null, false, "false", "Whether folders are searched for Markdown");
    // @formatter:on

    record Entry(Path file, Value value) {

        /** The place, as {@code FILE:LINE:COLUMN}. */
        String place() {
            return file + ":" + value.position();
        }

        /** The place of an item of a list, else of the value. */
        String place(int item) {
            return value instanceof ListValue list && item < list.size()
                    ? new Entry(file, list.get(item)).place()
                    : place();
        }
    }

    /** The form of a value. */
    enum Form {
        TEXT(List.of("string", "number", "null")),
        TEXTS(List.of("array", "null")),
        PATHS(List.of("array", "null")),
        FLAG(List.of("boolean", "null")),
        SEVERITIES(List.of("object", "null"));

        private final List<String> types;

        Form(List<String> types) {
            this.types = types;
        }
    }

    private static final List<String> SEVERITY_NAMES = List.of("error", "warning", "ignore");

    final String key;
    final Form form;
    private final @Nullable String option;
    private final boolean isAdded;
    private final String standard;
    private final String meaning;

    Setting(String key, Form form, @Nullable String option, boolean isAdded, String standard, String meaning) {
        this.key = key;
        this.form = form;
        this.option = option;
        this.isAdded = isAdded;
        this.standard = standard;
        this.meaning = meaning;
    }

    static List<String> keys() {
        return Arrays.stream(values()).map(setting -> setting.key).toList();
    }

    /** The settings in force, and where each comes from: an option, a place in the file, or the default. */
    static PrintedTable inForce(Arguments arguments, Map<String, Entry> file) {
        List<List<Object>> rows = new ArrayList<>();
        for (Setting setting : values()) {
            List<String> named = new ArrayList<>(setting.option == null ? List.of() : arguments.texts(setting.option));
            if (setting == PATHS) {
                named.addAll(arguments.parameters());
            }
            Entry entry = file.get(setting.key);
            if (!named.isEmpty()) {
                rows.add(List.of(
                        setting.key,
                        String.join(", ", named),
                        setting == PATHS ? "the command line" : "--" + setting.option));
            }
            if (entry != null && (named.isEmpty() || setting.isAdded)) {
                rows.add(List.of(setting.key, text(entry.value()), entry.place()));
            } else if (named.isEmpty()) {
                rows.add(List.of(setting.key, setting.standard.isEmpty() ? "none" : setting.standard, "default"));
            }
        }
        return new PrintedTable("settings", List.of("setting", "value", "from"), rows);
    }

    /** A number that is meant as text: in YAML, 1.30 is the number 1.3, which cannot mean another release. */
    static String text(NumberValue number) {
        return number.text().equals("1.3") ? "1.30" : number.text();
    }

    static String text(Value value) {
        if (value instanceof StringValue text) {
            return text.value();
        }
        if (value instanceof NumberValue number) {
            return text(number);
        }
        if (value instanceof ListValue list) {
            List<String> texts = new ArrayList<>();
            list.items().forEach(item -> texts.add(text(item)));
            return String.join(", ", texts);
        }
        if (value instanceof ObjectValue object) {
            List<String> texts = new ArrayList<>();
            object.forEach((key, one) -> texts.add(key + ": " + text(one)));
            return String.join(", ", texts);
        }
        return value.excerpt();
    }

    /** What a setting sets, in any order; nothing if it is not there, or has the value that it has then. */
    static Set<String> parts(@Nullable Entry entry) {
        Set<String> parts = new HashSet<>();
        if (entry != null && entry.value() instanceof ListValue list) {
            list.items().forEach(item -> parts.add(text(item)));
        } else if (entry != null && entry.value() instanceof ObjectValue object) {
            object.forEach((key, one) -> parts.add(key + ": " + text(one)));
        } else if (entry != null) {
            parts.addAll(List.of(text(entry.value()).split("[,\\s]+")));
        }
        parts.removeAll(List.of("", "null", "false"));
        return parts;
    }

    static String shown(@Nullable Entry entry) {
        String text = entry == null ? "" : text(entry.value());
        return text.isEmpty() ? "none" : text;
    }

    static Map<String, Object> schema(String draft) {
        Map<String, Object> properties = new LinkedHashMap<>();
        for (Setting setting : values()) {
            JsonObject property =
                    new JsonObject().with("description", setting.meaning).with("type", setting.form.types);
            if (setting.form.types.contains("array")) {
                property.put("items", Map.of("type", List.of("string", "number", "null")));
            }
            if (setting.form == Form.SEVERITIES) {
                Map<String, Object> rules = new TreeMap<>();
                Origin.allNames().forEach(name -> rules.put(name, Map.of("enum", SEVERITY_NAMES)));
                property.put("additionalProperties", false);
                property.put("properties", rules);
            }
            properties.put(setting.key, property);
        }
        return new JsonObject()
                .with("$schema", draft)
                .with("title", ".drawbridge.yaml")
                .with("type", List.of("object"))
                .with("additionalProperties", false)
                .with("properties", properties);
    }
}
