package dev.drawbridge.report;

import dev.drawbridge.field.Suggestion;
import java.util.List;

/**
 * The fix of a finding in its file.
 *
 * @param replacements what it replaces in the file, in the order of the text; empty if that is not known
 * @param diff the same as a unified diff without headers
 */
public record SuggestedFix(Suggestion suggestion, List<Replacement> replacements, String diff) {

    /** A fix whose edits are not needed. */
    public SuggestedFix(Suggestion suggestion) {
        this(suggestion, List.of(), "");
    }

    /**
     * A replacement of text.
     *
     * @param end the place behind it
     */
    public record Replacement(Place begin, Place end, String text) {}

    /** A line and a column, from 1; columns count units of UTF-16, as SARIF has them. */
    public record Place(int line, int column) {}

    /** The diff as a block of Markdown, whose fence is longer than any in it. */
    String inMarkdown() {
        String fence = "```";
        while (diff.contains(fence)) {
            fence += "`";
        }
        return fence + "diff\n" + diff + (diff.endsWith("\n") ? "" : "\n") + fence;
    }
}
