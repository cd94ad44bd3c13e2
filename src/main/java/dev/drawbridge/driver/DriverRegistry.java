package dev.drawbridge.driver;

import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The known drivers, built in or from files. An entry from a file takes precedence over a built-in one. Immutable; safe
 * for use by several threads.
 */
public final class DriverRegistry {

    private final List<DriverEntry> ofFiles;
    private final Map<String, List<DriverEntry>> ofVersions;
    private final DriverGates gates;
    private final boolean isStrict;
    private final SelectorReader reader = new SelectorReader();

    /** The names of devices by driver, as far as they have been needed; only drivers with entries. */
    private final Map<String, Optional<DeviceNames>> deviceNames = new ConcurrentHashMap<>();

    private DriverRegistry(
            List<DriverEntry> ofFiles, Map<String, List<DriverEntry>> ofVersions, DriverGates gates, boolean isStrict) {
        this.ofFiles = List.copyOf(ofFiles);
        this.ofVersions = Map.copyOf(ofVersions);
        this.gates = gates;
        this.isStrict = isStrict;
    }

    public static DriverRegistry builtIn() {
        return of(List.of());
    }

    static DriverRegistry of(List<DriverEntry> entries) {
        return new DriverRegistry(entries, Map.of(), DriverGates.UNKNOWN, false);
    }

    /**
     * Adds the entries of a folder's files, or of one file.
     *
     * @throws IOException with a message that names the file if one cannot be read or is not an entry
     */
    public DriverRegistry with(Path folder) throws IOException {
        DriverRegistry all = this;
        for (Path file : DriverFiles.files(folder)) {
            all = all.with(file.toString(), ReadLimits.DEFAULT.text(file));
        }
        return all;
    }

    /** Adds the entries of a file with this name; fails as if it was in a folder. */
    public DriverRegistry with(String name, byte[] text) throws IOException {
        List<DriverEntry> all = new ArrayList<>(ofFiles);
        all.addAll(DriverFiles.read(name, text));
        return new DriverRegistry(all, ofVersions, gates, isStrict);
    }

    /**
     * Adds the kinds of a CustomResourceDefinition; those from files take precedence.
     *
     * @throws IllegalArgumentException with a message if its schemas cannot be applied
     */
    public DriverRegistry withDefinition(ObjectValue definition) {
        String name = definition.object("metadata").string("name");
        List<DriverEntry> all = new ArrayList<>(ofFiles);
        all.add(DriverEntry.ofDefinition(name, definition, List.of(name)));
        return new DriverRegistry(all, ofVersions, gates, isStrict);
    }

    /** A copy with these feature gates. */
    public DriverRegistry with(DriverGates other) {
        return new DriverRegistry(ofFiles, ofVersions, other, isStrict);
    }

    /**
     * A copy with these driver versions, as on a command line: {@code gpu.nvidia.com=25.8}. Files added later are not
     * affected.
     *
     * @throws IllegalArgumentException with a message if a text is malformed, or no entry of the driver has the version
     */
    public DriverRegistry withVersions(List<String> texts) {
        DriverRegistry registry = this;
        for (String text : texts) {
            registry = registry.withVersion(text);
        }
        return registry;
    }

