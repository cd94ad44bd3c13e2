package dev.drawbridge.check;

import dev.drawbridge.document.Locator;
import dev.drawbridge.document.ObjectValue;
import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.FieldPath;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.Kustomizations;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.reference.NamedObject;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files from which manifests were rendered: templates of charts, and resources of kustomizations. A finding is at
 * the line of a file that equals the rendered line except for its indentation; of several, at the one with the most
 * equal lines around it.
 */
public final class RenderedSources {

    /** The number of lines before and after that are compared. */
    private static final int AROUND = 4;

    private static final String REMOTE = "kubeConfig";

    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");

    private static final ManifestReader READER = new ManifestReader();

    private final Map<String, Rendered> byName = new LinkedHashMap<>();

    private final List<Finding> failures = new ArrayList<>();

    private final Set<String> paths = new HashSet<>();

    /** The values in the files of rendered manifests, and their documents, as far as they have been needed. */
    private final Map<String, WrittenValues> written = new HashMap<>();

    private final Map<String, ManifestFile> documents = new ConcurrentHashMap<>();

    /** The Kustomizations and Applications to which each entry leads. */
    private final Map<String, Set<String>> titles = new HashMap<>();

    /** What was rendered of the base. */
    private RenderedSources before = this;

    /** A file: its lines without indentation, and the indexes of the lines with such a text. */
    private record Source(
            String path, String text, List<String> lines, List<String> stripped, Map<String, List<Integer>> byText) {}

    private record Rendered(List<String> lines, List<String> stripped, List<Source> sources, Applied by) {

        private static final Rendered NONE = new Rendered(List.of(), List.of(), List.of(), Applied.NONE);
    }

    /**
     * The object of Flux or Argo CD that applies manifests.
     *
     * @param title its kind and name, which findings name after their message; empty if there is no such object
     * @param entry the kustomization that leads to it, from which a cluster is applied
     * @param namespace that of objects without one; empty if they keep none
     */
    public record Applied(String title, ObjectValue spec, String entry, String namespace) {

        private static final Applied NONE = new Applied("", ObjectValue.EMPTY, "", "");

        private Kustomizations.Given given() {
            return new Kustomizations.Given(namespace, false, false);
        }

        private String origin() {
            return title.isEmpty() ? "" : "; in " + title + (spec.isTrue("suspend") ? ", which is suspended" : "");
        }

        private boolean hasOtherDestination(Applied other) {
            ObjectValue own = spec.object("destination");
            ObjectValue its = other.spec.object("destination");
            Predicate<String> isOther =
                    one -> own.has(one) && its.has(one) && !own.string(one).equals(its.string(one));
            return !spec.object(REMOTE).json().equals(other.spec.object(REMOTE).json())
                    || isOther.test("server")
                    || isOther.test("name");
        }
    }

    private record Match(Source source, int line, int score) {}

    /**
     * Manifests that a change may make different, as they are applied, and the objects with claims from which those of
     * the head were made.
     */
    record Difference(ManifestFile base, ManifestFile head, List<Manifest> resources) {}

    /**
     * Adds rendered manifests; without sources, findings keep their name.
     *
     * @param sources the texts of files by their paths; the first one is where a line is that is in none
     */
    public void add(String name, byte[] text, Map<String, byte[]> sources) {
        add(name, text, sources, Applied.NONE);
    }

    /** Adds manifests that are applied together; the text is the one before variables are substituted. */
    public void add(String name, byte[] text, Map<String, byte[]> sources, Applied by) {
        if (!sources.isEmpty()) {
            List<Source> all = new ArrayList<>();
            sources.forEach((path, source) -> all.add(source(path, new String(source, StandardCharsets.UTF_8))));
            List<String> lines =
                    new String(text, StandardCharsets.UTF_8).lines().toList();
            written.remove(name);
            documents.remove(name);
            paths.addAll(sources.keySet());
            Set<String> ofEntry = titles.computeIfAbsent(by.entry, none -> new HashSet<>());
            ofEntry.addAll(by.title.isEmpty() ? Set.of() : Set.of(by.title));
            byName.put(name, new Rendered(lines, stripped(lines), all, by));
        }
    }

    /** Adds an error about something that can no longer be rendered. */
    public void add(Finding failure) {
        failures.add(failure);
    }

    public List<Finding> failures() {
        return failures;
    }

    private static Source source(String path, String text) {
        List<String> lines = text.lines().toList();
        List<String> stripped = stripped(lines);
        Map<String, List<Integer>> byText = new HashMap<>();
        for (int i = 0; i < stripped.size(); i++) {
            byText.computeIfAbsent(stripped.get(i), none -> new ArrayList<>()).add(i);
        }
        return new Source(path, text, lines, stripped, byText);
    }

    private static List<String> stripped(List<String> lines) {
        return lines.stream()
                .map(line -> COMMENT.matcher(line)
                        .replaceFirst("")
                        .strip()
                        .replace("\"", "")
                        .replace("'", ""))
                .toList();
    }

