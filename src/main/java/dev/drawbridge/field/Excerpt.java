package dev.drawbridge.field;

/**
 * A line of source, or the part of a long line around a place, with … for what is cut.
 *
 * @param text the line as it is in the file, without its end
 * @param column the place in it, in characters counted from 0
 */
public record Excerpt(String text, int column) {}
