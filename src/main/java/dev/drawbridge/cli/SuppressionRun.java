package dev.drawbridge.cli;

import dev.drawbridge.document.Document;
import dev.drawbridge.document.JsonEquality;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.document.ReadResult;
import dev.drawbridge.document.yaml.YamlReader;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Origin;
import dev.drawbridge.manifest.Suppression;
import dev.drawbridge.report.Finding;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Writes comments that suppress findings, each with a reason to fill in. */
final class SuppressionRun {

    private final Map<String, List<Finding>> findings;

    SuppressionRun(List<Finding> findings) {
        this.findings =
                findings.stream().filter(SuppressionRun::canSuppress).collect(Collectors.groupingBy(Finding::file));
    }

    /** Whether a comment has an effect on the finding; a text that cannot be read has no comments. */
    static boolean canSuppress(Finding finding) {
        return !finding.known()
                && finding.origin() != Origin.UNREADABLE
                && finding.origin() != Origin.UNUSED_SUPPRESSION;
    }

    /** Writes the comments into named files, or prints them as a diff; the exit code says whether findings are left. */
    int run(List<Path> files, List<String> named, boolean isDiff, PrintWriter out, PrintWriter err) throws IOException {
        FileRewrites rewrites = new FileRewrites(isDiff ? FileRewrites.Mode.DIFF : FileRewrites.Mode.WRITE, out, err);
        rewrites.run(files, named, (name, text) -> outcome(name, text, findings.getOrDefault(name, List.of()), isDiff));
        err.println(
                rewrites.summary("finding", "suppressed", "to suppress") + "; each comment has a reason to fill in");
        return rewrites.refused() > 0 || isDiff && rewrites.done() > 0 ? ExitCode.FINDINGS : ExitCode.CLEAN;
    }

    /** The text with a comment above each finding; a comment that would change what is read is not written. */
    static FileRewrites.Outcome outcome(String name, byte[] text, List<Finding> findings, boolean isDiff) {
        String source = new String(text, StandardCharsets.UTF_8);
        String[] lines = source.split("\n", -1);
        int[] above = Suppression.places(lines);
        Map<Integer, List<Finding>> places = new TreeMap<>();
        for (Finding finding : findings) {
            int line = Math.min(finding.lineNumber(), lines.length) - 1;
            places.computeIfAbsent(above[line], any -> new ArrayList<>()).add(finding);
        }
        Map<Edit, List<Finding>> comments = new LinkedHashMap<>();
        int line = 0;
        int offset = 0;
        for (Map.Entry<Integer, List<Finding>> place : places.entrySet()) {
            for (; line < place.getKey(); line++) {
                offset += lines[line].length() + 1;
            }
            Set<String> rules = new TreeSet<>();
            place.getValue().forEach(finding -> rules.add(finding.origin().toString()));
            String indent = lines[line].substring(
                    0, lines[line].length() - lines[line].stripLeading().length());
            String end = lines[line].endsWith("\r") ? "\r\n" : "\n";
            comments.put(new Edit(offset, offset, indent + Suppression.comment(rules) + end), place.getValue());
        }
        List<Edit> edits = name.endsWith(".json")
                ? List.of()
                : harmless(new YamlReader(ReadLimits.DEFAULT).read(text), source, List.copyOf(comments.keySet()));
        Set<Edit> written = new HashSet<>(edits);
        List<FileRewrites.Note> notes = new ArrayList<>();
        String done = isDiff ? "would suppress " : "suppressed ";
        comments.forEach((edit, of) -> of.forEach(finding -> notes.add(new FileRewrites.Note(
                finding.lineNumber(),
                (written.contains(edit) ? done : "no comment can be written above ") + finding.origin(),
                !written.contains(edit)))));
        return new FileRewrites.Outcome(Edit.apply(source, edits), edits, notes);
    }

    /** The edits that do not change what is read. They are tried together, and if that fails, in halves. */
    private static List<Edit> harmless(List<ReadResult> before, String source, List<Edit> edits) {
        if (isSame(before, Edit.apply(source, edits))) {
            return edits;
        }
        if (edits.size() == 1) {
            return List.of();
        }
        int half = edits.size() / 2;
        List<Edit> harmless = new ArrayList<>(harmless(before, source, edits.subList(0, half)));
        harmless.addAll(harmless(before, source, edits.subList(half, edits.size())));
        return harmless;
    }

    private static boolean isSame(List<ReadResult> old, String after) {
        List<ReadResult> now = new YamlReader(ReadLimits.DEFAULT).read(after.getBytes(StandardCharsets.UTF_8));
        boolean isSame = old.size() == now.size();
        for (int i = 0; isSame && i < old.size(); i++) {
            isSame = old.get(i) instanceof Document one
                    ? now.get(i) instanceof Document other && JsonEquality.same(one.value(), other.value())
                    : !(now.get(i) instanceof Document);
        }
        return isSame;
    }
}
