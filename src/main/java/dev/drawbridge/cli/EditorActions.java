package dev.drawbridge.cli;

import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import dev.drawbridge.fix.Fixed;
import dev.drawbridge.lsp.Workspace.Action;
import dev.drawbridge.manifest.ManifestFile;
import dev.drawbridge.manifest.ManifestReader;
import dev.drawbridge.manifest.MarkdownBlocks;
import dev.drawbridge.report.Finding;
import dev.drawbridge.validation.Validator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The changes that an editor offers: fixes, comments that suppress findings, and a newer version. */
final class EditorActions {

    private final ManifestReader reader = new ManifestReader();
    private volatile @Nullable TextFixes lastFixes;

    /** The fixes of a text: those with one meaning, and all. */
    private record TextFixes(byte[] text, CheckPlan plan, Fixed safe, Fixed all) {}

    /** The actions for findings of a file, and for the file. */
    List<Action> of(Path file, byte[] text, List<Finding> findings, CheckPlan plan) {
        TextFixes fixes = fixes(file, text, plan);
        Map<Place, Fixed.Solved> solved = new HashMap<>();
        fixes.all().solved().forEach(one -> solved.put(Place.of(one), one));
        fixes.safe().solved().forEach(one -> solved.put(Place.of(one), one));
        List<Action> actions = new ArrayList<>();
        for (Finding finding : findings) {
            Fixed.Solved fix = solved.get(new Place(finding.origin(), finding.position()));
            if (fix != null && !fix.edits().isEmpty()) {
                boolean isUnsafe = fix.mistake().fix().isUnsafe();
                String title = "Fix" + (isUnsafe ? " (look at the result)" : "") + ": "
                        + fix.mistake().fix().what();
                actions.add(new Action(title, "quickfix", List.of(finding), fix.edits(), !isUnsafe));
            }
        }
        findings.stream()
                .map(finding -> suppressed(finding, text))
                .filter(Objects::nonNull)
                .forEach(actions::add);
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

    /** Where a mistake is. */
    private record Place(Origin origin, @Nullable Position position) {

        static Place of(Fixed.Solved solved) {
            return new Place(solved.mistake().error().origin(), solved.mistake().position());
        }
    }

    /** A comment above the finding that suppresses it; null where there can be none, such as in a block scalar. */
    private @Nullable Action suppressed(Finding finding, byte[] bytes) {
        Position position = finding.position();
        if (position == null) {
            return null;
        }
        String text = new String(bytes, StandardCharsets.UTF_8);
        int begin = 0;
        for (int line = 1; line < position.line(); line++) {
            begin = text.indexOf('\n', begin) + 1;
        }
        int indent = begin;
        while (indent < text.length() && text.charAt(indent) == ' ') {
            indent++;
        }
        String comment = text.substring(begin, indent) + "# drawbridge: ignore=" + finding.origin() + " because …\n";
        Edit edit = new Edit(begin, begin, comment);
        byte[] after = Edit.apply(text, List.of(edit)).getBytes(StandardCharsets.UTF_8);
        ManifestFile file = reader.read("", after);
        boolean isSuppressed = file.suppressions().stream()
                .anyMatch(one -> one.suppresses(finding.origin().toString(), position.line() + 1));
        return isSuppressed
                ? new Action(
                        "Suppress " + finding.origin() + ", with a reason",
                        "quickfix",
                        List.of(finding),
                        List.of(edit),
                        false)
                : null;
    }
}
