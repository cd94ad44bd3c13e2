package dev.drawbridge.driver;

import dev.drawbridge.document.Value;
import dev.drawbridge.explain.Page;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Documents a driver's parameters from their schemas. */
public final class DriverManual {

    private static final String DEVICE = "device";

    private final List<DriverEntry> entries;
    private final String driver;
    private final boolean isRecursive;

    /**
     * Creates the manual of a driver.
     *
     * @param isRecursive whether nested fields are listed
     * @throws IllegalArgumentException with a message if no schema is of the driver
     */
    public DriverManual(DriverRegistry registry, String driver, boolean isRecursive) {
        this.driver = driver;
        this.isRecursive = isRecursive;
        this.entries = registry.entries(driver);
        if (entries.isEmpty()) {
            List<String> names = registry.names();
            throw new IllegalArgumentException(
                    "no schema for driver \"" + driver + "\"; name its folder with --drivers, or one of "
                            + String.join(", ", names) + Spelling.hint(driver, names));
        }
    }

    /** The page about the driver: the kinds of its parameters, and whether its devices are known. */
    public Page page() {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("DRIVER", driver);
        header.put("SOURCE", source(entries.get(0)));
        List<String> kinds = entries.stream()
                .flatMap(entry -> entry.kinds().stream())
                .map(kind -> (kind.kind() + " " + kind.apiVersion()).strip())
                .distinct()
                .toList();
        List<Page.Section> sections = new ArrayList<>();
        if (!kinds.isEmpty()) {
            sections.add(new Page.Section("PARAMETERS", kinds));
        }
        if (entries.stream().anyMatch(entry -> entry.devices().stream().anyMatch(devices -> devices.isOf(driver)))) {
            sections.add(new Page.Section("DEVICES", List.of("drawbridge explain --driver " + driver + " " + DEVICE)));
        }
        return new Page(header, sections, List.of());
    }

    /** The subjects of pages: the kinds of parameters, the devices, and their attributes and capacities. */
    public List<String> subjects() {
        List<String> subjects = new ArrayList<>();
        for (DriverEntry entry : entries) {
            entry.kinds().forEach(kind -> subjects.add(kind.kind()));
            entry.devices().stream()
                    .filter(devices -> devices.isOf(driver))
                    .flatMap(devices -> Stream.concat(
                            Stream.of(DEVICE),
                            devices.names().stream()
                                    .map(PublishedDevices.PublishedName::name)
                                    .filter(name -> !name.endsWith("*"))
                                    .map(name -> DEVICE + "." + name)))
                    .forEach(subjects::add);
        }
        return subjects.stream().distinct().toList();
    }

    private static String source(DriverEntry entry) {
        return entry.source() + (entry.date().isEmpty() ? "" : ", as of " + entry.date());
    }

    /**
     * The page about a kind of parameters ({@code GpuConfig}), a field ({@code GpuConfig.sharing.strategy}), the
     * devices ({@code device}) or one of their attributes ({@code device.productName}).
     *
     * @throws IllegalArgumentException with a message if there is none
     */
    public Page page(String what) {
        if (what.equals(DEVICE) || what.startsWith(DEVICE + ".")) {
            return devices(what.substring(Math.min(what.length(), DEVICE.length() + 1)));
        }
        List<String> steps = Arrays.asList(what.replaceAll("\\[[^]]*]", "").split("\\.", -1));
        for (DriverEntry entry : entries) {
            for (DriverEntry.ParameterKind kind : entry.kinds()) {
                if (kind.kind().equalsIgnoreCase(steps.get(0))) {
                    return page(entry, kind, steps.subList(1, steps.size()));
                }
            }
        }
        List<String> kinds = entries.stream()
                .flatMap(entry -> entry.kinds().stream())
                .map(DriverEntry.ParameterKind::kind)
                .distinct()
                .toList();
        throw new IllegalArgumentException("driver " + driver + " has no kind \"" + steps.get(0) + "\""
                + Spelling.hint(steps.get(0), kinds) + "; it has "
                + (kinds.isEmpty() ? DEVICE : String.join(", ", kinds)));
    }

    private Page devices(String name) {
        for (DriverEntry entry : entries) {
            for (PublishedDevices devices : entry.devices()) {
                if (devices.isOf(driver)) {
                    return new DeviceManual(driver, entry, devices).page(name);
                }
            }
        }
        throw new IllegalArgumentException("the devices of " + driver + " are not known");
    }

