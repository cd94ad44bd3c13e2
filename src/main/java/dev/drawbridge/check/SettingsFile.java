package dev.drawbridge.check;

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
import dev.drawbridge.field.Spelling;
import dev.drawbridge.report.Severity;
import dev.drawbridge.workload.PodTemplates;
import dev.drawbridge.workload.WorkloadKind;
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
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code .drawbridge.yaml}, or {@code .drawbridge.yml}, found from the working directory upward. Options of the command
 * line take precedence; an unknown key is an error.
 *
 * @param folder its folder
 * @param places the position of each setting's value, by its key
 * @param target what to validate against
 * @param input which files are checked, and how they are read
 * @param severity the severity of a rule's findings; an empty one leaves them out
 * @param drivers the schemas of drivers' parameters
 * @param fleet files of the fleet in which claims are to be allocated, from the working directory
 */
public record SettingsFile(
        Path folder,
        Map<String, String> places,
        Target target,
        Input input,
        Map<Origin, Optional<Severity>> severity,
        Drivers drivers,
        List<String> fleet) {

    /**
     * What to validate against.
     *
     * @param kubernetes the releases, in the form of {@code --kubernetes}; empty if not set
     * @param featureGates the gates, in the form of {@code --feature-gates}; empty if not set
     */
    public record Target(String kubernetes, String featureGates) {}

    /**
     * Which files are checked, and how they are read.
     *
     * @param paths what is checked if the command line names nothing, from the working directory; the file has it from
     *     its own folder
     * @param exclude patterns of files that are left out, from its folder
     * @param podTemplates where kinds that the table does not have keep their pod templates
     * @param markdown whether folders are searched for Markdown, too
     */
    public record Input(List<String> paths, List<String> exclude, List<WorkloadKind> podTemplates, boolean markdown) {

        private Input withPaths(UnaryOperator<String> as) {
            return new Input(paths.stream().map(as).toList(), exclude, podTemplates, markdown);
        }
    }

    /**
     * The schemas of drivers' parameters.
     *
     * @param folders folders with schemas, from the working directory
     * @param gates feature gates of drivers, as on the command line
     * @param versions versions of drivers, as on the command line
     */
    public record Drivers(List<String> folders, List<String> gates, List<String> versions) {

        private Drivers withPaths(UnaryOperator<String> as) {
            return new Drivers(folders.stream().map(as).toList(), gates, versions);
        }
    }

    /** The name of the file. */
    public static final String NAME = ".drawbridge.yaml";

    private static final List<String> NAMES = List.of(NAME, ".drawbridge.yml");
    private static final List<String> KEYS = List.of(
            "kubernetes",
            "featureGates",
            "paths",
            "exclude",
            "severity",
            "drivers",
            "driverGates",
            "driverVersions",
            "fleet",
            "podTemplates",
            "markdown");

    /** No settings. */
    public static final SettingsFile NONE = new SettingsFile(
            Path.of(""),
            Map.of(),
            new Target("", ""),
            new Input(List.of(), List.of(), List.of(), false),
            Map.of(),
            new Drivers(List.of(), List.of(), List.of()),
            List.of());

    /** The files that may be the settings of this folder. */
    public List<Path> files() {
        return NAMES.stream().map(folder::resolve).filter(Files::isRegularFile).toList();
    }

    /**
     * The nearest one, from the folder upward; none if there is none.
     *
     * @throws IOException with a message if it cannot be read, or has a key or a value that does not exist
     */
    public static SettingsFile nearest(Path folder) throws IOException {
        for (Path here = folder.toAbsolutePath(); here != null; here = here.getParent()) {
            for (String name : NAMES) {
                Path file = here.resolve(name);
                if (Files.isRegularFile(file)) {
                    SettingsFile settings = read(file);
                    Path from = here;
                    return here.equals(folder.toAbsolutePath())
                            ? settings
                            : settings.withPaths(path -> folder.toAbsolutePath()
                                    .relativize(from.resolve(path))
                                    .toString());
                }
            }
        }
        return NONE;
    }

    private SettingsFile withPaths(UnaryOperator<String> as) {
        return new SettingsFile(
                folder,
                places,
                target,
                input.withPaths(as),
                severity,
                drivers.withPaths(as),
                fleet.stream().map(as).toList());
    }

    private static SettingsFile read(Path file) throws IOException {
        List<ReadResult> results = new YamlReader(ReadLimits.DEFAULT).read(ReadLimits.DEFAULT.text(file));
        if (results.isEmpty()) {
            return NONE;
        }
        if (results.get(0) instanceof Unreadable bad) {
            throw new IOException(file + (bad.position() == null ? "" : ":" + bad.position()) + ": " + bad.reason());
        }
        if (!(((Document) results.get(0)).value() instanceof ObjectValue settings)) {
            throw new IOException(file + ": expected an object");
        }
        for (int i = 0; i < settings.size(); i++) {
            if (!KEYS.contains(settings.key(i))) {
                throw new IOException(file + ":" + settings.keyPosition(i) + ": unknown setting \"" + settings.key(i)
                        + "\"" + hint(settings.key(i)));
            }
            refuseRepeated(file, settings, i, "");
        }
        Path folder = Objects.requireNonNull(file.getParent(), "the file is in a folder");
        return new SettingsFile(
                folder,
                places(file, settings),
                new Target(
                        text(file, "kubernetes", settings.get("kubernetes")),
                        text(file, "featureGates", settings.get("featureGates"))),
                new Input(
                        texts(file, "paths", settings.get("paths")),
                        texts(file, "exclude", settings.get("exclude")),
                        podTemplates(file, settings.get("podTemplates")),
                        isTrue(file, "markdown", settings.get("markdown"))),
                severities(file, settings.get("severity")),
                new Drivers(
                        texts(file, "drivers", settings.get("drivers")),
                        texts(file, "driverGates", settings.get("driverGates")),
                        texts(file, "driverVersions", settings.get("driverVersions"))),
                texts(file, "fleet", settings.get("fleet")));
    }

    private static List<WorkloadKind> podTemplates(Path file, @Nullable Value value) throws IOException {
        List<WorkloadKind> rows = new ArrayList<>();
        for (String text : texts(file, "podTemplates", value)) {
            try {
                rows.add(PodTemplates.row(text));
            } catch (IllegalArgumentException wrong) {
                Value entry = ((ListValue) Objects.requireNonNull(value)).get(rows.size());
                throw new IOException(
                        file + ":" + entry.position() + ": podTemplates[" + rows.size() + "]: " + wrong.getMessage(),
                        wrong);
            }
        }
        return rows;
    }

    private static boolean isTrue(Path file, String key, @Nullable Value value) throws IOException {
        if (value == null || value instanceof NullValue) {
            return false;
        }
        if (value instanceof BooleanValue flag) {
            return flag.value();
        }
        throw wrong(file, key, "true or false", value);
    }

    private static Map<String, String> places(Path file, ObjectValue settings) {
        Map<String, String> places = new HashMap<>();
        for (int i = 0; i < settings.size(); i++) {
            places.put(settings.key(i), file + ":" + settings.value(i).position());
        }
        return places;
    }

    /** The place of a setting's value, as {@code FILE:LINE:COLUMN}. */
    public String place(String key) {
        return places.getOrDefault(key, NAME);
    }

    private static String hint(String key) {
        String meant = Spelling.hint(key, KEYS);
        return meant.isEmpty() ? "; expected one of " + String.join(", ", KEYS) : meant;
    }

    private static void refuseRepeated(Path file, ObjectValue settings, int entry, String within) throws IOException {
        if (settings.isRepeated(entry)) {
            throw new IOException(file + ":" + settings.keyPosition(entry) + ": " + within + settings.key(entry)
                    + ": duplicate key; remove one");
        }
    }

    private static String text(Path file, String key, @Nullable Value value) throws IOException {
        if (value == null || value instanceof NullValue) {
            return "";
        }
        if (value instanceof StringValue text) {
            return text.value();
        }
        if (value instanceof NumberValue number) {
            // In YAML, 1.30 is the number 1.3, which cannot mean another release.
            return number.text().equals("1.3") ? "1.30" : number.text();
        }
        throw wrong(file, key, "a string", value);
    }

    private static IOException wrong(Path file, String key, String wanted, Value value) {
        return new IOException(
                file + ":" + value.position() + ": " + key + ": expected " + wanted + ", found " + value.excerpt());
    }

    private static List<String> texts(Path file, String key, @Nullable Value value) throws IOException {
        if (value == null || value instanceof NullValue) {
            return List.of();
        }
        if (!(value instanceof ListValue list)) {
            throw wrong(file, key, "a list of strings", value);
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            texts.add(text(file, key + "[" + i + "]", list.get(i)));
        }
        return texts;
    }

    private static Map<Origin, Optional<Severity>> severities(Path file, @Nullable Value value) throws IOException {
        if (value == null || value instanceof NullValue) {
            return Map.of();
        }
        if (!(value instanceof ObjectValue rules)) {
            throw wrong(file, "severity", "an object", value);
        }
        Map<Origin, Optional<Severity>> severities = new EnumMap<>(Origin.class);
        for (int i = 0; i < rules.size(); i++) {
            refuseRepeated(file, rules, i, "severity.");
            Position position = rules.keyPosition(i);
            String name = rules.key(i);
            String key = "severity." + name;
            if (Origin.isRetired(name)) {
                continue;
            }
            List<Origin> origins = Origin.allNamed(name);
            if (origins.isEmpty()) {
                throw new IOException(file + ":" + position + ": unknown rule \"" + name
                        + "\"; drawbridge version --rules lists them");
            }
            Optional<Severity> severity =
                    switch (text(file, key, rules.value(i))) {
                        case "error" -> Optional.of(Severity.ERROR);
                        case "warning" -> Optional.of(Severity.WARNING);
                        case "ignore" -> Optional.<Severity>empty();
                        default -> throw wrong(file, key, "error, warning or ignore", rules.value(i));
                    };
            origins.forEach(origin -> severities.put(origin, severity));
        }
        return severities;
    }
}
