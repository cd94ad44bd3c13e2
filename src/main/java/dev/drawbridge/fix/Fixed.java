package dev.drawbridge.fix;

import dev.drawbridge.edit.Edit;
import dev.drawbridge.field.Origin;
import dev.drawbridge.field.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text with its mistakes fixed.
 *
 * @param text the text
 * @param edits the edits, in the order of the original text
 * @param fixes the fixes, in the order of the text
 * @param solved the fixed errors and warnings, by their positions in the original text
 * @param left the remaining mistakes, in the order of the text
 */
public record Fixed(String text, List<Edit> edits, List<Fix> fixes, List<Solved> solved, List<Left> left) {

    /**
     * A fix of one mistake.
     *
     * @param position its position; null if it has none
     * @param what the change, such as {@code moved count into exactly}
     * @param isUnsafe whether a person must review it
     * @param isOfObject whether it changes the whole object to another version
     */
    public record Fix(@Nullable Position position, String what, boolean isUnsafe, boolean isOfObject) {

        /** The line of the mistake. */
        public int line() {
            return position == null ? 1 : position.line();
        }
    }

    /**
     * A fixed error or warning.
     *
     * @param origin the rule
     * @param position its position; null if it has none
     * @param fix its fix; any of the object's fixes if none has this position
     * @param edits the edits that fix it, valid without the others; empty if unknown
     */
    public record Solved(Origin origin, @Nullable Position position, Fix fix, List<Edit> edits) {}

    /**
     * A remaining mistake.
     *
     * @param line its line
     * @param message its message
     * @param reason why a known fix could not be applied; empty if there is none
     */
    public record Left(int line, String message, String reason) {}
}
