package dev.drawbridge.field;

/**
 * A line of a text, or of a long one the part around a place, with … where more is.
 *
 * @param text the line as it is in the file, without its end
 * @param column where the place is in it, in characters counted from 0
 */
public record Excerpt(String text, int column) {}