    private DriverRegistry withVersion(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0 || equals == text.length() - 1) {
            throw new IllegalArgumentException("expected DRIVER=VERSION, found \"" + text + "\"");
        }
        String driver = text.substring(0, equals);
        List<DriverEntry> known = entries(driver);
        if (known.isEmpty()) {
            throw new IllegalArgumentException(
                    "no schema for driver \"" + driver + "\"" + Spelling.hint(driver, names()));
        }
        Map<String, List<DriverEntry>> versions = new HashMap<>(ofVersions);
        try {
            boolean areAlike =
                    known.stream().allMatch(entry -> entry.versions().names().isEmpty());
            versions.put(
                    driver,
                    known.stream()
                            .map(entry -> areAlike || !entry.versions().names().isEmpty()
                                    ? entry.at(text.substring(equals + 1))
                                    : entry)
                            .toList());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(driver + ": " + e.getMessage(), e);
        }
        return new DriverRegistry(ofFiles, versions, gates, isStrict);
    }

    public static List<String> builtInNames() {
        return Arrays.stream(BuiltInDrivers.values()).map(row -> row.driver).toList();
    }

    List<String> names() {
        return entries().stream().flatMap(entry -> entry.drivers().stream()).toList();
    }

    List<DriverEntry> entries(String driver) {
        List<DriverEntry> versioned = ofVersions.get(driver);
        if (versioned != null) {
            return versioned;
        }
        return Stream.concat(ofFiles.stream().filter(entry -> entry.isOf(driver)), DriverFiles.builtIn(driver).stream())
                .toList();
    }

    public DriverParameters parameters(String driver) {
        return new DriverParameters(driver, entries(driver), gates, isStrict);
    }

    /** What selectors read, each compiled once. */
    SelectorReader reader() {
        return reader;
    }

    /** The names of the driver's devices; null if they may have unknown names. */
    @Nullable
    DeviceNames deviceNames(String driver) {
        Optional<DeviceNames> known = deviceNames.get(driver);
        if (known != null) {
            return known.orElse(null);
        }
        List<DriverEntry> entries = entries(driver);
        return entries.isEmpty()
                ? null
                : deviceNames
                        .computeIfAbsent(driver, any -> Optional.ofNullable(DeviceNames.of(driver, entries)))
                        .orElse(null);
    }

    /** A copy that refuses parameters of unknown drivers and kinds. */
    public DriverRegistry strict() {
        return new DriverRegistry(ofFiles, ofVersions, gates, true);
    }

    /** Validates the object that {@code parametersRef} of v1alpha2 refers to, by the schema of its kind. */
    public Verdict validateReferenced(ObjectValue object) {
        for (DriverEntry entry : entries()) {
            for (DriverEntry.ParameterKind kind : entry.parameters().kinds()) {
                if (kind.hasHeader() && !kind.isOfStatus() && kind.isOf(object)) {
                    return parameters(entry.drivers().get(0)).ofKind(entry, kind, object, FieldPath.ROOT);
                }
            }
        }
        String detail = "no schema for " + object.string("apiVersion") + " " + object.string("kind")
                + "; add its CustomResourceDefinition to the input";
        return isStrict
                ? DriverParameters.error(ErrorType.NOT_SUPPORTED, FieldPath.ROOT, object, detail)
                : Verdict.Allowed.NOTHING;
    }

    /** All entries, by descending precedence. */
    public List<DriverEntry> entries() {
        return Stream.concat(ofFiles.stream(), DriverFiles.builtIn().stream()).toList();
    }

    /** The entries from files, by descending precedence. */
    List<DriverEntry> entriesOfFiles() {
        return ofFiles;
    }

    /** The drivers of the classes that the entries describe. */
    public ClassDrivers classes() {
        return this::driversOfClass;
    }

    /** The drivers that the selectors of a class require; empty if they require none. */
    public Set<String> driversOf(ObjectValue deviceClass) {
        return driversOf(SliceFacts.expressions(deviceClass));
    }

    /** The drivers that selectors require; empty if they require none. */
    public Set<String> driversOf(List<String> selectors) {
        Set<String> drivers = new LinkedHashSet<>();
        selectors.forEach(selector -> reader.reads(selector).drivers().forEach(driver -> drivers.add(driver.name())));
        return drivers;
    }

    List<String> driversWithRequestRules(String className) {
        Stream<String> named = ofFiles.stream()
                .filter(entry -> entry.deviceClasses().contains(className))
                .flatMap(entry -> entry.drivers().stream());
        return Stream.concat(named, BuiltInDrivers.withRequestRules(className).stream())
                .toList();
    }

    Set<String> driversOfClass(String name) {
        Set<String> builtIn = BuiltInDrivers.driversOf(name);
        if (ofFiles.isEmpty()) {
            return builtIn;
        }
        Set<String> drivers = new LinkedHashSet<>();
        for (DriverEntry entry : ofFiles) {
            if (entry.deviceClasses().contains(name)) {
                drivers.addAll(entry.drivers());
            }
            entry.devices().stream()
                    .filter(devices -> devices.classes().stream()
                            .anyMatch(one -> one.name().equals(name)))
                    .forEach(devices -> drivers.addAll(devices.drivers()));
        }
        drivers.addAll(builtIn);
        return drivers;
    }
}
