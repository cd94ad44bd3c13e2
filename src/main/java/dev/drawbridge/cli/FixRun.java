package dev.drawbridge.cli;

import dev.drawbridge.field.Suggestion;
import dev.drawbridge.fix.Fixed;
import dev.drawbridge.fix.Fixes;
import dev.drawbridge.rbac.AccessGap;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The part of {@code drawbridge check --fix} that comes before the check: mistakes with one meaning are put right. */
final class FixRun {

    private final FileRewrites rewrites;
    private final PrintWriter notes;
    private final boolean isDiff;

    /** Fixes of files, which are written, or printed as a diff. */
    FixRun(boolean isDiff, PrintWriter out, PrintWriter err) {
        notes = err;
        this.isDiff = isDiff;
        rewrites = new FileRewrites(isDiff ? FileRewrites.Mode.DIFF : FileRewrites.Mode.WRITE, out, err);
    }

    /** Fixes the named files, and roles by the rules that they lack; returns whether a mistake is or would be fixed. */
    boolean run(List<Path> files, List<String> named, Fixes fixes, Map<String, List<AccessGap>> roles)
            throws IOException {
        rewrites.run(
                files, named, (name, text) -> outcome(fixes.fix(text, roles.getOrDefault(name, List.of())), isDiff));
        notes.println(rewrites.summary("mistake", "fixed", "to fix"));
        return rewrites.done() > 0;
    }

    /** The fixes of a text; the mistakes that are left are reported unless it is a diff. */
    static FileRewrites.Outcome outcome(Fixed fixed, boolean isDiff) {
        List<FileRewrites.Note> said = new ArrayList<>();
        fixed.fixes()
                .forEach(fix -> said.add(new FileRewrites.Note(fix.position().line(), done(fix, isDiff), false)));
        fixed.left().stream()
                .filter(left -> isDiff || !left.reason().isEmpty())
                .forEach(left -> said.add(new FileRewrites.Note(left.line(), left(left), true)));
        return new FileRewrites.Outcome(fixed.text(), fixed.edits(), said);
    }

    private static String done(Suggestion fix, boolean isDiff) {
        return (isDiff ? "would fix" : "fixed") + (fix.isUnsafe() ? " (unsafe): " : ": ") + fix.what();
    }

    private static String left(Fixed.Left left) {
        return "not fixed: " + left.message() + (left.reason().isEmpty() ? "" : ": " + left.reason());
    }
}
