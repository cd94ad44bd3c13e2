package dev.drawbridge.document;

/** What became of a text: a {@link Document} or an {@link Unreadable}. */
public sealed interface ReadResult permits Document, Unreadable {}
