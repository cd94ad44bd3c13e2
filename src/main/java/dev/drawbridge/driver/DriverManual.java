package dev.drawbridge.driver;

import dev.drawbridge.explain.Page;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        List<String> kinds = kinds().map(kind -> (kind.kind() + " " + kind.apiVersion()).strip())
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

    /**
     * The parameters as JSON Schema, of one kind, or of all if the kind is null.
     *
     * @param draft the address of the draft
     * @return maps, lists, strings, numbers and booleans
     * @throws IllegalArgumentException with a message if the kind is not known
     */
    public Map<String, Object> schema(@Nullable String kind, String draft) {
        List<DriverEntry.ParameterKind> kinds =
                kinds().filter(each -> !each.isOfStatus()).toList();
        if (kinds.isEmpty()) {
            throw new IllegalArgumentException(driver + " has no known parameters");
        }
        List<Map<String, Object>> schemas = kinds.stream()
                .filter(each -> kind == null || each.kind().equalsIgnoreCase(kind))
                .map(DriverEntry.ParameterKind::json)
                .toList();
        if (kind != null && schemas.isEmpty()) {
            throw noKind(kind);
        }
        Map<String, Object> root = new LinkedHashMap<>();
        root.put("$schema", draft);
        root.put("title", "Parameters of " + driver);
        if (schemas.size() == 1) {
            root.putAll(schemas.get(0));
        } else {
            root.put("anyOf", schemas);
        }
        return root;
    }

    private Stream<DriverEntry.ParameterKind> kinds() {
        return entries.stream().flatMap(entry -> entry.parameters().kinds().stream());
    }

    private IllegalArgumentException noKind(String name) {
        List<String> kinds =
                kinds().map(DriverEntry.ParameterKind::kind).distinct().toList();
        return new IllegalArgumentException("driver " + driver + " has no kind \"" + name + "\""
                + Spelling.hint(name, kinds) + "; it has "
                + (kinds.isEmpty() ? DEVICE : String.join(", ", kinds)));
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
        throw noKind(steps.get(0));
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
            header.put("FIELD", String.join(".", steps) + " <" + schema.type() + ">");
        }
        header.put("SOURCE", entry.facts().text());
        List<Page.Section> sections = new ArrayList<>();
        if (!schema.documentation().description().isEmpty()) {
            sections.add(new Page.Section(
                    "DESCRIPTION", List.of(schema.documentation().description())));
        }
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
                    field.type(),
                    isRequired,
                    field.documentation().description(),
                    rules(field, isRequired, true)));
            if (isRecursive) {
                addFields(field, prefix + name + ".", fields);
            }
        });
    }

    private static List<String> rules(ParameterSchema schema, boolean isRequired, boolean isField) {
        List<String> rules = new ArrayList<>();
        if (isField) {
            rules.add(isRequired ? "required" : "optional");
        }
        if (!schema.documentation().versions().isEmpty()) {
            rules.add(schema.documentation().versions() + " of the driver");
        }
        schema.limits().forEach(limit -> rules.add(limit.demand().sentence()));
        if (schema.items().areUnique()) {
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
}
