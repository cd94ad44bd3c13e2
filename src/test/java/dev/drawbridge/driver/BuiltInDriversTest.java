package dev.drawbridge.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.drawbridge.constraint.cel.SelectorReads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests of the built-in entries. */
class BuiltInDriversTest {

    private final List<DriverEntry> entries = DriverRegistry.builtIn().entries();

    @Test
    void tableNamesTheDriversAndClassesOfTheFilesAndWhomTheyServe() {
        List<String> ofFiles = new ArrayList<>();
        for (DriverEntry entry : entries) {
            for (String driver : entry.drivers()) {
                List<String> classes = entry.devices().stream()
                        .filter(devices -> devices.isOf(driver))
                        .flatMap(devices -> devices.classes().stream())
                        .map(PublishedDevices.DeviceClass::name)
                        .toList();
                Set<String> serves = entry.devices().stream()
                        .filter(devices -> devices.isOf(driver))
                        .map(devices -> devices.serves().toUpperCase(Locale.ROOT))
                        .collect(Collectors.toSet());
                ofFiles.add(driver + " " + serves + " " + new TreeSet<>(classes));
            }
        }

        assertThat(Arrays.stream(BuiltInDrivers.values())
                        .map(row -> row.driver + " [" + row.serves + "] " + new TreeSet<>(row.classes)))
                .containsExactlyInAnyOrderElementsOf(ofFiles);
    }

    @Test
    void entriesWithRequestRulesForClassesAreNamed() {
        for (DriverEntry entry : entries) {
            for (String name : entry.deviceClasses()) {
                assertThat(BuiltInDrivers.withRequestRules(name)).containsExactlyElementsOf(entry.drivers());
            }
        }
    }

    @Test
    void everyEntryHasSourceAndDate() {
        assertThat(entries).allSatisfy(entry -> {
            assertThat(entry.facts().source()).startsWith("https://github.com/");
            assertThat(entry.facts().date()).matches("20[0-9]{2}-[0-9]{2}-[0-9]{2}");
            assertThat(entry.devices()).isNotEmpty();
        });
    }

    /** A driver's DeviceClass must be valid by the driver's own entry. */
    @Test
    void classSelectorsUseDeclaredNames() {
        SelectorReader reader = new SelectorReader();
        for (DriverEntry entry : entries) {
            for (PublishedDevices devices : entry.devices()) {
                for (PublishedDevices.DeviceClass one : devices.classes()) {
                    for (String expression : one.expressions()) {
                        SelectorReads reads = reader.reads(expression);
                        assertThat(reads.drivers())
                                .extracting(SelectorReads.Driver::name)
                                .containsExactlyElementsOf(devices.drivers());
                        assertThat(reads.reads())
                                .allMatch(read ->
                                        devices.names().stream().anyMatch(name -> name.isNamed(DeviceName.of(read))));
                    }
                }
            }
        }
    }
}
