package dev.drawbridge.fix;

import dev.drawbridge.edit.Edit;
import java.util.List;

/**
 * A text with mistakes put right.
 *
 * @param text the text
 * @param edits what was edited, in the order of the text before
 * @param fixes what was put right, in the order of the text
 */
public record Fixed(String text, List<Edit> edits, List<Fix> fixes) {

    /**
     * One mistake that was put right.
     *
     * @param line the line in which it was
     * @param what what was done, such as {@code moved count into exactly}
     */
    public record Fix(int line, String what) {}
}
