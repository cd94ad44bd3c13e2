package dev.drawbridge.gitops;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jgit.diff.DiffAlgorithm;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

/** Lines of two texts next to each other, or as {@code diff -u} writes them. */
public final class LineDiff {

    /** The number of equal lines shown around changed ones. */
    private static final int CONTEXT = 3;

    private LineDiff() {}

    /**
     * A line of each text.
     *
     * @param before the number of the line before, from 1; 0 if it is added
     * @param after the number of the line after, from 1; 0 if it is removed; 0 as well as before: lines are left out
     */
    public record Row(int before, int after) {

        private static final Row GAP = new Row(0, 0);
    }

    /** The part of the lines before that are also in the text after, in percent. */
    public static int percentKept(String before, String after) {
        RawText old = raw(before);
        int changed = edits(old, raw(after)).stream().mapToInt(Edit::getLengthA).sum();
        return 100 * (old.size() - changed) / Math.max(1, old.size());
    }

    /** The changed lines and some around them, in order. */
    public static List<Row> of(String before, String after) {
        RawText old = raw(before);
        RawText other = raw(after);
        List<Row> rows = new ArrayList<>();
        EditList edits = edits(old, other);
        int shown = 0;
        for (int i = 0; i < edits.size(); i++) {
            Edit edit = edits.get(i);
            int begin = Math.max(shown, edit.getBeginA() - CONTEXT);
            if (begin > shown) {
                rows.add(Row.GAP);
            }
            int shift = edit.getBeginB() - edit.getBeginA();
            equal(begin, edit.getBeginA(), shift, rows);
            for (int line = 0; line < Math.max(edit.getLengthA(), edit.getLengthB()); line++) {
                rows.add(new Row(
                        line < edit.getLengthA() ? edit.getBeginA() + line + 1 : 0,
                        line < edit.getLengthB() ? edit.getBeginB() + line + 1 : 0));
            }
            int next = i + 1 < edits.size() ? edits.get(i + 1).getBeginA() : old.size();
            shown = Math.min(next, edit.getEndA() + CONTEXT);
            equal(edit.getEndA(), shown, edit.getEndB() - edit.getEndA(), rows);
        }
        if (!rows.isEmpty() && shown < old.size()) {
            rows.add(Row.GAP);
        }
        return rows;
    }

    /** The unified diff of a file, with the headers that {@code git apply} needs; empty if the texts are equal. */
    public static String unified(String name, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        RawText old = raw(before);
        RawText other = raw(after);
        ByteArrayOutputStream diff = new ByteArrayOutputStream();
        try (DiffFormatter formatter = new DiffFormatter(diff)) {
            formatter.format(edits(old, other), old, other);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        String path = name.startsWith("/") ? name : "/" + name;
        return "--- a" + path + "\n+++ b" + path + "\n" + diff.toString(StandardCharsets.UTF_8);
    }

    private static RawText raw(String text) {
        return new RawText(text.getBytes(StandardCharsets.UTF_8));
    }

    private static EditList edits(RawText before, RawText after) {
        return DiffAlgorithm.getAlgorithm(DiffAlgorithm.SupportedAlgorithm.MYERS)
                .diff(RawTextComparator.DEFAULT, before, after);
    }

    private static void equal(int begin, int end, int shift, List<Row> rows) {
        for (int line = begin; line < end; line++) {
            rows.add(new Row(line + 1, line + shift + 1));
        }
    }
}
