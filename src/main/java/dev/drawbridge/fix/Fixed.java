package dev.drawbridge.fix;

import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text with mistakes put right.
 *
 * @param text the text
 * @param edits what was edited, in the order of the text before
 * @param fixes what was put right, in the order of the text
 * @param solved the errors and warnings that are gone, by their places in the text before
 * @param left the mistakes that are left, in the order of the text
 */
public record Fixed(String text, List<Edit> edits, List<Fix> fixes, List<Solved> solved, List<Left> left) {

    /**
     * One mistake that was put right.
     *
     * @param position where it was; null if it has no place of its own
     * @param what what was done, such as {@code moved count into exactly}
     * @param isUnsafe whether a person must look at it
     * @param isOfObject whether it changes the whole object, which has another version afterwards
     */
    public record Fix(@Nullable Position position, String what, boolean isUnsafe, boolean isOfObject) {

        /** The line in which it was. */
        public int line() {
            return position == null ? 1 : position.line();
        }
    }

    /**
     * An error or a warning that is gone.
     *
     * @param origin the rule
     * @param position where it was; null if it has no place of its own
     * @param fix what was done; one of the object's fixes if none is of this place
     * @param edits those of the text's edits that do it, and are right without the others; empty if that is not known
     */
    public record Solved(Origin origin, @Nullable Position position, Fix fix, List<Edit> edits) {}

    /**
     * A mistake that is left.
     *
     * @param line the line in which it is
     * @param message what it is
     * @param reason why a known fix of it could not be made; empty if none is known
     */
    public record Left(int line, String message, String reason) {}
}
