package dev.drawbridge.field;

import org.jspecify.annotations.Nullable;

/**
 * A place in a text: line and column, both counted from 1, columns in characters.
 */
public record Position(int line, int column) {

    public Position {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("line and column count from 1: " + line + ":" + column);
        }
    }

    /** Written by hand, like hashCode: a record's own takes milliseconds on first use. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Position that && line == that.line && column == that.column;
    }

    @Override
    public int hashCode() {
        return 31 * line + column;
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
