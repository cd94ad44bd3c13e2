package dev.drawbridge.gitops;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

/** The difference of two texts as {@code diff -u} prints it. */
public final class UnifiedDiff {

    private UnifiedDiff() {}

    /** The difference of a file's text, with the headers that {@code git apply} needs; empty where there is none. */
    public static String of(String name, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        RawText old = new RawText(before.getBytes(StandardCharsets.UTF_8));
        RawText other = new RawText(after.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream diff = new ByteArrayOutputStream();
        try (DiffFormatter formatter = new DiffFormatter(diff)) {
            formatter.format(new HistogramDiff().diff(RawTextComparator.DEFAULT, old, other), old, other);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "--- a/" + name + "\n+++ b/" + name + "\n" + diff.toString(StandardCharsets.UTF_8);
    }
}
