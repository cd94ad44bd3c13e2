package dev.drawbridge.driver;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.YamlReader;
import dev.drawbridge.field.ErrorType;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Spelling;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The drivers whose parameters are known: those that are built in, and those of files. Where several entries are of a driver, that of a file
 * counts before one that is built in. Immutable; safe for use by several threads.
 */
public final class DriverRegistry {

    /** The classes that the entries name that are built in. */
    static final Set<String> BUILT_IN_CLASSES = Set.of("cni.networking.x-k8s.io");

    /** Loaded when the first parameters are seen. */
    private static final class BuiltIn {

        private static final List<DriverEntry> ENTRIES = Stream.of("nvidia", "amd", "example", "sriov", "dranet", "cni")
                .map(DriverRegistry::resource)
                .toList();
    }

    /** What a file of a user may say. Loaded when there is one. */
    private static final class FileFormat {

        private static final DriverEntry ENTRY = resource("schema");
    }

    private final List<DriverEntry> ofFiles;
    private final Map<String, List<DriverEntry>> ofVersions;
    private final DriverGates gates;
    private final boolean isStrict;

    private DriverRegistry(
            List<DriverEntry> ofFiles, Map<String, List<DriverEntry>> ofVersions, DriverGates gates, boolean isStrict) {
        this.ofFiles = List.copyOf(ofFiles);
        this.ofVersions = Map.copyOf(ofVersions);
        this.gates = gates;
        this.isStrict = isStrict;
    }

    /** The drivers that are built in. */
    public static DriverRegistry builtIn() {
        return new DriverRegistry(List.of(), Map.of(), DriverGates.UNKNOWN, false);
    }

    /**
     * With the entries of a folder's files, or of one file.
     *
     * @throws IOException with a sentence that names the file where one cannot be read, or is no entry
     */
    public DriverRegistry with(Path folder) throws IOException {
        List<DriverEntry> all = new ArrayList<>(ofFiles);
        for (Path file : files(folder)) {
            try {
                for (ObjectValue object : objects(ReadLimits.DEFAULT.text(file))) {
                    refuseMistakes(object);
                    all.add(DriverEntry.read(file.toString(), object));
                }
            } catch (IllegalArgumentException e) {
                throw new IOException(file + ": " + e.getMessage(), e);
            }
        }
        return new DriverRegistry(all, ofVersions, gates, isStrict);
    }

    private static DriverEntry resource(String name) {
        try (InputStream input = DriverRegistry.class.getResourceAsStream("/drivers/" + name + ".yaml")) {
            if (input == null) {
                throw new IllegalStateException("no resource drivers/" + name + ".yaml");
            }
            return DriverEntry.read(
                    DriverEntry.BUILT_IN, objects(input.readAllBytes()).get(0));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of(folder);
        }
        try (Stream<Path> found = Files.walk(folder)) {
            return found.filter(file -> !isHidden(folder.relativize(file)))
                    .filter(Files::isRegularFile)
                    .filter(file -> file.toString().matches(".*\\.(yaml|yml|json)"))
                    .sorted()
                    .toList();
        }
    }

    /** As the folders are in which a mounted ConfigMap keeps its files. */
    private static boolean isHidden(Path file) {
        for (Path part : file) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }

    private void refuseMistakes(ObjectValue object) {
        if (object.string("kind").equals("CustomResourceDefinition")) {
            return;
        }
        DriverEntry format = FileFormat.ENTRY;
        String driver = format.drivers().get(0);
        for (FieldError error :
                check(List.of(format), driver, object, FieldPath.ROOT).errors()) {
            throw new IllegalArgumentException((error.position() == null ? "" : error.position() + ": ")
                    + (error.path().parent() == null ? "" : error.path() + ": ")
                    + error.message());
        }
    }

    private static List<ObjectValue> objects(byte[] text) {
        List<ObjectValue> objects = new ArrayList<>();
        for (ReadResult result : new YamlReader(ReadLimits.DEFAULT).read(text)) {
            if (result instanceof Unreadable bad) {
                throw new IllegalArgumentException(
                        (bad.position() == null ? "" : bad.position() + ": ") + bad.reason());
            }
            if (!(((Document) result).value() instanceof ObjectValue object)) {
                throw new IllegalArgumentException("expected an object");
            }
            objects.add(object);
        }
        return objects;
    }

    /** The same with these feature gates of drivers. */
    public DriverRegistry with(DriverGates other) {
        return new DriverRegistry(ofFiles, ofVersions, other, isStrict);
    }

