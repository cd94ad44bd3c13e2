package dev.drawbridge.cli;

import dev.drawbridge.check.Change;
import dev.drawbridge.check.Content;
import dev.drawbridge.check.FleetSettings;
import dev.drawbridge.check.Trees;
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
import dev.drawbridge.fleet.FleetModel;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.report.Finding;
import dev.drawbridge.workload.PodTemplates;
import dev.drawbridge.workload.WorkloadKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code .drawbridge.yaml}, or {@code .drawbridge.yml}, found from the working directory upward. Options of the command
 * line take precedence; an unknown key is an error.
 *
 * @param entries the keys that the file has
 * @param target what to validate against
 * @param input which files are checked, and how they are read
 * @param severity the severity of a rule's findings; an empty one leaves them out
 * @param drivers the schemas of drivers' parameters
 * @param fleet files of the fleet in which claims are to be allocated, from the working directory
 * @param policies files of admission policies, from the working directory
 */
record SettingsFile(
        Path folder,
        Map<String, Setting.Entry> entries,
        Target target,
        Input input,
        Map<Origin, Optional<Severity>> severity,
        Drivers drivers,
        List<String> fleet,
        List<String> policies) {

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
            Path.of(""),
            Map.of(),
            new Target("", ""),
            new Input(List.of(), List.of(), new PodTemplates(), false),
            Map.of(),
            new Drivers(List.of(), List.of(), List.of()),
            List.of(),
            List.of());

    List<Path> files() {
        return NAMES.stream().map(folder::resolve).filter(Files::isRegularFile).toList();
    }

    /** The place of a setting's value, as {@code FILE:LINE:COLUMN}. */
    String place(String key) {
        Setting.Entry entry = entries.get(key);
        return entry == null ? NAME : entry.place();
    }

    /** The paths of a setting; an error names the place of one that does not exist. A change may delete it. */
    List<String> existing(Arguments arguments, String key, List<String> paths) {
        Setting.Entry entry = arguments.has("base") ? null : entries.get(key);
        for (int i = 0; i < paths.size() && entry != null; i++) {
            if (!ManifestFiles.isPattern(paths.get(i)) && isMissing(paths.get(i))) {
                throw missing(entry, i, key, paths.get(i));
            }
        }
        return paths;
    }

    /** Whether a change may have deleted a path of this file. */
    static boolean isDeleted(Arguments arguments, String path) {
        return arguments.has("base") && isMissing(path);
    }

    private static boolean isMissing(String path) {
        return !FleetModel.isPath(path)
                && !Files.exists(Path.of(path))
                && FleetSettings.files(path).isEmpty();
    }

    /** Warnings for paths of a setting that a change deletes; a path that neither side has is an error. */
    List<Finding> deleted(Trees trees, String key, List<String> paths) throws IOException {
        List<Finding> deleted = new ArrayList<>();
        Setting.Entry entry = entries.get(key);
        Change file = entry == null ? null : here(trees);
        for (int i = 0; i < paths.size() && entry != null; i++) {
            if (!isMissing(paths.get(i))) {
                continue;
            }
            List<Change> files = trees.fleet(paths.get(i));
            if (files.isEmpty()) {
                throw missing(entry, i, key, paths.get(i));
            }
            if (file != null && files.stream().allMatch(one -> one.head() == Content.NONE)) {
                String text = key + ": " + paths.get(i) + ": this change deletes it; remove it from this setting";
                deleted.add(Finding.ofFile(
                        Severity.WARNING, file.path(), entry.value().position(), Origin.CHANGED_SETTINGS, text, null));
            }
        }
        return deleted;
    }

    private static InputException missing(Setting.Entry entry, int index, String key, String path) {
        return new InputException(entry.place(index) + ": " + key + ": " + path + ": no such file or folder");
    }

    /** This file in base and head; null if there is none. */
    private @Nullable Change here(Trees trees) throws IOException {
        return this == NONE ? null : trees.inBase(Path.of("").toAbsolutePath().relativize(files().get(0)));
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
            throw new InputException(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * The nearest one, from the folder upward, or none. Its paths begin with the folder, if that is not the working
     * directory.
     *
     * @throws IOException with a message if it cannot be read
     */
    static SettingsFile nearest(Path folder) throws IOException {
        Path start = folder.toAbsolutePath();
        for (Path here = start; here != null; here = here.getParent()) {
            for (String name : NAMES) {
                Path file = here.resolve(name);
                if (Files.isRegularFile(file)) {
                    List<ReadResult> results = new YamlReader(ReadLimits.DEFAULT).read(ReadLimits.DEFAULT.text(file));
                    return results.isEmpty()
                            ? NONE
                            : new Reader(file, folder, root(file, results.get(0))).settings(here);
                }
            }
        }
        return NONE;
    }

    /** Warnings for settings that differ from those of the base: a change is checked with its own. */
    List<Finding> changed(Trees trees) throws IOException {
        Path start = Path.of("").toAbsolutePath();
        Change base = inBase(trees, start);
        Change head = here(trees);
        Change place = head == null ? base : head;
        if (place == null) {
            return List.of();
        }
        List<ReadResult> read =
                new YamlReader(ReadLimits.DEFAULT).read((base == null ? Content.NONE : base.base()).text());
        ObjectValue before =
                ObjectValue.orEmpty(read.isEmpty() ? null : read.get(0).value());
        TreeSet<String> keys = new TreeSet<>(entries.keySet());
        before.forEach((key, value) -> keys.add(key));
        List<Finding> changed = new ArrayList<>();
        for (String key : keys) {
            Setting.Entry entry = entries.get(key);
            Value value = before.get(key);
            String now = entry == null ? "none" : Setting.text(entry.value());
            String old = value == null ? "none" : Setting.text(value);
            if (!old.equals(now)) {
                changed.add(Finding.ofFile(
                        Severity.WARNING,
                        place.path(),
                        entry == null ? null : entry.value().position(),
                        Origin.CHANGED_SETTINGS,
                        key + ": " + now + " in this change, and " + old + " in " + trees.baseName()
                                + "; the change is checked with its own settings",
                        null));
            }
        }
        changed.sort(Comparator.comparing(Finding::lineNumber));
        return changed;
    }

    private static @Nullable Change inBase(Trees trees, Path start) throws IOException {
        for (Path here = start; here != null; here = here.getParent()) {
            for (String name : NAMES) {
                Change file = trees.inBase(start.relativize(here.resolve(name)));
                if (file != null && file.base() != Content.NONE) {
                    return file;
                }
            }
        }
        return null;
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

    /** Reads the settings of a file; paths are from the folder {@code start}. */
    private record Reader(Path file, Path start, ObjectValue root) {

        SettingsFile settings(Path folder) throws IOException {
            Map<String, Setting.Entry> entries = new HashMap<>();
            for (int i = 0; i < root.size(); i++) {
                if (!KEYS.contains(root.key(i))) {
                    throw wrong(root.keyPosition(i), "unknown setting \"" + root.key(i) + "\"" + hint(root.key(i)));
                }
                refuseRepeated(root, i, "");
                entries.put(root.key(i), new Setting.Entry(file, root.value(i)));
            }
            return new SettingsFile(
                    folder,
                    entries,
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
            Path begin = start.toAbsolutePath();
            String own = folder.equals(begin)
                    ? path
                    : begin.relativize(folder.resolve(path)).toString();
            return start.toString().isEmpty() ? own : start.resolve(own).toString();
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
