package dev.drawbridge.cli;

import dev.drawbridge.edit.Edit;
import dev.drawbridge.fix.Fixed;
import dev.drawbridge.lsp.Workspace.Action;
import dev.drawbridge.manifest.MarkdownBlocks;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.Validator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The changes that an editor offers: fixes, comments that suppress findings, and a newer version. */
final class EditorActions {

    private volatile @Nullable TextFixes lastFixes;

    /** The fixes of a text: those with one meaning, and all. */
    private record TextFixes(byte[] text, CheckPlan plan, Fixed safe, Fixed all) {}

    List<Action> of(Path file, byte[] text, List<Finding> findings, CheckPlan plan) {
        TextFixes fixes = fixes(file, text, plan);
        Map<FixEdits.Key, Fixed.Solved> solved = new HashMap<>();
        fixes.all().solved().forEach(one -> solved.put(FixEdits.Key.of(one), one));
        fixes.safe().solved().forEach(one -> solved.put(FixEdits.Key.of(one), one));
        List<Action> actions = new ArrayList<>();
        for (Finding finding : findings) {
            Fixed.Solved fix = solved.get(new FixEdits.Key(finding.origin(), finding.position()));
            if (fix != null && !fix.edits().isEmpty()) {
                boolean isUnsafe = fix.mistake().fix().isUnsafe();
                String title = "Fix" + (isUnsafe ? " (look at the result)" : "") + ": "
                        + fix.mistake().fix().what();
                actions.add(new Action(title, "quickfix", List.of(finding), fix.edits(), !isUnsafe));
            }
        }
        byte[] yaml = MarkdownBlocks.yaml(file.toString(), text);
        findings.forEach(finding -> suppress(finding, file.toString(), yaml, actions));
        add(
                "Fix all mistakes with one meaning",
                "source.fixAll.drawbridge",
                fixes.safe().edits(),
                actions);
        add(
                "Migrate to v1",
                "refactor.rewrite.drawbridge",
                EditorPreview.migrated(text, "").edits(),
                actions);
        return actions;
    }

    /** The fixes of a text, which editors want at each move of the cursor. */
    private TextFixes fixes(Path file, byte[] text, CheckPlan plan) {
        TextFixes known = lastFixes;
        if (known == null || known.text() != text || known.plan() != plan) {
            byte[] yaml = MarkdownBlocks.yaml(file.toString(), text);
            Validator validator = new Validator();
            Fixed safe = plan.fixes(validator, false).fix(yaml);
            known = new TextFixes(text, plan, safe, plan.fixes(validator, true).fix(yaml));
            lastFixes = known;
        }
        return known;
    }

    private static void add(String title, String kind, List<Edit> edits, List<Action> actions) {
        if (!edits.isEmpty()) {
            actions.add(new Action(title, kind, List.of(), edits, false));
        }
    }

    private static void suppress(Finding finding, String file, byte[] yaml, List<Action> actions) {
        List<Edit> edits = finding.position() != null && SuppressionRun.canSuppress(finding)
                ? SuppressionRun.outcome(file, yaml, List.of(finding), false).edits()
                : List.of();
        String title = "Suppress " + finding.origin() + ", with a reason";
        if (!edits.isEmpty()) {
            actions.add(new Action(title, "quickfix", List.of(finding), edits, false));
        }
    }
}