    /** Whether a path is that of a file from which something was rendered. */
    public boolean isSource(String path) {
        return paths.contains(path);
    }

    /** What applies manifests of this name; it has no title if nothing of Flux and Argo CD, and no release, does. */
    Applied applied(String name) {
        return rendering(name).by;
    }

    boolean isApplied(String name) {
        return !applied(name).title.isEmpty();
    }

    /** Whether the objects that a Kustomization, Application or HelmRelease of this title applies are rendered. */
    boolean applies(String title) {
        return byName.values().stream().anyMatch(one -> one.by.title.equals(title));
    }

    /** The spec of an object of Flux or Argo CD in the base; null if the head does not have the object. */
    @Nullable
    ObjectValue spec(Applied was) {
        return byName.values().stream()
                .map(Rendered::by)
                .filter(one -> one.title.equals(was.title) && one.entry.equals(was.entry))
                .findFirst()
                .map(Applied::spec)
                .orElse(null);
    }

    /** An object in rendered manifests; null if they do not have it. */
    @Nullable
    Manifest object(String name, String kind, String object) {
        return rendered(name).manifests().stream()
                .filter(one -> one.kind().equals(kind) && one.name().equals(object))
                .findFirst()
                .orElse(null);
    }

    /** The namespaces that objects without one get where they are applied, by the names of manifests. */
    Map<String, Kustomizations.Given> namespaces() {
        Map<String, Kustomizations.Given> namespaces = new HashMap<>();
        for (Map.Entry<String, Rendered> one : byName.entrySet()) {
            if (!one.getValue().by.namespace.isEmpty()) {
                namespaces.put(one.getKey(), one.getValue().by.given());
            }
        }
        return namespaces;
    }

    /** What was rendered of the base; these if there is none. */
    RenderedSources before() {
        return before;
    }

    public void compareWith(RenderedSources base) {
        before = base;
    }

    /** A place of the base in the file from which it was rendered. */
    Finding.Location inBase(String file, @Nullable Position position) {
        Finding.Location at = new Finding.Location(file, position, null);
        Rendered rendered = before.byName.get(file);
        return rendered == null ? at : before.placed(rendered, at, "").location;
    }

    /**
     * Whether manifests of the head are applied to another cluster than some of the base: to another destination, or
     * from another entry with a Kustomization or Application of the same name.
     */
    boolean areApart(String head, String base) {
        Rendered is = byName.get(head);
        Rendered was = before.byName.get(base);
        return is != null
                && was != null
                && (is.by.hasOtherDestination(was.by)
                        || !is.by.entry.equals(was.by.entry)
                                && !Collections.disjoint(titles.get(is.by.entry), before.titles.get(was.by.entry)));
    }

    public Set<String> names() {
        return byName.keySet();
    }

    /** The texts of the files from which the manifests of this name, or entry, were rendered, by their paths. */
    public Map<String, byte[]> texts(String name) {
        Map<String, byte[]> texts = new LinkedHashMap<>();
        Optional.ofNullable(byName.get(name))
                .or(() -> byName.values().stream()
                        .filter(one -> one.by.title.isEmpty() && one.by.entry.equals(name))
                        .findFirst())
                .ifPresent(own -> own.sources.forEach(source -> texts.put(source.path, bytes(source.text))));
        return texts;
    }

    private Rendered rendering(String name) {
        return byName.getOrDefault(name, Rendered.NONE);
    }

    private ManifestFile rendered(String name) {
        return documents.computeIfAbsent(name, any -> read(name, bytes(String.join("\n", rendering(name).lines))));
    }

    private ManifestFile read(String name, byte[] text) {
        return rendering(name).by.given().placed(READER.read(name, text));
    }

    /** The manifests that differ; without a base all of them. */
    List<Difference> differences(boolean hasBase, List<Change> changes) throws IOException {
        Map<String, Change> changed = new HashMap<>();
        changes.forEach(one -> changed.put(one.path(), one));
        List<Difference> differences = new ArrayList<>();
        for (String name : byName.keySet()) {
            Change change = hasBase ? changed.get(name) : null;
            if (change != null) {
                ManifestFile base = before.read(name, change.base().text());
                ManifestFile head = read(name, change.head().text());
                differences.add(new Difference(base, head, resources(name)));
            } else if (!hasBase) {
                // What Flux and Argo CD apply is no change of a plain check.
                differences.add(new Difference(ManifestFile.of(name), rendered(name), resources(name)));
            }
        }
        return differences;
    }

