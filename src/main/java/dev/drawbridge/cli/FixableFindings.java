package dev.drawbridge.cli;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.fix.Fixed;
import dev.drawbridge.fix.Fixes;
import dev.drawbridge.gitops.UnifiedDiff;
import dev.drawbridge.manifest.MarkdownBlocks;
import dev.drawbridge.report.Finding;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.SuggestedFix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The findings that {@code check --fix} would fix, with their fixes. */
final class FixableFindings {

    /** Rules whose errors have a fix, or follow from one. */
    private static final Set<Origin> ORIGINS = EnumSet.of(
            Origin.TYPE,
            Origin.UNKNOWN_FIELD,
            Origin.DUPLICATE_FIELD,
            Origin.ENUM,
            Origin.DEPRECATED,
            Origin.REMOVED,
            Origin.NOT_SERVED);

    /** The maximum number of diffs of a file, since each takes time proportional to the file's size. */
    private static final int MAX_DIFFS = 50;

    private final Fixes safe;
    private final Fixes all;
    private final UnaryOperator<String> typed;

    /**
     * Findings of files.
     *
     * @param safe the fixes that need no eye
     * @param all these and the others
     * @param typed the path of a finding's file from the working directory
     */
    FixableFindings(Fixes safe, Fixes all, UnaryOperator<String> typed) {
        this.safe = safe;
        this.all = all;
        this.typed = typed;
    }

    /** The report, in which fixable findings are marked. */
    Report marked(Report report) {
        Map<String, Map<Key, SuggestedFix>> files = new LinkedHashMap<>();
        report.findings().stream()
                .filter(finding -> ORIGINS.contains(finding.origin()))
                .forEach(finding -> files.put(finding.file(), Map.of()));
        if (files.isEmpty()) {
            return report;
        }
        files.entrySet().parallelStream().forEach(file -> file.setValue(fixes(file.getKey())));
        List<Finding> findings = new ArrayList<>();
        for (Finding finding : report.findings()) {
            SuggestedFix fix =
                    files.getOrDefault(finding.file(), Map.of()).get(new Key(finding.origin(), finding.position()));
            findings.add(fix == null ? finding : finding.fixable(fix));
        }
        return new Report(findings, report.objects(), report.releases(), report.summary());
    }

    private record Key(Origin origin, @Nullable Position position) {}

    private Map<Key, SuggestedFix> fixes(String name) {
        Path file = Path.of(typed.apply(name));
        if (!Files.isRegularFile(file)) {
            return Map.of();
        }
        try {
            byte[] text = ReadLimits.DEFAULT.text(file);
            byte[] yaml = MarkdownBlocks.isMarkdown(name) ? MarkdownBlocks.yaml(text) : text;
            String before = new String(text, StandardCharsets.UTF_8);
            Map<Key, SuggestedFix> found = new HashMap<>();
            Fixed fixed = all.fix(yaml);
            add(fixed, before, found);
            if (fixed.fixes().stream().anyMatch(Fixed.Fix::isUnsafe)) {
                // The safe fixes, without those that need review.
                add(safe.fix(yaml), before, found);
            }
            return found;
        } catch (IOException unreadable) {
            // The check has reported it.
            return Map.of();
        }
    }

    private static void add(Fixed fixed, String before, Map<Key, SuggestedFix> into) {
        Lines lines = Lines.of(before);
        Map<List<Edit>, String> diffs = new HashMap<>();
        for (Fixed.Solved solved : fixed.solved()) {
            List<SuggestedFix.Replacement> replacements = solved.edits().stream()
                    .map(edit -> new SuggestedFix.Replacement(
                            lines.place(edit.begin()), lines.place(edit.end()), edit.text()))
                    .toList();
            String diff = diffs.size() < MAX_DIFFS || diffs.containsKey(solved.edits())
                    ? diffs.computeIfAbsent(solved.edits(), edits -> diff(before, edits))
                    : "";
            into.put(
                    new Key(solved.origin(), solved.position()),
                    new SuggestedFix(solved.fix().what(), solved.fix().isUnsafe(), replacements, diff));
        }
    }

    private static String diff(String before, List<Edit> edits) {
        List<UnifiedDiff.Change> changes = edits.stream()
                .map(edit -> new UnifiedDiff.Change(edit.begin(), edit.end(), edit.text()))
                .toList();
        String whole = UnifiedDiff.of("", before, Edit.apply(before, edits), changes);
        return whole.substring(Math.max(0, whole.indexOf("@@")));
    }

    /** Offsets of a text's lines. */
    private record Lines(int[] begins) {

        static Lines of(String text) {
            List<Integer> begins = new ArrayList<>(List.of(0));
            for (int at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
                begins.add(at + 1);
            }
            return new Lines(begins.stream().mapToInt(Integer::intValue).toArray());
        }

        SuggestedFix.Place place(int offset) {
            int found = Arrays.binarySearch(begins, offset);
            int line = found >= 0 ? found : -found - 2;
            return new SuggestedFix.Place(line + 1, offset - begins[line] + 1);
        }
    }
}
