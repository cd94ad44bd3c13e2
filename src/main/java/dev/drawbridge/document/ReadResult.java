package dev.drawbridge.document;

import org.jspecify.annotations.Nullable;

/** The result of reading a text: a {@link Document} or an {@link Unreadable}. */
public sealed interface ReadResult permits Document, Unreadable {

    /** What was read; null if the text is unreadable. */
    @Nullable
    Value value();
}