    /** The objects in sources that mention claims; a kustomization and a template of a chart have none. */
    private List<Manifest> resources(String name) {
        List<Manifest> resources = new ArrayList<>();
        texts(name).forEach((path, text) -> {
            if (Mentions.in(text) && !Kustomizations.isKustomization(path)) {
                resources.addAll(READER.read(path, text).manifests());
            }
        });
        return resources;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** A place in the files from which manifests were rendered, and what the rendered line adds to a message. */
    private record Placed(Finding.Location location, String note) {}

    Finding placed(Finding finding) {
        Rendered rendered = byName.get(finding.file());
        if (rendered == null) {
            return finding;
        }
        Placed placed = placed(rendered, finding.location(), finding.path());
        return finding.at(placed.location).saying(finding.message() + placed.note + rendered.by.origin());
    }

    private Placed placed(Rendered rendered, Finding.Location at, String field) {
        Position position = at.position();
        boolean isShown = at.excerpt() != null;
        Finding.Location writing = position == null ? null : written(at.file(), position, field, isShown);
        if (writing != null) {
            return new Placed(writing, "");
        }
        int line = position == null ? 1 : position.line();
        String text = line <= rendered.lines.size() ? rendered.lines.get(line - 1) : "";
        Match match = position == null ? null : match(rendered, line - 1);
        if (position == null || match == null) {
            String note = text.isBlank() ? "" : "; rendered line " + line + ": " + text.strip();
            return new Placed(ofObject(at.file(), rendered, line), note);
        }
        String found = match.source.lines.get(match.line);
        int column = Math.max(1, position.column() - indentation(text) + indentation(found));
        return new Placed(
                new Finding.Location(
                        match.source.path,
                        new Position(match.line + 1, column),
                        isShown ? new Excerpt(found, Math.min(found.length(), column - 1)) : null),
                "");
    }

    /** The object of a line; null if there is none. */
    private @Nullable Manifest object(String name, int line) {
        return rendered(name).manifests().stream()
                .filter(one -> one.object().position() != null
                        && one.object().position().line() <= line)
                .reduce((before, after) -> after)
                .orElse(null);
    }

    private Finding.@Nullable Location written(String name, Position place, String field, boolean isShown) {
        Manifest object = object(name, place.line());
        return object == null
                ? null
                : written.computeIfAbsent(name, none -> new WrittenValues(texts(name)))
                        .of(object.object(), place, field, isShown);
    }

    /** An object at its place in a file from which it was rendered. */
    NamedObject placed(NamedObject object) {
        Rendered rendered = byName.get(object.place().file());
        Position start = object.place().start();
        return rendered == null || start == null
                ? object
                : object.at(ofObject(object.place().file(), rendered, start.line()));
    }

    /** Something that was not checked, at its place in a file from which it was rendered. */
    public Skipped placed(Skipped skipped) {
        Rendered rendered = byName.get(skipped.file());
        if (rendered == null) {
            return skipped;
        }
        String[] at = skipped.place().substring(skipped.file().length()).split(":", -1);
        Finding.Location object = ofObject(skipped.file(), rendered, at.length < 2 ? 1 : Integer.parseInt(at[1]));
        return new Skipped(
                object.file() + ":" + object.position(),
                skipped.reason() + rendered.by.origin(),
                skipped.cause(),
                skipped.isListed(),
                skipped.isKnown());
    }

    Report.Validated placed(Report.Validated object) {
        Rendered rendered = byName.get(object.file());
        if (rendered == null) {
            return object;
        }
        Finding.Location found = ofObject(object.file(), rendered, object.line());
        int line = found.position() == null ? 1 : found.position().line();
        return new Report.Validated(found.file(), line, object.object(), object.verdicts());
    }

    /** Where the object of a line has its name, or else the first line of the first source. */
    private Finding.Location ofObject(String name, Rendered rendered, int line) {
        Manifest object = object(name, line);
        Position at = object == null ? null : Locator.ofValue(object.object(), FieldPath.of("metadata", "name"));
        Finding.Location written = at == null ? null : written(name, at, "", false);
        int named = at == null ? 0 : at.line() - 1;
        Match match = match(rendered, named);
        String path = (match == null ? rendered.sources.get(0) : match.source).path;
        Position begin = new Position(match == null ? 1 : match.line + 1, 1);
        return written != null ? written : new Finding.Location(path, begin, null);
    }

    /** The line with the same text that has the most equal lines around it; null if there is none. */
    private static @Nullable Match match(Rendered rendered, int line) {
        String text = isIn(rendered.stripped, line) ? rendered.stripped.get(line) : "";
        Match best = null;
        for (Source source : text.isEmpty() ? List.<Source>of() : rendered.sources) {
            for (int i : source.byText.getOrDefault(text, List.of())) {
                int score = around(rendered.stripped, line, source.stripped, i);
                best = best == null || score > best.score ? new Match(source, i, score) : best;
            }
        }
        return best;
    }

    /** The number of equal lines around two lines. */
    private static int around(List<String> rendered, int line, List<String> source, int other) {
        int equal = 0;
        for (int i = -AROUND; i <= AROUND; i++) {
            equal += i != 0
                            && isIn(rendered, line + i)
                            && isIn(source, other + i)
                            && rendered.get(line + i).equals(source.get(other + i))
                    ? 1
                    : 0;
        }
        return equal;
    }

    private static boolean isIn(List<String> lines, int line) {
        return line >= 0 && line < lines.size();
    }

    private static int indentation(String line) {
        return line.length() - line.stripLeading().length();
    }
}
