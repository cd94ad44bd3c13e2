package dev.drawbridge.check;

import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Position;
import dev.drawbridge.manifest.KustomizePatches;
import dev.drawbridge.manifest.Manifest;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.ObjectReference;
import dev.drawbridge.report.Report;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files from which manifests were rendered: templates of charts, and resources of kustomizations. A finding is at
 * the line of a file that equals the rendered line except for its indentation; of several, at the one with the most
 * equal lines around it.
 */
public final class RenderedSources {

    /** The number of lines before and after that are compared. */
    private static final int AROUND = 4;

    private static final ManifestReader READER = new ManifestReader();

    private final Map<String, Rendered> byName = new HashMap<>();

    /**
     * A file.
     *
     * @param stripped its lines without indentation
     * @param byText the indexes of the lines with a stripped text
     */
    private record Source(
            String path, String text, List<String> lines, List<String> stripped, Map<String, List<Integer>> byText) {}

    private record Rendered(List<String> lines, List<String> stripped, List<Source> sources) {}

    private record Match(Source source, int line, int score) {}

    /**
     * Adds rendered manifests; without sources, findings keep their name.
     *
     * @param name their name
     * @param sources the texts of files by their paths; the first one is where a line is that is in none
     */
    public void add(String name, byte[] text, Map<String, byte[]> sources) {
        if (!sources.isEmpty()) {
            List<Source> all = new ArrayList<>();
            sources.forEach((path, source) -> all.add(source(path, new String(source, StandardCharsets.UTF_8))));
            List<String> lines = lines(text);
            byName.put(name, new Rendered(lines, stripped(lines), all));
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
        return lines.stream().map(String::strip).toList();
    }

    private static List<String> lines(byte[] text) {
        return new String(text, StandardCharsets.UTF_8).lines().toList();
    }

    boolean isEmpty() {
        return byName.isEmpty();
    }

    /** The rendered manifests of this name. */
    ManifestFile rendered(String name) {
        Rendered rendered = byName.get(name);
        return rendered == null ? ManifestFile.of(name) : READER.read(name, bytes(String.join("\n", rendered.lines)));
    }

    /** The objects in sources that mention claims; a kustomization and a template of a chart have none. */
    List<Manifest> resources(String name) {
        List<Manifest> resources = new ArrayList<>();
        Rendered rendered = byName.get(name);
        for (Source source : rendered == null ? List.<Source>of() : rendered.sources) {
            boolean hasObjects = source.text.contains("claims") && !KustomizePatches.isKustomization(source.path);
            if (hasObjects) {
                resources.addAll(READER.read(source.path, bytes(source.text)).manifests());
            }
        }
        return resources;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The finding at its source. */
    Finding placed(Finding finding) {
        Rendered rendered = byName.get(finding.file());
        if (rendered == null) {
            return finding;
        }
        int line = finding.lineNumber();
        String text = line <= rendered.lines.size() ? rendered.lines.get(line - 1) : "";
        Match match = finding.position() == null ? null : match(rendered, line - 1, finding.object());
        if (match == null) {
            String note = text.isBlank() ? "" : "; rendered line " + line + ": " + text.strip();
            return finding.at(new Finding.Location(rendered.sources.get(0).path, new Position(1, 1), null))
                    .saying(finding.message() + note);
        }
        String found = match.source.lines.get(match.line);
        int column = Math.max(1, finding.columnNumber() - indentation(text) + indentation(found));
        boolean isShown = finding.location().excerpt() != null;
        return finding.at(new Finding.Location(
                match.source.path,
                new Position(match.line + 1, column),
                isShown ? new Excerpt(found, Math.min(found.length(), column - 1)) : null));
    }

    /** The object in its source. */
    Report.Validated placed(Report.Validated object) {
        Rendered rendered = byName.get(object.file());
        if (rendered == null) {
            return object;
        }
        Match match = match(rendered, object.line() - 1, object.object());
        return new Report.Validated(
                match == null ? rendered.sources.get(0).path : match.source.path,
                match == null ? 1 : match.line + 1,
                object.object(),
                object.verdicts());
    }

    private static @Nullable Match match(Rendered rendered, int line, ObjectReference object) {
        String text = line < rendered.stripped.size() ? rendered.stripped.get(line) : "";
        Match best = null;
        for (Source source : text.isEmpty() ? List.<Source>of() : rendered.sources) {
            int ofObject = source.text.contains(object.kind()) && source.text.contains(object.name()) ? AROUND : 0;
            for (int i : source.byText.getOrDefault(text, List.of())) {
                int score = ofObject + around(rendered.stripped, line, source.stripped, i);
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