    private Page page(DriverEntry entry, DriverEntry.ParameterKind kind, List<String> steps) {
        ParameterSchema schema = kind.schema();
        boolean isRequired = false;
        for (int i = 0; i < steps.size(); i++) {
            ParameterSchema holder = object(schema);
            String name = steps.get(i);
            ParameterSchema next = holder.properties().getOrDefault(name, holder.additional());
            if (next == null) {
                String versions = holder.elsewhere().get(name);
                throw new IllegalArgumentException(kind.kind() + " has no field \""
                        + String.join(".", steps.subList(0, i + 1)) + "\""
                        + (versions == null
                                ? Spelling.hint(name, holder.properties().keySet())
                                : " in version" + entry.versions().suffix() + "; it exists " + versions));
            }
            isRequired = holder.required().contains(name);
            schema = next;
        }
        Map<String, String> header = new LinkedHashMap<>();
        header.put("DRIVER", driver);
        header.put("KIND", (kind.kind() + " " + kind.apiVersion()).strip());
        if (!steps.isEmpty()) {
            header.put("FIELD", String.join(".", steps) + " <" + type(schema) + ">");
        }
        if (!schema.description().isEmpty()) {
            header.put("SAYS", schema.description());
        }
        header.put("SOURCE", source(entry));
        List<Page.Section> sections = new ArrayList<>();
        List<String> rules = rules(schema, isRequired, !steps.isEmpty());
        if (!rules.isEmpty()) {
            sections.add(new Page.Section("RULES", rules));
        }
        List<Page.Field> fields = new ArrayList<>();
        addFields(schema, "", fields);
        return new Page(header, sections, fields);
    }

    /** The schema that has the fields: for a list, that of its entries. */
    private static ParameterSchema object(ParameterSchema schema) {
        ParameterSchema current = schema;
        while (current.items() != null) {
            current = current.items();
        }
        return current;
    }

    private void addFields(ParameterSchema schema, String prefix, List<Page.Field> fields) {
        ParameterSchema object = object(schema);
        object.properties().forEach((name, field) -> {
            boolean isRequired = object.required().contains(name);
            fields.add(new Page.Field(
                    prefix + name, type(field), isRequired, field.description(), rules(field, isRequired, true)));
            if (isRecursive) {
                addFields(field, prefix + name + ".", fields);
            }
        });
    }

    private static String type(ParameterSchema schema) {
        if (schema.items() != null) {
            return "[]" + type(schema.items());
        }
        if (schema.additional() != null && schema.properties().isEmpty()) {
            return "map[string]" + type(schema.additional());
        }
        if (!schema.format().isEmpty()) {
            return schema.format();
        }
        return schema.types().isEmpty()
                ? "any"
                : schema.types().stream().sorted().collect(Collectors.joining(" or "));
    }

    private static List<String> rules(ParameterSchema schema, boolean isRequired, boolean isField) {
        List<String> rules = new ArrayList<>();
        if (isField) {
            rules.add(isRequired ? "required" : "optional");
        }
        if (!schema.versions().isEmpty()) {
            rules.add(schema.versions() + " of the driver");
        }
        if (!schema.choices().isEmpty()) {
            rules.add("must be one of "
                    + schema.choices().stream().map(Value::excerpt).collect(Collectors.joining(", ")));
        }
        if (schema.pattern() != null) {
            rules.add("must match " + schema.pattern());
        }
        ParameterSchema.Bounds bounds = schema.bounds();
        add(
                rules,
                bounds.isAboveMinimum() ? "must be greater than " : "must be greater than or equal to ",
                bounds.minimum());
        add(rules, bounds.isBelowMaximum() ? "must be less than " : "must be less than or equal to ", bounds.maximum());
        add(rules, "must be a multiple of ", bounds.multipleOf());
        add(rules, "minimum length: ", bounds.minLength());
        add(rules, "maximum length: ", bounds.maxLength());
        add(rules, "minimum number of items: ", bounds.minItems());
        add(rules, "maximum number of items: ", bounds.maxItems());
        add(rules, "minimum number of keys: ", bounds.minProperties());
        add(rules, "maximum number of keys: ", bounds.maxProperties());
        if (bounds.uniqueItems()) {
            rules.add("each item must be unique");
        }
        for (ParameterRule rule : schema.rules()) {
            String field = rule.fieldPath().isEmpty() ? "" : rule.fieldPath().substring(1) + ": ";
            String gate = rule.gate().isEmpty() || rule.message().contains(rule.gate())
                    ? ""
                    : " (while the driver's feature gate " + rule.gate() + " is " + (rule.isOfGate() ? "on)" : "off)");
            rules.add(field + rule.message() + gate);
        }
        return rules;
    }

    private static void add(List<String> rules, String text, @Nullable Object limit) {
        if (limit != null) {
            rules.add(text + limit);
        }
    }
}