    /**
     * The same with these versions of drivers, as a command line has them: {@code gpu.nvidia.com=25.8}. Files that come later do not
     * have them.
     *
     * @throws IllegalArgumentException with a sentence where a text is none, or no entry of the driver has the version
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

    /** The names of all drivers. */
    List<String> names() {
        return entries().stream().flatMap(entry -> entry.drivers().stream()).toList();
    }

    /** The entries of the driver, in the version that counts. */
    List<DriverEntry> entries(String driver) {
        List<DriverEntry> versioned = ofVersions.get(driver);
        return versioned != null
                ? versioned
                : entries().stream().filter(entry -> entry.isOf(driver)).toList();
    }

    /** The same, which refuses parameters of drivers and kinds that it does not know. */
    public DriverRegistry strict() {
        return new DriverRegistry(ofFiles, ofVersions, gates, true);
    }

    /** All entries, those that count first before the others. */
    public List<DriverEntry> entries() {
        List<DriverEntry> all = new ArrayList<>(ofFiles);
        all.addAll(BuiltIn.ENTRIES);
        return all;
    }

    /** What the driver says of its parameters, which are at this path. */
    public DriverFindings validate(String driver, Value parameters, FieldPath path) {
        List<DriverEntry> known = entries(driver);
        if (known.isEmpty()) {
            return isStrict
                    ? error(
                            ErrorType.NOT_SUPPORTED,
                            path,
                            parameters,
                            "no schema for driver " + driver + "; name its folder with --drivers")
                    : DriverFindings.NONE;
        }
        if (!(parameters instanceof ObjectValue object)) {
            // Which the API server refuses.
            return DriverFindings.NONE;
        }
        return check(known, driver, object, path);
    }

    /** What the driver says of something in the status of a claim: nothing, unless it has a schema for that. */
    private DriverFindings validateStatus(String driver, @Nullable Value value, FieldPath path) {
        if (!(value instanceof ObjectValue object)) {
            return DriverFindings.NONE;
        }
        for (DriverEntry entry : entries(driver)) {
            for (DriverEntry.ParameterKind each : entry.kinds()) {
                if (each.isOfStatus() && isOf(each, object)) {
                    return new ParameterValidator(entry, driver, each, gates).validate(object, path);
                }
            }
        }
        return DriverFindings.NONE;
    }

    private static boolean isOf(DriverEntry.ParameterKind kind, ObjectValue object) {
        return kind.isTypeless()
                || kind.kind().equals(object.string("kind"))
                        && kind.apiVersion().equals(object.string("apiVersion"));
    }

    private DriverFindings check(List<DriverEntry> known, String driver, ObjectValue object, FieldPath path) {
        String version = object.string("apiVersion");
        String kind = object.string("kind");
        for (DriverEntry entry : known) {
            for (DriverEntry.ParameterKind each : entry.kinds()) {
                if (!each.isOfStatus() && isOf(each, object)) {
                    return new ParameterValidator(entry, driver, each, gates).validate(object, path);
                }
            }
        }
        if (known.stream().anyMatch(DriverEntry::allowsOtherKinds)) {
            return DriverFindings.NONE;
        }
        if (version.isEmpty() || kind.isEmpty()) {
            return error(
                    ErrorType.REQUIRED, path, object, "apiVersion and kind are required; set them (" + driver + ")");
        }
        for (DriverEntry entry : known) {
            String versions = entry.elsewhere().get(version + " " + kind);
            if (versions != null) {
                return error(
                        ErrorType.NOT_SUPPORTED,
                        path,
                        object,
                        version + " " + kind + " is no kind of " + driver
                                + entry.versions().suffix() + "; it exists " + versions);
            }
        }
        List<String> kinds = known.stream()
                .flatMap(entry -> entry.kinds().stream())
                .filter(each -> !each.isOfStatus())
                .map(each -> each.apiVersion() + " " + each.kind())
                .distinct()
                .toList();
        return error(
                ErrorType.NOT_SUPPORTED,
                path,
                object,
                version + " " + kind + " is no kind of " + driver + "; it takes " + String.join(", ", kinds));
    }

    private static DriverFindings error(ErrorType type, FieldPath path, Value value, String detail) {
        return new DriverFindings(
                List.of(new FieldError(type, path, null, detail, Origin.DRIVER_PARAMETERS, value.position())),
                List.of());
    }

