package dev.drawbridge.gitops;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.EditList;
import org.eclipse.jgit.diff.RawText;
import org.eclipse.jgit.diff.RawTextComparator;

/**
 * The difference of two texts in the format of {@code diff -u}. The changes are known, so they need not be searched
 * for.
 */
public final class UnifiedDiff {

    private UnifiedDiff() {}

    /**
     * A replacement in a text.
     *
     * @param begin the offset of the first character that is replaced
     * @param end the offset after the last one
     * @param text the replacement
     */
    public record Change(int begin, int end, String text) {}

    /**
     * The unified diff of the changes to a file, with the headers that {@code git apply} needs; empty if there are
     * none.
     *
     * @param changes in text order
     */
    public static String of(String name, String before, String after, List<Change> changes) {
        if (changes.isEmpty()) {
            return "";
        }
        RawText old = new RawText(before.getBytes(StandardCharsets.UTF_8));
        RawText other = new RawText(after.getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream diff = new ByteArrayOutputStream();
        try (DiffFormatter formatter = new DiffFormatter(diff)) {
            formatter.format(lines(before, changes, old, other), old, other);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return "--- a/" + name + "\n+++ b/" + name + "\n" + diff.toString(StandardCharsets.UTF_8);
    }

    /** The changed lines; changes on the same or adjacent lines are merged. */
    private static EditList lines(String before, List<Change> changes, RawText old, RawText other) {
        EditList lines = new EditList();
        int at = 0;
        int line = 0;
        int more = 0;
        Edit last = null;
        for (Change change : changes) {
            line += breaks(before, at, change.begin);
            int replaced = breaks(before, change.begin, change.end);
            int written = breaks(change.text, 0, change.text.length());
            int end = Math.min(line + replaced + 1, old.size());
            if (last != null && last.getEndA() >= line) {
                lines.remove(lines.size() - 1);
                last = new Edit(last.getBeginA(), end, last.getBeginB(), 0);
            } else {
                last = new Edit(line, end, line + more, 0);
            }
            more += written - replaced;
            last = new Edit(last.getBeginA(), end, last.getBeginB(), Math.min(end + more, other.size()));
            lines.add(last);
            line += replaced;
            at = change.end;
        }
        lines.replaceAll(edit -> trimmed(edit, old, other));
        return lines;
    }

    private static int breaks(String text, int begin, int end) {
        int breaks = 0;
        for (int i = begin; i < end; i++) {
            breaks += text.charAt(i) == '\n' ? 1 : 0;
        }
        return breaks;
    }

    /** Removes equal lines at the start and the end. */
    private static Edit trimmed(Edit edit, RawText old, RawText other) {
        int begin = 0;
        int most = Math.min(edit.getLengthA(), edit.getLengthB());
        while (begin < most && isSame(old, edit.getBeginA() + begin, other, edit.getBeginB() + begin)) {
            begin++;
        }
        int end = 0;
        while (end < most - begin && isSame(old, edit.getEndA() - 1 - end, other, edit.getEndB() - 1 - end)) {
            end++;
        }
        return new Edit(edit.getBeginA() + begin, edit.getEndA() - end, edit.getBeginB() + begin, edit.getEndB() - end);
    }

    private static boolean isSame(RawText old, int oldLine, RawText other, int line) {
        return RawTextComparator.DEFAULT.equals(old, oldLine, other, line);
    }
}
