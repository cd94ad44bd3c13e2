package dev.drawbridge.field;

/**
 * A place in a text: line and column, both counted from 1, columns in characters. Ordered as the text is.
 */
public record Position(int line, int column) implements Comparable<Position> {

    public Position {
        if (line < 1 || column < 1) {
            throw new IllegalArgumentException("line and column count from 1: " + line + ":" + column);
        }
    }

    @Override
    public int compareTo(Position other) {
        return line == other.line ? Integer.compare(column, other.column) : Integer.compare(line, other.line);
    }

    @Override
    public String toString() {
        return line + ":" + column;
    }
}