    /** What the drivers say of all parameters in an object: a claim, a template or a class. */
    public DriverFindings validateObject(String kind, ObjectValue object, @Nullable ObjectValue stored) {
        return switch (kind) {
            case "ResourceClaim" ->
                configs(object, stored, "spec", "devices", "config").and(requests(object, stored, "spec", "devices"));
            case "ResourceClaimTemplate" ->
                configs(object, stored, "spec", "spec", "devices", "config")
                        .and(requests(object, stored, "spec", "spec", "devices"));
            case "DeviceClass" -> configs(object, stored, "spec", "config");
            default -> DriverFindings.NONE;
        };
    }

    /** What drivers say of the status of a claim: the configurations of its allocation, and what they wrote themselves. */
    public DriverFindings validateStatus(ObjectValue claim, @Nullable ObjectValue stored) {
        ListValue configs = list(claim, "status", "allocation", "devices", "config");
        ListValue devices = list(claim, "status", "devices");
        ListValue configsBefore =
                stored == null ? ListValue.EMPTY : list(stored, "status", "allocation", "devices", "config");
        ListValue devicesBefore = stored == null ? ListValue.EMPTY : list(stored, "status", "devices");
        DriverFindings found = DriverFindings.NONE;
        for (int i = 0; i < configs.size(); i++) {
            if (configs.get(i) instanceof ObjectValue config && !isStored(config, configsBefore)) {
                ObjectValue opaque = config.object("opaque");
                FieldPath path = FieldPath.of("status", "allocation", "devices", "config")
                        .index(i);
                found = found.and(validateStatus(
                        opaque.string("driver"),
                        opaque.get("parameters"),
                        path.child("opaque").child("parameters")));
            }
        }
        for (int i = 0; i < devices.size(); i++) {
            if (devices.get(i) instanceof ObjectValue device && !isStored(device, devicesBefore)) {
                FieldPath path = FieldPath.of("status", "devices").index(i).child("data");
                found = found.and(validateStatus(device.string("driver"), device.get("data"), path));
            }
        }
        return found;
    }

    /** What drivers say of the requests of a claim together with its configurations, unless it is stored already. */
    private DriverFindings requests(ObjectValue object, @Nullable ObjectValue stored, String... steps) {
        ObjectValue devices = object(object, steps);
        if (stored != null && JsonEquality.same(devices, object(stored, steps))) {
            return DriverFindings.NONE;
        }
        return new RequestConfigs(this, devices, FieldPath.of(steps)).validate(devices);
    }

    /** The drivers that document a class of this name as theirs. */
    List<String> driversOfClass(String name) {
        // Reading what is built in takes longer than the check of a claim: not before a claim needs it.
        if (ofFiles.isEmpty() && !BUILT_IN_CLASSES.contains(name)) {
            return List.of();
        }
        return entries().stream()
                .filter(entry -> entry.deviceClasses().contains(name))
                .flatMap(entry -> entry.drivers().stream())
                .distinct()
                .toList();
    }

    private static ObjectValue object(ObjectValue object, String... steps) {
        ObjectValue inner = object;
        for (String step : steps) {
            inner = inner.object(step);
        }
        return inner;
    }

    private DriverFindings configs(ObjectValue object, @Nullable ObjectValue stored, String... steps) {
        ListValue list = list(object, steps);
        ListValue before = stored == null ? ListValue.EMPTY : list(stored, steps);
        FieldPath path = FieldPath.of(steps);
        List<FieldError> errors = new ArrayList<>();
        List<FieldError> warnings = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            ObjectValue opaque =
                    list.get(i) instanceof ObjectValue config ? config.object("opaque") : ObjectValue.EMPTY;
            Value parameters = opaque.get("parameters");
            String driver = opaque.string("driver");
            if (parameters != null && !driver.isEmpty() && !isStored(list.get(i), before)) {
                DriverFindings found = validate(
                        driver, parameters, path.index(i).child("opaque").child("parameters"));
                errors.addAll(found.errors());
                warnings.addAll(found.warnings());
            }
        }
        return errors.isEmpty() && warnings.isEmpty() ? DriverFindings.NONE : new DriverFindings(errors, warnings);
    }

    private static boolean isStored(Value config, ListValue before) {
        for (int i = 0; i < before.size(); i++) {
            if (JsonEquality.same(config, before.get(i))) {
                return true;
            }
        }
        return false;
    }

    private static ListValue list(ObjectValue object, String... steps) {
        ObjectValue inner = object;
        for (int i = 0; i < steps.length - 1; i++) {
            inner = inner.object(steps[i]);
        }
        return inner.list(steps[steps.length - 1]);
    }
}
