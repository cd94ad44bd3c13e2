package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * A text that is not a document.
 *
 * @param reason a sentence without the final period
 * @param position where reading stopped; null if there is no such place (an empty text, or one that is too large)
 * @param tooLarge whether it exceeds a limit of the reader, and may be a valid document
 */
public record Unreadable(String reason, @Nullable Position position, boolean tooLarge) implements ReadResult {

    public Unreadable(String reason, @Nullable Position position) {
        this(reason, position, false);
    }

    @Override
    public @Nullable Value value() {
        return null;
    }
}
