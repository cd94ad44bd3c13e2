package dev.drawbridge.fix;

import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Suggestion;
import java.util.List;

/**
 * A text with its mistakes fixed.
 *
 * @param edits the edits, in the order of the original text
 * @param solved the fixed errors and warnings, by their positions in the original text
 * @param left the remaining mistakes, in the order of the text
 */
public record Fixed(String text, List<Edit> edits, List<Suggestion> fixes, List<Solved> solved, List<Left> left) {

    /**
     * A fixed error or warning.
     *
     * @param edits the edits that fix it, valid without the others; empty if unknown
     */
    public record Solved(ObjectFixes.Solved mistake, List<Edit> edits) {}

    /**
     * A remaining mistake.
     *
     * @param reason why a known fix could not be applied; empty if there is none
     */
    public record Left(int line, String message, String reason) {}
}
