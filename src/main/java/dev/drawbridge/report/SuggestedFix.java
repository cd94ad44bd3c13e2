package dev.drawbridge.report;

import java.util.List;

/**
 * A fix for a finding in its file.
 *
 * @param what what {@code check --fix} would do, such as {@code moved count into exactly}
 * @param isUnsafe whether only {@code --fix=unsafe} does it, since a person must look at it
 * @param replacements what it replaces in the file, in the order of the text; empty if that is not known
 * @param diff the same as a unified diff without headers
 */
public record SuggestedFix(String what, boolean isUnsafe, List<Replacement> replacements, String diff) {

    /**
     * A replacement of text.
     *
     * @param begin where it begins
     * @param end the place behind it
     * @param text the replacement
     */
    public record Replacement(Place begin, Place end, String text) {}

    /** A line and a column, from 1; columns count units of UTF-16, as SARIF has them. */
    public record Place(int line, int column) {}

    /** The word for it in a line of text. */
    public String mark() {
        return isUnsafe ? "[fixable with --fix=unsafe]" : "[fixable]";
    }

    /** The diff as a block of Markdown, whose fence is longer than any in it. */
    String inMarkdown() {
        String fence = "```";
        while (diff.contains(fence)) {
            fence += "`";
        }
        return fence + "diff\n" + diff + (diff.endsWith("\n") ? "" : "\n") + fence;
    }
}
