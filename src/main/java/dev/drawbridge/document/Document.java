package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * A text that could be read, and its value.
 *
 * @param unread the start of text that kubectl silently drops, since it reads one value between two {@code ---}; null
 *     if it reads everything
 */
public record Document(Value value, @Nullable Position unread) implements ReadResult {

    Document(Value value) {
        this(value, null);
    }
}
