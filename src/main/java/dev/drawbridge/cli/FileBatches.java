package dev.drawbridge.cli;

import dev.drawbridge.check.Checker;
import dev.drawbridge.document.ReadLimits;
import dev.drawbridge.manifest.ManifestFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

/** Files, read and validated by a thread for each processor, and added to the check in their order. */
final class FileBatches {

    /** A thread takes so many files at a time. */
    private static final int BATCH = 8;

    /** So many batches may be ahead of the one that is added next: no more than their files are in memory at once. */
    private static final int MAX_AHEAD = 32;

    private FileBatches() {}

    /** Adds what each file says; one that cannot be read says so. */
    static void check(List<Path> files, Checker checker, Progress progress) {
        // The last batch is read by this thread, the only one that a few files need.
        int last = Math.max(0, files.size() - BATCH);
        Queue<ForkJoinTask<List<Runnable>>> ahead = new ArrayDeque<>();
        if (last > 0) {
            ForkJoinPool readers = new ForkJoinPool();
            for (int i = 0; i < last; i += BATCH) {
                if (ahead.size() == MAX_AHEAD) {
                    add(ahead.remove().join(), progress);
                }
                List<Path> batch = files.subList(i, Math.min(last, i + BATCH));
                ahead.add(readers.submit(() -> read(batch, checker)));
            }
        }
        List<Runnable> rest = read(files.subList(last, files.size()), checker);
        ahead.forEach(batch -> add(batch.join(), progress));
        add(rest, progress);
    }

    private static List<Runnable> read(List<Path> batch, Checker checker) {
        List<Runnable> read = new ArrayList<>(batch.size());
        for (Path file : batch) {
            read.add(read(file, checker));
        }
        return read;
    }

    /** Reads and validates a file; the result adds it to the check, in its turn. */
    private static Runnable read(Path file, Checker checker) {
        try {
            Checker.Checked checked = checker.read(ManifestFiles.name(file), ReadLimits.DEFAULT.text(file));
            return () -> checker.add(checked);
        } catch (IOException unreadable) {
            return () ->
                    checker.addUnreadable(ManifestFiles.name(file), "cannot be read: " + FileProblem.of(unreadable));
        } catch (RuntimeException | StackOverflowError bug) {
            // The other files keep their findings, and this one is not passed over: the run ends with an error.
            String reason = "not checked, Drawbridge failed on it; please report this file: "
                    + bug.getClass().getName();
            return () -> checker.addUnreadable(ManifestFiles.name(file), reason);
        }
    }

    private static void add(List<Runnable> batch, Progress progress) {
        for (Runnable add : batch) {
            add.run();
            progress.step();
        }
    }
}
