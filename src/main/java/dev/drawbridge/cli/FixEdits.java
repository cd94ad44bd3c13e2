package dev.drawbridge.cli;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.LineIndex;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.field.Suggestion;
import dev.drawbridge.fix.Fixed;
import dev.drawbridge.fix.Fixes;
import dev.drawbridge.gitops.LineDiff;
import dev.drawbridge.manifest.MarkdownBlocks;
import dev.drawbridge.report.Report;
import dev.drawbridge.report.SuggestedFix;
import dev.drawbridge.validation.Validator;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The text edits of fixes, for the formats that show them: each file with a fix is read again, and fixed. */
final class FixEdits {

    /** The maximum number of diffs of a file, since each takes time proportional to the file's size. */
    private static final int MAX_DIFFS = 50;

    private final Fixes safe;
    private final Fixes all;
    private final UnaryOperator<String> typed;

    /** Edits of files, whose paths in findings are typed from the working directory. */
    FixEdits(CheckPlan plan, UnaryOperator<String> typed) {
        Validator validator = new Validator();
        this.safe = plan.fixes(validator, false);
        this.all = plan.fixes(validator, true);
        this.typed = typed;
    }

    Report added(Report report) {
        Map<String, Map<Key, SuggestedFix>> files = new LinkedHashMap<>();
        report.findings().stream()
                .filter(finding -> finding.fix() != null)
                .forEach(finding -> files.put(finding.file(), Map.of()));
        files.entrySet().parallelStream().forEach(file -> file.setValue(fixes(file.getKey())));
        return report.with(report.findings().stream()
                .map(finding -> {
                    Map<Key, SuggestedFix> ofFile = files.getOrDefault(finding.file(), Map.of());
                    SuggestedFix known = finding.fix();
                    SuggestedFix fix = known == null
                            ? null
                            : ofFile.getOrDefault(
                                    new Key(finding.origin(), finding.position()),
                                    // A finding in a text is not at the beginning of the text.
                                    ofFile.get(new Key(
                                            finding.origin(), known.suggestion().position())));
                    return fix == null ? finding : finding.fixable(fix);
                })
                .toList());
    }

    /** The rule of a mistake, and where it is. */
    record Key(Origin origin, @Nullable Position position) {

        static Key of(Fixed.Solved solved) {
            return new Key(solved.mistake().error().origin(), solved.mistake().position());
        }
    }

    private Map<Key, SuggestedFix> fixes(String name) {
        Path file = Path.of(typed.apply(name));
        if (!Files.isRegularFile(file)) {
            // A pipe cannot be read again.
            return Map.of();
        }
        try {
            byte[] text = ReadLimits.DEFAULT.text(file);
            byte[] yaml = MarkdownBlocks.yaml(name, text);
            String before = new String(text, StandardCharsets.UTF_8);
            Map<Key, SuggestedFix> found = new HashMap<>();
            Fixed fixed = all.fix(yaml);
            add(fixed, before, found);
            if (fixed.fixes().stream().anyMatch(Suggestion::isUnsafe)) {
                // The safe fixes, without those that need review.
                add(safe.fix(yaml), before, found);
            }
            return found;
        } catch (IOException unreadable) {
            // It was readable for the check; the findings keep their fixes without edits.
            return Map.of();
        }
    }

    private static void add(Fixed fixed, String before, Map<Key, SuggestedFix> into) {
        LineIndex lines = new LineIndex(before);
        Map<List<Edit>, String> diffs = new HashMap<>();
        for (Fixed.Solved solved : fixed.solved()) {
            List<SuggestedFix.Replacement> replacements = solved.edits().stream()
                    .map(edit -> new SuggestedFix.Replacement(
                            place(lines, edit.begin()), place(lines, edit.end()), edit.text()))
                    .toList();
            String diff = diffs.size() < MAX_DIFFS || diffs.containsKey(solved.edits())
                    ? diffs.computeIfAbsent(solved.edits(), edits -> diff(before, edits))
                    : "";
            into.put(Key.of(solved), new SuggestedFix(solved.mistake().fix(), replacements, diff));
        }
    }

    private static String diff(String before, List<Edit> edits) {
        String whole = LineDiff.unified("", before, Edit.apply(before, edits));
        return whole.substring(Math.max(0, whole.indexOf("@@")));
    }

    private static SuggestedFix.Place place(LineIndex lines, int offset) {
        int line = lines.line(offset);
        return new SuggestedFix.Place(line, offset - lines.begin(line) + 1);
    }
}
