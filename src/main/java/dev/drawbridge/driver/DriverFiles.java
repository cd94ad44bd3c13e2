package dev.drawbridge.driver;

import dev.drawbridge.document.BundledFile;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.FieldError;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.validation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Reads the entries of drivers from built-in and user files. The IOException of a file that cannot be read, or has a
 * refused object, names it.
 */
final class DriverFiles {

    private static final Map<String, List<DriverEntry>> BUILT_IN = new ConcurrentHashMap<>();

    /** The schema of user files; loaded on first use. */
    private static final class FileFormat {

        private static final DriverEntry ENTRY = resource("schema").get(0);
    }

    static List<DriverEntry> builtIn() {
        return BuiltInDrivers.files().stream()
                .flatMap(file -> builtInFile(file).stream())
                .toList();
    }

    static List<DriverEntry> builtIn(String driver) {
        return BuiltInDrivers.files(driver).stream()
                .flatMap(file -> builtInFile(file).stream())
                .filter(entry -> entry.isOf(driver))
                .toList();
    }

    private static List<DriverEntry> builtInFile(String file) {
        return BUILT_IN.computeIfAbsent(file, DriverFiles::resource);
    }

    /** The entries of a file. Slices and classes in it are left out: {@link #published}. */
    static List<DriverEntry> read(String file, byte[] text) throws IOException {
        List<DriverEntry> entries = new ArrayList<>();
        forEach(file, text, object -> {
            if (!SliceFacts.isSource(object)) {
                refuseMistakes(object);
                entries.add(DriverEntry.read(file, object));
            }
        });
        return entries;
    }

    /** The ResourceSlices and DeviceClasses of a folder's files, or of one file. */
    static List<ObjectValue> published(Path folder) throws IOException {
        List<ObjectValue> published = new ArrayList<>();
        forEach(folder, (file, object) -> {
            if (SliceFacts.isSource(object)) {
                published.add(object);
            }
        });
        return published;
    }

    /**
     * Does this for each object of a folder's files, or of one file, and of lists, as {@code kubectl get -o yaml}
     * prints them.
     */
    static void forEach(Path folder, BiConsumer<Path, ObjectValue> action) throws IOException {
        for (Path file : files(folder)) {
            forEach(file.toString(), ReadLimits.DEFAULT.text(file), object -> action.accept(file, object));
        }
    }

    private static void forEach(String file, byte[] text, Consumer<ObjectValue> action) throws IOException {
        try {
            for (ObjectValue object : objects(text)) {
                if (object.get("items") instanceof ListValue items
                        && object.string("kind").endsWith("List")) {
                    items.objects().forEach(action);
                } else {
                    action.accept(object);
                }
            }
        } catch (IllegalArgumentException e) {
            throw new IOException(file + ": " + e.getMessage(), e);
        }
    }

    private static List<DriverEntry> resource(String name) {
        String path = "/drivers/" + name + ".yaml";
        try {
            return objects(BundledFile.bytes(path)).stream()
                    .map(object -> DriverEntry.read(DriverEntry.BUILT_IN, object))
                    .toList();
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(path + ": " + e.getMessage(), e);
        }
    }

    static List<Path> files(Path folder) throws IOException {
        if (Files.notExists(folder)) {
            throw new IOException(folder + ": no such file or folder");
        }
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

    /** Whether a file is in a hidden folder, such as those in which a mounted ConfigMap keeps its files. */
    private static boolean isHidden(Path file) {
        return StreamSupport.stream(file.spliterator(), false)
                .anyMatch(part -> part.toString().startsWith("."));
    }

    private static void refuseMistakes(ObjectValue object) {
        if (object.string("kind").equals("CustomResourceDefinition")) {
            return;
        }
        String driver = FileFormat.ENTRY.drivers().get(0);
        Verdict found = new DriverParameters(driver, List.of(FileFormat.ENTRY), DriverGates.UNKNOWN, false)
                .validate(object, FieldPath.ROOT);
        for (FieldError error : found.errors()) {
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
}
