package dev.drawbridge.driver;

import dev.drawbridge.document.Value;
import dev.drawbridge.driver.ParameterSchema.AllowedValues;
import dev.drawbridge.driver.ParameterSchema.NumberLimits;
import dev.drawbridge.driver.ParameterSchema.ObjectFields;
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
        header.put("SOURCE", entries.get(0).facts().text());
        List<String> kinds = entries.stream()
                .flatMap(entry -> entry.parameters().kinds().stream())
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
            entry.parameters().kinds().forEach(kind -> subjects.add(kind.kind()));
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
            for (DriverEntry.ParameterKind kind : entry.parameters().kinds()) {
                if (kind.kind().equalsIgnoreCase(steps.get(0))) {
                    return page(entry, kind, steps.subList(1, steps.size()));
                }
            }
        }
        List<String> kinds = entries.stream()
                .flatMap(entry -> entry.parameters().kinds().stream())
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
            ParameterSchema next = holder.fields()
                    .properties()
                    .getOrDefault(name, holder.fields().additional());
            if (next == null) {
                String versions = holder.fields().elsewhere().get(name);
                throw new IllegalArgumentException(kind.kind() + " has no field \""
                        + String.join(".", steps.subList(0, i + 1)) + "\""
                        + (versions == null
                                ? Spelling.hint(
                                        name, holder.fields().properties().keySet())
                                : " in version" + entry.versions().suffix() + "; it exists " + versions));
            }
            isRequired = holder.fields().required().contains(name);
            schema = next;
        }
        Map<String, String> header = new LinkedHashMap<>();
        header.put("DRIVER", driver);
        header.put("KIND", (kind.kind() + " " + kind.apiVersion()).strip());
        if (!steps.isEmpty()) {
            header.put("FIELD", String.join(".", steps) + " <" + type(schema) + ">");
        }
        if (!schema.documentation().description().isEmpty()) {
            header.put("SAYS", schema.documentation().description());
        }
        header.put("SOURCE", entry.facts().text());
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
        while (current.items().schema() != null) {
            current = current.items().schema();
        }
        return current;
    }

    private void addFields(ParameterSchema schema, String prefix, List<Page.Field> fields) {
        ParameterSchema object = object(schema);
        object.fields().properties().forEach((name, field) -> {
            boolean isRequired = object.fields().required().contains(name);
            fields.add(new Page.Field(
                    prefix + name,
                    type(field),
                    isRequired,
                    field.documentation().description(),
                    rules(field, isRequired, true)));
            if (isRecursive) {
                addFields(field, prefix + name + ".", fields);
            }
        });
    }

    private static String type(ParameterSchema schema) {
        if (schema.items().schema() != null) {
            return "[]" + type(schema.items().schema());
        }
        ObjectFields fields = schema.fields();
        if (fields.additional() != null && fields.properties().isEmpty()) {
            return "map[string]" + type(fields.additional());
        }
        AllowedValues allowed = schema.values();
        if (!allowed.format().isEmpty()) {
            return allowed.format();
        }
        return allowed.types().isEmpty()
                ? "any"
                : allowed.types().stream().sorted().collect(Collectors.joining(" or "));
    }

    private static List<String> rules(ParameterSchema schema, boolean isRequired, boolean isField) {
        List<String> rules = new ArrayList<>();
        if (isField) {
            rules.add(isRequired ? "required" : "optional");
        }
        if (!schema.documentation().versions().isEmpty()) {
            rules.add(schema.documentation().versions() + " of the driver");
        }
        if (!schema.values().choices().isEmpty()) {
            rules.add("must be one of "
                    + schema.values().choices().stream().map(Value::excerpt).collect(Collectors.joining(", ")));
        }
        if (schema.strings().pattern() != null) {
            rules.add("must match " + schema.strings().pattern());
        }
        NumberLimits numbers = schema.numbers();
        add(
                rules,
                numbers.isAboveMinimum() ? "must be greater than " : "must be greater than or equal to ",
                numbers.minimum());
        add(
                rules,
                numbers.isBelowMaximum() ? "must be less than " : "must be less than or equal to ",
                numbers.maximum());
        add(rules, "must be a multiple of ", numbers.multipleOf());
        add(rules, "minimum length: ", schema.strings().minLength());
        add(rules, "maximum length: ", schema.strings().maxLength());
        add(rules, "minimum number of items: ", schema.items().minItems());
        add(rules, "maximum number of items: ", schema.items().maxItems());
        add(rules, "minimum number of keys: ", schema.fields().minProperties());
        add(rules, "maximum number of keys: ", schema.fields().maxProperties());
        if (schema.items().uniqueItems()) {
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
