package dev.drawbridge.cli;

import dev.drawbridge.fix.Fixed;
import dev.drawbridge.fix.Fixes;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** The part of {@code drawbridge check --fix} that comes before the check: mistakes with one meaning are put right. */
final class FixRun {

    private final FileRewrites rewrites;
    private final PrintWriter notes;

    /**
     * Fixes of files.
     *
     * @param isDiff whether a diff is printed and nothing written
     */
    FixRun(boolean isDiff, PrintWriter out, PrintWriter err) {
        notes = err;
        rewrites = new FileRewrites(isDiff ? FileRewrites.Mode.DIFF : FileRewrites.Mode.WRITE, out, err);
    }

    /**
     * Fixes the files.
     *
     * @param named the paths that were named: nothing else is written
     * @return whether a mistake was put right, or would be
     */
    boolean run(List<Path> files, List<String> named, Fixes fixes) throws IOException {
        rewrites.run(files, named, text -> {
            Fixed fixed = fixes.fix(text);
            return new FileRewrites.Outcome(
                    fixed.text(),
                    fixed.edits(),
                    fixed.fixes().stream()
                            .map(fix -> new FileRewrites.Note(fix.line(), "fixed: " + fix.what(), false))
                            .toList());
        });
        notes.println(rewrites.summary("mistake", "fixed", "to fix"));
        return rewrites.done() > 0;
    }
}
