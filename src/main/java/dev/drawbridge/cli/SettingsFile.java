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
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code .drawbridge.yaml}, or {@code .drawbridge.yml}, found from the working directory upward. Options of the command
 * line take precedence; an unknown key is an error.
 *
 * @param source where the settings are from
 * @param target what to validate against
 * @param input which files are checked, and how they are read
 * @param severity the severity of a rule's findings; an empty one leaves them out
 * @param drivers the schemas of drivers' parameters
 * @param fleet files of the fleet in which claims are to be allocated, from the working directory
 * @param policies files of admission policies, from the working directory
 */
record SettingsFile(
        Source source,
        Target target,
        Input input,
        Map<Origin, Optional<Severity>> severity,
        Drivers drivers,
        List<String> fleet,
        List<String> policies) {

    /**
     * Where settings are from.
     *
     * @param file the file; empty if there is none
     * @param entries the keys that it has
     * @param compared the comparison that they are for; null for a plain check
     * @param base the settings of its base; null if there are none that can be read
     */
    record Source(
            Path file,
            Map<String, Setting.Entry> entries,
            @Nullable ComparedFiles compared,
            @Nullable SettingsFile base) {}

    /** Where settings are read; {@link Content#NONE} if there is no such file. */
    @FunctionalInterface
    interface Texts {

        Content of(Path file) throws IOException;
    }

    /** What to validate against, in the form of {@code --kubernetes} and {@code --feature-gates}; empty if not set. */
    record Target(String kubernetes, String featureGates) {}

    /**
     * Which files are checked, and how they are read.
     *
     * @param paths what is checked if the command line names nothing, from the working directory; the file has it from
     *     its own folder
     * @param exclude patterns of files that are left out, from its folder
     * @param templates where kinds that the table does not have keep their pod templates, and the names of
     *     ResourceClaimTemplates that they create
     * @param markdown whether folders are searched for Markdown, too
     */
    record Input(List<String> paths, List<String> exclude, PodTemplates templates, boolean markdown) {}

    /** The schemas of drivers' parameters: folders from the working directory, gates and versions as options. */
    record Drivers(List<String> folders, List<String> gates, List<String> versions) {}

    static final String NAME = ".drawbridge.yaml";

    private static final List<String> NAMES = List.of(NAME, ".drawbridge.yml");
    private static final List<String> KEYS = Setting.keys();

    static final SettingsFile NONE = new SettingsFile(
            new Source(Path.of(""), Map.of(), null, null),
            new Target("", ""),
            new Input(List.of(), List.of(), new PodTemplates(), false),
            Map.of(),
            new Drivers(List.of(), List.of(), List.of()),
            List.of(),
            List.of());

    /** These settings, for a comparison. */
    SettingsFile compared(ComparedFiles files, @Nullable SettingsFile base) {
        Source own = new Source(source.file, source.entries, files, base);
        return new SettingsFile(own, target, input, severity, drivers, fleet, policies);
    }

    Map<String, Setting.Entry> entries() {
        return source.entries;
    }

    List<Path> files() {
        return source.file.toString().isEmpty() ? List.of() : List.of(source.file);
    }

    Path folder() {
        return source.file.resolveSibling("");
    }

    /** The place of a setting's value, as {@code FILE:LINE:COLUMN}. */
    String place(String key) {
        Setting.Entry entry = entries().get(key);
        return entry == null ? NAME : entry.place();
    }

    /** The paths of a setting; an error names the place of one that does not exist. A change may delete it. */
    List<String> existing(String key, List<String> paths) {
        Setting.Entry entry = source.compared == null ? entries().get(key) : null;
        for (int i = 0; i < paths.size() && entry != null; i++) {
            if (!ManifestFiles.isPattern(paths.get(i)) && isMissing(paths.get(i))) {
                throw missing(entry, i, key, paths.get(i));
            }
        }
        return paths;
    }

    /** The paths of a setting in the base, without those that neither side has; the same without a base. */
    List<String> inBase(Function<SettingsFile, List<String>> setting) {
        ComparedFiles compared = source.compared;
        return compared == null
                ? setting.apply(this)
                : setting.apply(Objects.requireNonNullElse(source.base, NONE)).stream()
                        .filter(path -> !isMissing(path) || !compared.at(path).isEmpty())
                        .toList();
    }

    /** Whether a change may have deleted a path of this file. */
    boolean isDeleted(String path) {
        return source.compared != null && isMissing(path);
    }

    private boolean isMissing(String path) {
        return !FleetModel.isPath(path)
                && (source.compared == null ? ComparedFiles.isMissingOnDisk(path) : source.compared.isMissing(path));
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
        return source.compared == null ? Map.of() : source.compared.texts(path);
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
     * The nearest one, from the folder upward, or none. Its paths begin with the folder, if that is not the working
     * directory.
     *
     * @throws IOException with a message if it cannot be read
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
            return new SettingsFile(
                    new Source(file, entries, null, null),
                    new Target(
                            text("kubernetes", root.get("kubernetes")), text("featureGates", root.get("featureGates"))),
                    new Input(
                            paths("paths"),
                            texts("exclude"),
                            new PodTemplates(rows("podTemplates"), rows("claimTemplates")),
                            isTrue("markdown")),
                    severities(),
                    new Drivers(paths("drivers"), texts("driverGates"), texts("driverVersions")),
                    paths("fleet"),
                    paths("policies"));
        }

        private List<WorkloadKind> rows(String key) throws IOException {
            List<WorkloadKind> rows = new ArrayList<>();
            for (String text : texts(key)) {
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

        private boolean isTrue(String key) throws IOException {
            Value value = set(key);
            if (value == null) {
                return false;
            }
            if (value instanceof BooleanValue flag) {
                return flag.value();
            }
            throw wrong(key, "true or false", value);
        }

        private @Nullable Value set(String key) {
            return root.get(key) instanceof NullValue ? null : root.get(key);
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

        private String text(String key, @Nullable Value value) throws IOException {
            if (value == null || value instanceof NullValue) {
                return "";
            }
            if (value instanceof StringValue text) {
                return text.value();
            }
            if (value instanceof NumberValue number) {
                return Setting.text(number);
            }
            throw wrong(key, "a string", value);
        }

        private IOException wrong(String key, String wanted, Value value) {
            return wrong(value.position(), key + ": expected " + wanted + ", found " + value.excerpt());
        }

        private IOException wrong(@Nullable Position position, String message) {
            return new IOException(file + ":" + position + ": " + message);
        }

        private List<String> texts(String key) throws IOException {
            Value value = set(key);
            if (value == null) {
                return List.of();
            }
            if (!(value instanceof ListValue list)) {
                throw wrong(key, "a list of strings", value);
            }
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < list.size(); i++) {
                texts.add(text(key + "[" + i + "]", list.get(i)));
            }
            return texts;
        }

        /** Paths from the folder of the file, as paths that begin with the folder where the search began. */
        private List<String> paths(String key) throws IOException {
            return texts(key).stream()
                    .map(path -> FleetModel.isPath(path) ? path : moved(path))
                    .toList();
        }

        private String moved(String path) {
            Path folder = file.resolveSibling("");
            String own = folder.equals(start)
                    ? path
                    : start.relativize(folder.resolve(path)).toString();
            return prefix.toString().isEmpty() ? own : prefix.resolve(own).toString();
        }

        private Map<Origin, Optional<Severity>> severities() throws IOException {
            Value value = set("severity");
            if (value == null) {
                return Map.of();
            }
            if (!(value instanceof ObjectValue rules)) {
                throw wrong("severity", "an object", value);
            }
            Map<Origin, Optional<Severity>> severities = new EnumMap<>(Origin.class);
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
            return severities;
        }
    }
}
