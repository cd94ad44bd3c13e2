package dev.drawbridge.field;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The lines of a text: offsets, in units of UTF-16, and positions. A byte order mark is not part of the first line.
 * Positions that are looked up in their order cost one pass over the text, whatever the length of its lines.
 */
public final class LineIndex {

    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final String text;
    private final int[] begins;

    /** The last position that was looked up, and its offset. */
    private record Found(Position position, int offset) {}

    private volatile Found last;

    /** The lines of a text. */
    public LineIndex(String text) {
        int first = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? 1 : 0;
        this.text = text;
        this.begins = IntStream.concat(
                        IntStream.of(first),
                        IntStream.iterate(text.indexOf('\n'), at -> at >= 0, at -> text.indexOf('\n', at + 1))
                                .map(at -> at + 1))
                .toArray();
        this.last = new Found(new Position(1, 1), first);
    }

    public String text() {
        return text;
    }

    /** The number of lines; a text that ends with a line break has an empty last one. */
    public int count() {
        return begins.length;
    }

    /** The offset at which a line begins. */
    public int begin(int line) {
        return begins[line - 1];
    }

    /** The offset of a line's break, or the end of the text. */
    public int end(int line) {
        int next = line < begins.length ? begins[line] - 1 : text.length();
        return next > begin(line) && text.charAt(next - 1) == '\r' ? next - 1 : next;
    }

    /** The line at an offset. */
    public int line(int offset) {
        int found = Arrays.binarySearch(begins, offset);
        return Math.max(1, found >= 0 ? found + 1 : -found - 1);
    }

    /** The position of an offset. */
    public Position position(int offset) {
        int line = line(offset);
        return new Position(line, 1 + (offset > begin(line) ? text.codePointCount(begin(line), offset) : 0));
    }

    /** The offset of a position: the end of its line if that is shorter, the end of the text if there is no line. */
    public int offset(Position position) {
        if (position.line() > begins.length) {
            return text.length();
        }
        Found known = last;
        boolean isAhead = position.line() == known.position().line()
                && position.column() >= known.position().column();
        int end = end(position.line());
        int at = isAhead ? known.offset() : begin(position.line());
        for (int column = isAhead ? known.position().column() : 1; column < position.column() && at < end; column++) {
            at = text.offsetByCodePoints(at, 1);
        }
        last = new Found(position, at);
        return at;
    }
}
