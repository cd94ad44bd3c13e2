package dev.drawbridge.driver;

import dev.drawbridge.driver.PublishedDevices.PublishedName;
import dev.drawbridge.explain.Page;
import dev.drawbridge.field.Spelling;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Documents the devices of a driver. */
record DeviceManual(String driver, DriverEntry entry, PublishedDevices devices) {

    /**
     * The page about the devices, or about one attribute or capacity.
     *
     * @param name an identifier, or DOMAIN/IDENTIFIER; empty for the devices
     * @throws IllegalArgumentException with a message if the devices do not have it
     */
    Page page(String name) {
        Map<String, String> header = new LinkedHashMap<>();
        header.put("DRIVER", driver + entry.versions().suffix());
        List<PublishedName> shown = devices.names().stream()
                .filter(PublishedName::isInVersion)
                .filter(one -> name.isEmpty()
                        || one.id().name().equals(name)
                        || one.id().qualified().equals(name))
                .toList();
        if (shown.isEmpty() && !name.isEmpty()) {
            List<String> names = devices.names().stream()
                    .map(one -> one.id().name())
                    .distinct()
                    .toList();
            throw new IllegalArgumentException("devices of " + driver + " have no attribute or capacity \"" + name
                    + "\"" + Spelling.hint(name, names));
        }
        if (name.isEmpty()) {
            put(header, "DEVICES", String.join(", ", devices.deviceNames()));
            put(header, "SERVES", devices.serves());
            header.put("NAMES", devices.isOpen() ? "devices may have others" : "devices have no others");
        }
        DriverEntry.Facts facts = entry.facts();
        header.put(
                "SOURCE",
                devices.source().isEmpty()
                        ? facts.text()
                        : new DriverEntry.Facts(facts.origin(), devices.source(), facts.date()).text());
        List<Page.Section> sections = new ArrayList<>();
        add(
                sections,
                "ATTRIBUTES",
                shown.stream().filter(one -> !one.id().isCapacity()).map(DeviceManual::line));
        add(
                sections,
                "CAPACITY",
                shown.stream().filter(one -> one.id().isCapacity()).map(DeviceManual::line));
        if (name.isEmpty()) {
            add(
                    sections,
                    "TAINTS",
                    devices.taints().stream()
                            .map(taint -> taint.key() + ":" + taint.effect() + sentence(taint.description())));
            add(sections, "CLASSES", devices.classes().stream().map(DeviceManual::line));
        }
        return new Page(header, sections, List.of());
    }

    private static void put(Map<String, String> header, String key, String value) {
        if (!value.isEmpty()) {
            header.put(key, value);
        }
    }

    private static void add(List<Page.Section> sections, String title, Stream<String> lines) {
        sections.add(new Page.Section(title, lines.toList()));
    }

    private static String line(PublishedName name) {
        String type = name.id().isCapacity()
                ? "quantity"
                : String.join(" or ", name.types().stream().sorted().toList());
        return name.id().expression() + " <" + type + ">"
                + (name.versions().isEmpty() ? "" : ", " + name.versions())
                + (name.values().texts().isEmpty()
                        ? ""
                        : (name.values().areAll() ? ": " : ", such as ")
                                + String.join(", ", name.values().texts()))
                + sentence(name.description());
    }

    private static String line(PublishedDevices.DeviceClass one) {
        return one.name()
                + (one.extendedResourceName().isEmpty() ? "" : ", as resource " + one.extendedResourceName())
                + (one.expressions().isEmpty() ? "" : ": " + String.join(" && ", one.expressions()));
    }

    private static String sentence(String description) {
        return description.isEmpty() ? "" : ". " + description.replaceFirst("[.]$", "");
    }
}
