package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * A text that could be read, as its value.
 *
 * @param value what was read
 * @param unread where text begins that kubectl drops in silence, since it takes one value between two {@code ---}; null
 *     if it takes all
 */
public record Document(Value value, @Nullable Position unread) implements ReadResult {

    Document(Value value) {
        this(value, null);
    }
}
