package dev.drawbridge.field;

/**
 * A place in a text: line and column, both counted from 1, columns in characters.
 */
public record Position(int line, int column) {

    public Position {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("line and column count from 1: " + line + ":" + column);
        }
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
