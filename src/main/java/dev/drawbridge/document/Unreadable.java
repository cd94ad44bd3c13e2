package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * A text that is no document.
 *
 * @param reason a sentence without its end
 * @param position where reading stopped; null if no place is to blame (an empty text, one that is too large)
 * @param tooLarge whether it is over a limit of the reader's, and may well be a document
 */
public record Unreadable(String reason, @Nullable Position position, boolean tooLarge) implements ReadResult {

    public Unreadable(String reason, @Nullable Position position) {
        this(reason, position, false);
    }
}
