package dev.drawbridge.check;

import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.Mentions;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.Skipped;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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

    private static final String NAME = "name: ";

    private static final Pattern COMMENT = Pattern.compile("(^|\\s)#.*");

    private static final ManifestReader READER = new ManifestReader();

    private final Map<String, Rendered> byName = new LinkedHashMap<>();

    /** The paths of all files. */
    private final Set<String> paths = new HashSet<>();

    /** The values in the files of rendered manifests, and their documents, as far as they have been needed. */
    private final Map<String, WrittenValues> written = new HashMap<>();

    private final Map<String, ManifestFile> documents = new ConcurrentHashMap<>();

    /** A file: its lines without indentation, and the indexes of the lines with such a text. */
    private record Source(
            String path, String text, List<String> lines, List<String> stripped, Map<String, List<Integer>> byText) {

        /**
         * How likely the object of a line is of this kind, with the name that is in the other line: one more than equal
         * lines can be, and more for each letter that a prefix or suffix leaves; zero if it is not.
         */
        private int likeness(int line, String kind, String name) {
            String value = name.isEmpty() ? "" : name.substring(NAME.length());
            boolean isOfKind = false;
            int most = 0;
            for (int i = begin(stripped, line);
                    i < stripped.size() && !stripped.get(i).equals("---");
                    i++) {
                String text = stripped.get(i);
                isOfKind |= text.contains(kind);
                if (text.equals(name)) {
                    most = Integer.MAX_VALUE / 2;
                } else if (text.startsWith(NAME) && value.contains(text.substring(NAME.length()))) {
                    most = Math.max(most, 2 * AROUND + 1 + text.length() - NAME.length());
                }
            }
            return isOfKind ? most : 0;
        }
    }

    private record Rendered(List<String> lines, List<String> stripped, List<Source> sources, String origin) {}

    private record Match(Source source, int line, int score) {}

    /**
     * Adds rendered manifests; without sources, findings keep their name.
     *
     * @param name their name
     * @param sources the texts of files by their paths; the first one is where a line is that is in none
     */
    public void add(String name, byte[] text, Map<String, byte[]> sources) {
        add(name, text, sources, "");
    }

    /**
     * Adds manifests that a Kustomization of Flux applies.
     *
     * @param text before variables are substituted
     * @param origin what findings name after their message
     */
    public void add(String name, byte[] text, Map<String, byte[]> sources, String origin) {
        if (!sources.isEmpty()) {
            List<Source> all = new ArrayList<>();
            sources.forEach((path, source) -> all.add(source(path, new String(source, StandardCharsets.UTF_8))));
            List<String> lines =
                    new String(text, StandardCharsets.UTF_8).lines().toList();
            paths.addAll(sources.keySet());
            byName.put(name, new Rendered(lines, stripped(lines), all, origin));
        }
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

    /** Whether manifests of this name are what a Kustomization of Flux, or a release, applies. */
    boolean isOfFlux(String name) {
        Rendered rendered = byName.get(name);
        return rendered != null && !rendered.origin.isEmpty();
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /** The names of the manifests that were rendered. */
    public Set<String> names() {
        return byName.keySet();
    }

    /** The texts of the files from which the manifests of this name were rendered, by their paths. */
    public Map<String, byte[]> texts(String name) {
        Map<String, byte[]> texts = new LinkedHashMap<>();
        Rendered rendered = byName.get(name);
        for (Source source : rendered == null ? List.<Source>of() : rendered.sources) {
            texts.put(source.path, bytes(source.text));
        }
        return texts;
    }

    ManifestFile rendered(String name) {
        Rendered rendered = byName.get(name);
        return rendered == null
                ? ManifestFile.of(name)
                : documents.computeIfAbsent(name, any -> READER.read(name, bytes(String.join("\n", rendered.lines))));
    }

    /** The objects in sources that mention claims; a kustomization and a template of a chart have none. */
    List<Manifest> resources(String name) {
        List<Manifest> resources = new ArrayList<>();
        Rendered rendered = byName.get(name);
        for (Source source : rendered == null ? List.<Source>of() : rendered.sources) {
            boolean hasObjects = Mentions.in(source.text) && !KustomizePatches.isKustomization(source.path);
            if (hasObjects) {
                resources.addAll(READER.read(source.path, bytes(source.text)).manifests());
            }
        }
        return resources;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    Finding placed(Finding finding) {
        Rendered rendered = byName.get(finding.file());
        if (rendered == null) {
            return finding;
        }
        String origin = rendered.origin.isEmpty() ? "" : "; in " + rendered.origin;
        Finding.Location writing = finding.position() == null ? null : written(finding, finding.position());
        if (writing != null) {
            return finding.at(writing).saying(finding.message() + origin);
        }
        int line = finding.lineNumber();
        String text = line <= rendered.lines.size() ? rendered.lines.get(line - 1) : "";
        Match match = finding.position() == null
                ? null
                : match(rendered, line - 1, finding.object().kind());
        if (match == null) {
            String note = text.isBlank() ? "" : "; rendered line " + line + ": " + text.strip();
            Match object = ofObject(rendered, line - 1, finding.object().kind());
            return finding.at(new Finding.Location(object.source.path, new Position(object.line + 1, 1), null))
                    .saying(finding.message() + note + origin);
        }
        String found = match.source.lines.get(match.line);
        int column = Math.max(1, finding.columnNumber() - indentation(text) + indentation(found));
        boolean isShown = finding.location().excerpt() != null;
        return finding.at(new Finding.Location(
                        match.source.path,
                        new Position(match.line + 1, column),
                        isShown ? new Excerpt(found, Math.min(found.length(), column - 1)) : null))
                .saying(finding.message() + origin);
    }

    private Finding.@Nullable Location written(Finding finding, Position place) {
        String name = finding.file();
        Manifest object = rendered(name).manifests().stream()
                .filter(one -> one.object().position() != null
                        && one.object().position().line() <= place.line())
                .reduce((before, after) -> after)
                .orElse(null);
        boolean hasExcerpt = finding.location().excerpt() != null;
        return object == null
                ? null
                : written.computeIfAbsent(name, none -> new WrittenValues(texts(name)))
                        .of(object.object(), place, finding.path(), hasExcerpt);
    }

    Skipped placed(Skipped skipped) {
        Rendered rendered = byName.get(skipped.file());
        if (rendered == null) {
            return skipped;
        }
        String[] at = skipped.place().substring(skipped.file().length()).split(":", -1);
        Match object = ofObject(rendered, at.length < 2 ? 0 : Integer.parseInt(at[1]) - 1, "");
        return new Skipped(
                object.source.path + ":" + (object.line + 1) + ":1",
                skipped.reason() + (rendered.origin.isEmpty() ? "" : "; in " + rendered.origin),
                skipped.cause(),
                skipped.isListed());
    }

    Report.Validated placed(Report.Validated object) {
        Rendered rendered = byName.get(object.file());
        if (rendered == null) {
            return object;
        }
        Match match = match(rendered, object.line() - 1, object.object().kind());
        Match found = match == null
                ? ofObject(rendered, object.line() - 1, object.object().kind())
                : match;
        return new Report.Validated(found.source.path, found.line + 1, object.object(), object.verdicts());
    }

    private static @Nullable Match match(Rendered rendered, int line, String kind) {
        String text = isIn(rendered.stripped, line) ? rendered.stripped.get(line) : "";
        String name = name(rendered, line);
        Match best = null;
        for (Source source : text.isEmpty() ? List.<Source>of() : rendered.sources) {
            for (int i : source.byText.getOrDefault(text, List.of())) {
                int score = source.likeness(i, kind, name) + around(rendered.stripped, line, source.stripped, i);
                best = best == null || score > best.score ? new Match(source, i, score) : best;
            }
        }
        return best;
    }

    /** Where the object of a line has its name, or else the first line of the first source. */
    private static Match ofObject(Rendered rendered, int line, String kind) {
        String name = name(rendered, line);
        Match best = new Match(rendered.sources.get(0), 0, 0);
        for (Source source : rendered.sources) {
            for (int i = 0; i < source.stripped.size(); i++) {
                boolean isNamed = !name.isEmpty() && source.stripped.get(i).startsWith(NAME);
                int score = isNamed ? source.likeness(i, kind, name) : 0;
                best = score > best.score ? new Match(source, i, score) : best;
            }
        }
        return best;
    }

    private static String name(Rendered rendered, int line) {
        for (int i = begin(rendered.stripped, line);
                i < rendered.lines.size() && !rendered.lines.get(i).equals("---");
                i++) {
            if (rendered.lines.get(i).startsWith("  " + NAME)) {
                return rendered.stripped.get(i);
            }
        }
        return "";
    }

    private static int begin(List<String> lines, int line) {
        int begin = Math.min(line, lines.size() - 1);
        while (begin > 0 && !lines.get(begin - 1).equals("---")) {
            begin--;
        }
        return Math.max(0, begin);
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
