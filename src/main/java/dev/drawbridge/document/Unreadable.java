package dev.drawbridge.document;

import dev.drawbridge.field.Position;
import org.jspecify.annotations.Nullable;

/**
 * A text that is no document.
 *
 * @param reason a sentence without its end
 * @param position where reading stopped; null where no place is to blame (an empty text, one that is too large)
 */
public record Unreadable(String reason, @Nullable Position position) implements ReadResult {}
