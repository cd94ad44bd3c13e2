package dev.drawbridge.cli;

import dev.drawbridge.check.Content;
import dev.drawbridge.document.BooleanValue;
import dev.drawbridge.document.Document;
import dev.drawbridge.document.ListValue;
import dev.drawbridge.document.NullValue;
import dev.drawbridge.document.NumberValue;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.StringValue;
import dev.drawbridge.document.Unreadable;
import dev.drawbridge.document.Value;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Severity;
import dev.drawbridge.field.Spelling;
import dev.drawbridge.fit.input.FleetFiles;
import dev.drawbridge.fleet.FleetModel;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.workload.PodTemplates;
import dev.drawbridge.workload.WorkloadKind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code .drawbridge.yaml}, or {@code .drawbridge.yml}, found from the working directory upward. Options of the command
 * line take precedence; an unknown key is an error.
 *
 * @param file the file; empty if there is none
 * @param entries the keys that it has
 * @param texts the texts of a key's value by the key: of a flag that is on {@code true}; paths are from the working
 *     directory, and in the file from its own folder
 * @param templates where kinds that the table does not have keep their pod templates, and the names of
 *     ResourceClaimTemplates that they create
 * @param severity the severity of a rule's findings; an empty one leaves them out
 * @param compared the comparison that they are for; null for a plain check
 * @param base the settings of its base; null if there are none that can be read
 */
