package dev.drawbridge.cli;

import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.edit.Edit;
import dev.drawbridge.edit.FileUpdate;
import dev.drawbridge.field.Printable;
import dev.drawbridge.gitops.LineDiff;
import dev.drawbridge.manifest.FileProblem;
import dev.drawbridge.manifest.ManifestFiles;
import dev.drawbridge.manifest.MarkdownBlocks;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Rewrites files, or prints how they would change, and counts. */
final class FileRewrites {

    /** The number of files that are read ahead in parallel; they are written in order. */
    private static final int BATCH = 256;

    enum Mode {
        WRITE,
        COUNT,
        DIFF
    }

    /** Rewrites texts, in several threads. */
    @FunctionalInterface
    interface Rewriter {

        /** Rewrites the text of a file, whose name has slashes. */
        Outcome rewritten(String name, byte[] text);
    }

    /** The result of rewriting a text: the text afterwards, with edits and notes in the order of the text. */
    record Outcome(String text, List<Edit> edits, List<Note> notes) {

        boolean isChanged() {
            return !edits.isEmpty();
        }

        String diff(String name, byte[] before) {
            return LineDiff.unified(name, new String(before, StandardCharsets.UTF_8), text);
        }
    }

    /** A note about a line of a text; refused if it was left unchanged although it should change. */
    record Note(int line, String message, boolean isRefused) {}

    private final Mode mode;
    private final PrintWriter out;
    private final PrintWriter notes;
    private int files;
    private int changed;
    private int done;
    private int refused;

    FileRewrites(Mode mode, PrintWriter out, PrintWriter notes) {
        this.mode = mode;
        this.out = out;
        this.notes = notes;
    }

    private record Result(Path file, byte[] text, Outcome outcome) {}

    /** Rewrites the files; only those that were named are written. */
    void run(List<Path> files, List<String> named, Rewriter rewriter) throws IOException {
        FileUpdate update = new FileUpdate(writable(files, named));
        for (int i = 0; i < files.size(); i += BATCH) {
            List<Path> batch = files.subList(i, Math.min(files.size(), i + BATCH));
            IntStream.range(0, batch.size())
                    .parallel()
                    .mapToObj(index -> result(batch.get(index), rewriter, update))
                    .toList()
                    .forEach(this::add);
        }
    }

    /** The paths that may be written, with what is below: the named ones; of a pattern the folders of its matches. */
    static List<Path> writable(List<Path> files, List<String> named) {
        Set<Path> writable = new LinkedHashSet<>();
        for (String name : named) {
            if (Files.exists(Path.of(name))) {
                writable.add(Path.of(name));
            } else {
                files.forEach(file -> writable.add(file.toAbsolutePath().getParent()));
            }
        }
        return List.copyOf(writable);
    }

    private Result result(Path file, Rewriter rewriter, FileUpdate update) {
        byte[] text = {};
        String problem = "cannot be read: ";
        try {
            text = ReadLimits.DEFAULT.text(file);
            Outcome outcome = outcome(ManifestFiles.name(file), text, rewriter);
            if (outcome.isChanged() && mode == Mode.WRITE) {
                problem = "not written: ";
                update.write(file, text, outcome.text.getBytes(StandardCharsets.UTF_8));
            }
            return new Result(file, text, outcome);
        } catch (IOException failed) {
            return new Result(file, text, failed(problem + FileProblem.of(failed)));
        }
    }

    /** Rewrites a file of this name; in Markdown its YAML blocks are rewritten. */
    private static Outcome outcome(String name, byte[] text, Rewriter rewriter) {
        if (!MarkdownBlocks.isMarkdown(name)) {
            return rewriter.rewritten(name, text);
        }
        Outcome ofBlocks = rewriter.rewritten(name, MarkdownBlocks.yaml(text));
        String edited = Edit.apply(new String(text, StandardCharsets.UTF_8), ofBlocks.edits);
        return new Outcome(edited, ofBlocks.edits, ofBlocks.notes);
    }

    private static Outcome failed(String message) {
        return new Outcome("", List.of(), List.of(new Note(1, message, true)));
    }

    private void add(Result result) {
        String name = ManifestFiles.name(result.file);
        files++;
        Outcome outcome = result.outcome;
        changed += outcome.isChanged() ? 1 : 0;
        if (mode == Mode.DIFF) {
            out.print(outcome.diff(name, result.text));
        }
        outcome.notes.forEach(note -> note(name, note));
    }

    /** Prints what became of one thing in a text of this name, and counts it. */
    void note(String name, Note note) {
        done += note.isRefused ? 0 : 1;
        refused += note.isRefused ? 1 : 0;
        notes.println(name + ":" + note.line + ": " + note.message);
    }

    /** The number of changes made, or to be made. */
    int done() {
        return done;
    }

    int refused() {
        return refused;
    }

    /** A summary without zeros, such as {@code 2 objects migrated in 1 file; 3 files unchanged}. */
    String summary(String what, String past, String future) {
        return (done == 0 ? "no " + what + "s" : Printable.count(done, what))
                + (mode == Mode.WRITE ? " " + past : " " + future)
                + (changed == 0 ? "" : " in " + Printable.count(changed, "file"))
                + (refused == 0 ? "" : ", " + refused + " not")
                + (files == changed ? "" : "; " + Printable.count(files - changed, "file") + " unchanged");
    }
}
