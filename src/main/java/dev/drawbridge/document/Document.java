package dev.drawbridge.document;

/** A text that could be read, as its value. */
public record Document(Value value) implements ReadResult {}