record SettingsFile(
        Path file,
        Map<String, Setting.Entry> entries,
        Map<String, List<String>> texts,
        PodTemplates templates,
        Map<Origin, Optional<Severity>> severity,
        @Nullable ComparedFiles compared,
        @Nullable SettingsFile base) {

    /** Where settings are read; {@link Content#NONE} if there is no such file. */
    @FunctionalInterface
    interface Texts {
        Content of(Path file) throws IOException;
    }

    static final String NAME = ".drawbridge.yaml";
    private static final List<String> NAMES = List.of(NAME, ".drawbridge.yml");
    private static final List<String> KEYS = Setting.keys();

    static final SettingsFile NONE =
            new SettingsFile(Path.of(""), Map.of(), Map.of(), new PodTemplates(), Map.of(), null, null);

    /** These settings, for a comparison. */
    SettingsFile compared(ComparedFiles files, @Nullable SettingsFile ofBase) {
        return new SettingsFile(file, entries, texts, templates, severity, files, ofBase);
    }

    /** The texts of a key; none if it is not set. */
    List<String> texts(String key) {
        return texts.getOrDefault(key, List.of());
    }

    /** The text of a key; empty if it is not set. */
    String text(String key) {
        return String.join("", texts(key));
    }

    /** Whether the same files are checked as with other settings. */
    boolean hasFilesOf(SettingsFile other) {
        return Stream.of("paths", "exclude", "markdown")
                .allMatch(key -> Set.copyOf(texts(key)).equals(Set.copyOf(other.texts(key))));
    }

    List<Path> files() {
        return file.toString().isEmpty() ? List.of() : List.of(file);
    }

    Path folder() {
        return file.resolveSibling("");
    }

    /** The place of a setting's value, as {@code FILE:LINE:COLUMN}. */
    String place(String key) {
        Setting.Entry entry = entries.get(key);
        return entry == null ? NAME : entry.place();
    }

    /** The paths of a setting; an error names the place of one that does not exist. A change may delete it. */
    List<String> existing(String key) {
        Setting.Entry entry = compared == null ? entries.get(key) : null;
        List<String> paths = texts(key);
        for (int i = 0; i < paths.size() && entry != null; i++) {
            if (!ManifestFiles.isPattern(paths.get(i)) && isMissing(paths.get(i))) {
                throw missing(entry, i, key, paths.get(i));
            }
        }
        return paths;
    }

    /** The paths of a setting in the base, without those that neither side has; the same without a base. */
    List<String> inBase(String key) {
        ComparedFiles files = compared;
        return files == null
                ? texts(key)
                : Objects.requireNonNullElse(base, NONE).texts(key).stream()
                        .filter(path -> !isMissing(path) || !files.at(path).isEmpty())
                        .toList();
    }

    /** These files, without what the settings exclude. */
    ManifestFiles manifests(ManifestFiles files) {
        return files.excluding(texts("exclude"), folder())
                .withTemplates(!text("markdown").isEmpty());
    }

    /** The settings of the base; these if there is none that can be read. */
    SettingsFile ofBase() {
        return compared == null || base == null ? this : base;
    }

    /** Whether a change may have deleted a path of this file. */
    boolean isDeleted(String path) {
        return compared != null && isMissing(path);
    }

    private boolean isMissing(String path) {
        return !FleetModel.isPath(path)
                && (compared == null ? ComparedFiles.isMissingOnDisk(path) : compared.isMissing(path));
    }

    /** Reads the files that a path of these settings means: those of the revision that is checked, or on disk. */
    void readFiles(String path, FleetFiles into) throws IOException {
        Map<String, byte[]> texts = textsInRevision(path);
        if (texts.isEmpty()) {
            FleetInput.add(path, into);
        }
        texts.forEach((name, text) -> FleetInput.add(name, new ByteArrayInputStream(text), into));
    }

    /** The files at a path of these settings, by name, in the revision that is checked; empty if they are on disk. */
    Map<String, byte[]> textsInRevision(String path) throws IOException {
        return compared == null ? Map.of() : compared.texts(path);
    }

    /** The error of a path that does not exist. */
    static InputException missing(Setting.Entry entry, int index, String key, String path) {
        return new InputException(entry.place(index) + ": " + key + ": " + path + ": no such file or folder");
    }

    /** Reads a key; an error names its place. */
    <T> T read(String key, Supplier<T> setting) {
        try {
            return setting.get();
        } catch (IllegalArgumentException wrong) {
            throw new InputException(place(key) + ": " + key + ": " + wrong.getMessage(), wrong);
        }
    }

    /** The nearest one, from the working directory upward. */
    static SettingsFile here() {
        try {
            return nearest(Path.of(""));
        } catch (IOException e) {
            throw InputException.of(e);
        }
    }

    /**
     * The nearest one, from the folder upward, or none; fails with a message if it cannot be read. Its paths begin with
     * the folder, if that is not the working directory.
     */
    static SettingsFile nearest(Path folder) throws IOException {
        return nearest(folder.toAbsolutePath(), folder, SettingsFile::onDisk);
    }

    static Content onDisk(Path file) {
        return Files.isRegularFile(file) ? () -> ReadLimits.DEFAULT.text(file) : Content.NONE;
    }

    /** The nearest one of these texts, from the folder upward, or none; its paths begin with the prefix. */
    static SettingsFile nearest(Path start, Path prefix, Texts texts) throws IOException {
        for (Path here = start; here != null; here = here.getParent()) {
            for (String name : NAMES) {
                Path file = here.resolve(name);
                Content text = texts.of(file);
                if (text != Content.NONE) {
                    List<ReadResult> results = new YamlReader(ReadLimits.DEFAULT).read(text.text());
                    return results.isEmpty()
                            ? NONE
                            : new Reader(file, start, prefix, root(file, results.get(0))).settings();
                }
            }
        }
        return NONE;
    }

    private static ObjectValue root(Path file, ReadResult result) throws IOException {
        if (result instanceof Unreadable bad) {
            throw new IOException(file + (bad.position() == null ? "" : ":" + bad.position()) + ": " + bad.reason());
        }
        if (!(((Document) result).value() instanceof ObjectValue settings)) {
            throw new IOException(file + ": expected an object");
        }
        return settings;
    }

    /** Reads the settings of a file; paths are from the folder {@code start}, after the prefix. */
    private record Reader(Path file, Path start, Path prefix, ObjectValue root) {

        SettingsFile settings() throws IOException {
            Map<String, Setting.Entry> entries = new HashMap<>();
            for (int i = 0; i < root.size(); i++) {
                if (!KEYS.contains(root.key(i))) {
                    throw wrong(root.keyPosition(i), "unknown setting \"" + root.key(i) + "\"" + hint(root.key(i)));
                }
                refuseRepeated(root, i, "");
                entries.put(root.key(i), new Setting.Entry(file, root.value(i)));
            }
            Map<String, List<String>> texts = new HashMap<>();
            Map<Origin, Optional<Severity>> severities = new EnumMap<>(Origin.class);
            for (Setting setting : Setting.values()) {
                Value value = root.get(setting.key);
                if (value != null && !(value instanceof NullValue)) {
                    texts.put(setting.key, texts(setting, value, severities));
                }
            }
            PodTemplates templates = new PodTemplates(rows("podTemplates", texts), rows("claimTemplates", texts));
            return new SettingsFile(file, entries, texts, templates, severities, null, null);
        }

        private List<String> texts(Setting setting, Value value, Map<Origin, Optional<Severity>> severities)
                throws IOException {
            String key = setting.key;
            switch (setting.form) {
                case FLAG -> {
                    if (!(value instanceof BooleanValue flag)) {
                        throw wrong(key, "true or false", value);
                    }
                    return flag.value() ? List.of("true") : List.of();
                }
                case SEVERITIES -> {
                    severities(value, severities);
                    return List.of();
                }
                case TEXT -> {
                    return List.of(text(key, value));
                }
                default -> {
                    if (!(value instanceof ListValue list)) {
                        throw wrong(key, "a list of strings", value);
                    }
                    List<String> texts = new ArrayList<>();
                    for (int i = 0; i < list.size(); i++) {
                        String text = text(key + "[" + i + "]", list.get(i));
                        texts.add(setting.form == Setting.Form.PATHS && !FleetModel.isPath(text) ? moved(text) : text);
                    }
                    return texts;
                }
            }
        }

        private List<WorkloadKind> rows(String key, Map<String, List<String>> texts) throws IOException {
            List<WorkloadKind> rows = new ArrayList<>();
            for (String text : texts.getOrDefault(key, List.of())) {
                try {
                    rows.add(PodTemplates.row(text));
                } catch (IllegalArgumentException wrong) {
                    Position position = root.list(key).get(rows.size()).position();
                    throw (IOException) wrong(position, key + "[" + rows.size() + "]: " + wrong.getMessage())
                            .initCause(wrong);
                }
            }
            return rows;
        }

        private static String hint(String key) {
            String meant = Spelling.hint(key, KEYS);
            return meant.isEmpty() ? "; expected one of " + String.join(", ", KEYS) : meant;
        }

        private void refuseRepeated(ObjectValue object, int entry, String within) throws IOException {
            if (object.isRepeated(entry)) {
                throw wrong(object.keyPosition(entry), within + object.key(entry) + ": duplicate key; remove one");
            }
        }

        private String text(String key, Value value) throws IOException {
            if (value instanceof StringValue text) {
                return text.value();
            }
            if (value instanceof NumberValue number) {
                return Setting.text(number);
            }
            if (value instanceof NullValue) {
                return "";
            }
            throw wrong(key, "a string", value);
        }

        private IOException wrong(String key, String wanted, Value value) {
            return wrong(value.position(), key + ": expected " + wanted + ", found " + value.excerpt());
        }

        private IOException wrong(@Nullable Position position, String message) {
            return new IOException(file + ":" + position + ": " + message);
        }

        /** A path from the folder of the file, as one that begins with the folder where the search began. */
        private String moved(String path) {
            Path folder = file.resolveSibling("");
            String own = folder.equals(start)
                    ? path
                    : start.relativize(folder.resolve(path)).toString();
            return prefix.toString().isEmpty() ? own : prefix.resolve(own).toString();
        }

        private void severities(Value value, Map<Origin, Optional<Severity>> severities) throws IOException {
            if (!(value instanceof ObjectValue rules)) {
                throw wrong("severity", "an object", value);
            }
            for (int i = 0; i < rules.size(); i++) {
                refuseRepeated(rules, i, "severity.");
                String name = rules.key(i);
                List<Origin> origins = Origin.allNamed(name);
                if (Origin.isRetired(name)) {
                    continue;
                }
                if (origins.isEmpty()) {
                    throw wrong(rules.keyPosition(i), "unknown rule \"" + name + "\"" + Origin.hint(name));
                }
                Optional<Severity> severity =
                        switch (text("severity." + name, rules.value(i))) {
                            case "error" -> Optional.of(Severity.ERROR);
                            case "warning" -> Optional.of(Severity.WARNING);
                            case "ignore" -> Optional.<Severity>empty();
                            default -> throw wrong("severity." + name, "error, warning or ignore", rules.value(i));
                        };
                origins.forEach(origin -> severities.put(origin, severity));
            }
        }
    }
}
