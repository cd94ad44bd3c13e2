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
            header.put("DEVICES", String.join(", ", devices.deviceNames()));
            header.put("SERVES", devices.serves());
            header.put("NAMES", devices.isOpen() ? "devices may have others" : "devices have no others");
        }
        DriverEntry.Facts facts = entry.facts();
        String source = devices.source().isEmpty() ? facts.source() : devices.source();
        header.put("SOURCE", new DriverEntry.Facts(facts.origin(), source, facts.date()).text());
        header.values().removeIf(String::isEmpty);
        List<Page.Section> sections = new ArrayList<>();
        sections.add(names("ATTRIBUTES", shown, false));
        sections.add(names("CAPACITY", shown, true));
        if (name.isEmpty()) {
            Stream<String> taints = devices.taints().stream()
                    .map(taint -> taint.key() + ":" + taint.effect() + sentence(taint.description()));
            sections.add(new Page.Section("TAINTS", taints.toList()));
            sections.add(new Page.Section(
                    "CLASSES",
                    devices.classes().stream().map(DeviceManual::line).toList()));
        }
        return new Page(header, sections, List.of());
    }

    private static Page.Section names(String title, List<PublishedName> names, boolean areCapacity) {
        Stream<PublishedName> shown = names.stream().filter(one -> one.id().isCapacity() == areCapacity);
        return new Page.Section(title, shown.map(DeviceManual::line).toList());
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
