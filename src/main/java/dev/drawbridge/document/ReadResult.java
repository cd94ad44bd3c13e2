package dev.drawbridge.document;

/** The result of reading a text: a {@link Document} or an {@link Unreadable}. */
public sealed interface ReadResult permits Document, Unreadable {}
