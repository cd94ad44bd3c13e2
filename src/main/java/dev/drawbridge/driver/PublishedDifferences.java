package dev.drawbridge.driver;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.driver.PublishedDevices.DeviceClass;
import dev.drawbridge.driver.PublishedDevices.PublishedName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Compares the devices of entries with ResourceSlices and DeviceClasses of a cluster. A published but undeclared name
 * is an error; a declared but unpublished name is a warning, since hardware and versions differ.
 *
 * @param errors published names that are not declared, or declared differently
 * @param warnings declared names that are not published
 */
public record PublishedDifferences(List<String> errors, List<String> warnings, int slices, int classes) {

    /**
     * Compares the entries of a folder with the slices and classes in it.
     *
     * @throws IOException with a message that names the file if one cannot be read
     */
    public static PublishedDifferences of(DriverRegistry registry, Path folder) throws IOException {
        List<ObjectValue> published = DriverFiles.published(folder);
        Set<String> drivers = new LinkedHashSet<>();
        for (DriverEntry entry : registry.entriesOfFiles()) {
            entry.drivers().stream().filter(name -> !name.startsWith("*")).forEach(drivers::add);
            entry.devices().forEach(devices -> drivers.addAll(devices.drivers()));
        }
        PublishedDifferences all = new PublishedDifferences(new ArrayList<>(), new ArrayList<>(), 0, 0);
        for (String driver : drivers) {
            SliceFacts facts = new SliceFacts(driver);
            published.forEach(object -> facts.add(object, registry::driversOf));
            all = new PublishedDifferences(
                    all.errors,
                    all.warnings,
                    all.slices + facts.slices(),
                    all.classes + facts.classes().size());
            List<PublishedDevices> declared = registry.entriesOfFiles().stream()
                    .flatMap(entry -> entry.devices().stream())
                    .filter(devices -> devices.isOf(driver))
                    .toList();
            if (!facts.isEmpty()) {
                all.compare(driver, declared, facts);
            }
        }
        return all;
    }

    private void compare(String driver, List<PublishedDevices> declared, SliceFacts facts) {
        List<PublishedName> names =
                declared.stream().flatMap(devices -> devices.names().stream()).toList();
        boolean isOpen = declared.stream().anyMatch(PublishedDevices::isOpen);
        for (boolean isCapacity : new boolean[] {false, true}) {
            facts.shown(isCapacity).forEach((name, shown) -> shown(driver, name, shown, names, isOpen));
        }
        if (facts.slices() > 0) {
            names.stream()
                    .filter(name -> name.isInVersion() && !isShown(name, facts))
                    .forEach(name -> warnings.add(driver + ": " + name.id() + " is declared, but no device has it"));
        }
        if (!facts.classes().isEmpty()) {
            Stream<PublishedDevices.DeviceClass> ofDriver =
                    declared.stream().flatMap(devices -> devices.classes().stream());
            classes(driver, ofDriver.toList(), facts);
        }
    }

    private static boolean isShown(PublishedName name, SliceFacts facts) {
        return facts.shown(name.id().isCapacity()).keySet().stream().anyMatch(name::isNamed);
    }

    /** An attribute or a capacity of the slices. */
    private void shown(
            String driver, DeviceName name, SliceFacts.Shown shown, List<PublishedName> names, boolean isOpen) {
        String what = driver + ": device " + shown.device() + ": " + name;
        PublishedName known =
                names.stream().filter(one -> one.isNamed(name)).findFirst().orElse(null);
        if (known == null) {
            (isOpen ? warnings : errors).add(what + " is published, but not declared");
            return;
        }
        if (!known.types().isEmpty() && !known.types().containsAll(shown.types())) {
            errors.add(what + " is declared as " + String.join(" or ", known.types()) + ", published as "
                    + String.join(" and ", shown.types()));
        }
        if (known.values().areAll()) {
            Set<String> others = new LinkedHashSet<>(shown.values());
            known.values().texts().forEach(others::remove);
            others.forEach(value -> errors.add(what + ": value " + value + " is published, but not in enum"));
        }
    }

    private void classes(String driver, List<DeviceClass> declared, SliceFacts facts) {
        for (ObjectValue one : facts.classes()) {
            String name = one.object("metadata").string("name");
            DeviceClass known = declared.stream()
                    .filter(row -> row.name().equals(name))
                    .findFirst()
                    .orElse(null);
            String what = driver + ": DeviceClass " + name;
            if (known == null) {
                errors.add(what + " is not declared");
                continue;
            }
            List<String> expressions = SliceFacts.expressions(one);
            if (!known.expressions().equals(expressions)) {
                errors.add(
                        what + " has the selectors " + expressions + ", but " + known.expressions() + " are declared");
            }
            String resource = one.object("spec").string("extendedResourceName");
            if (!known.extendedResourceName().equals(resource)) {
                errors.add(what + " has the extendedResourceName \"" + resource + "\", but \""
                        + known.extendedResourceName() + "\" is declared");
            }
        }
        Set<String> installed = new LinkedHashSet<>();
        facts.classes().forEach(one -> installed.add(one.object("metadata").string("name")));
        declared.stream()
                .filter(row -> !installed.contains(row.name()))
                .forEach(row ->
                        warnings.add(driver + ": DeviceClass " + row.name() + " is declared, but does not exist"));
    }
}
