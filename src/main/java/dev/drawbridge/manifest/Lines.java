package dev.drawbridge.manifest;

import dev.drawbridge.field.Excerpt;
import dev.drawbridge.field.Position;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text in UTF-8, for excerpts. Places that are looked up in their order cost one pass over the text,
 * whatever the length of its lines. Not thread-safe.
 */
public final class Lines {

    private static final int MAX_BYTES = 200;
    private static final int BYTES_BEFORE = 80;
    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    /** The lines of a file from which no more excerpts are needed. */
    public static final Lines NONE = new Lines(new byte[0]);

    private final byte[] text;

    /** Offsets of the lines found so far; the last entry is where the next one would begin. */
    private int[] starts;

    private int found;

    /** The place that was looked for last, and its offset. */
    private Position last = new Position(1, 1);

    private int lastOffset;

    /** The lines of a text in UTF-8. */
    public Lines(byte[] text) {
        boolean isMarked = Arrays.mismatch(text, BYTE_ORDER_MARK) == BYTE_ORDER_MARK.length;
        this.text = text;
        this.lastOffset = isMarked ? BYTE_ORDER_MARK.length : 0;
        this.starts = new int[] {lastOffset};
    }

    /** The excerpt for a position; null if the text has no such line. Columns beyond the line are cut to its end. */
    public @Nullable Excerpt excerpt(Position place) {
        if (!find(place.line())) {
            return null;
        }
        int start = starts[place.line() - 1];
        int end = starts[place.line()] - 1;
        int at = offset(place, end);
        int first = Math.max(start, Math.min(at - BYTES_BEFORE, end - MAX_BYTES));
        int from = boundary(first);
        int to = boundary(Math.min(end, first + MAX_BYTES));
        String before = from > start ? "…" : "";
        String after = to < end ? "…" : "";
        return new Excerpt(
                before + text(from, to).stripTrailing() + after,
                before.length() + text(from, at).length());
    }

    /**
     * Maps a place in a YAML scalar's text to the file.
     *
     * @param scalar the start of the scalar
     * @param text its text
     * @param within the place in its text
     * @return null if the scalar's style does not allow it
     */
    public @Nullable Position within(Position scalar, String text, Position within) {
        String[] content = text.split("\n", -1);
        if (within.line() > content.length || within.column() > content[within.line() - 1].length() + 1) {
            return null;
        }
        if (within.line() > 1 && content[within.line() - 1].isEmpty()) {
            // The text ends too early: its last line does.
            String before = content[within.line() - 2];
            return within(scalar, text, new Position(within.line() - 1, before.length() + 1));
        }
        String source = line(scalar.line());
        if (scalar.column() > source.length()) {
            return null;
        }
        char first = source.charAt(scalar.column() - 1);
        if (first == '|') {
            int number = scalar.line() + within.line();
            String wanted = content[within.line() - 1];
            String found = line(number);
            return found.isBlank() || !found.endsWith(wanted)
                    ? null
                    : new Position(number, found.length() - wanted.length() + within.column());
        }
        if (first == '>') {
            return within.line() == 1 ? folded(scalar.line() + 1, content[0], within.column()) : null;
        }
        return within.line() == 1 ? inLine(source, scalar, first, content[0], within.column()) : null;
    }

    /** Folded lines are one line of the text, with a blank between them. */
    private @Nullable Position folded(int from, String wanted, int column) {
        int begin = 0;
        for (int number = from; begin < wanted.length() && !line(number).isBlank(); number++) {
            String found = line(number);
            String text = found.strip();
            if (!wanted.startsWith(text, begin)) {
                return null;
            }
            if (column <= begin + text.length()) {
                return new Position(number, found.indexOf(text) + column - begin);
            }
            begin += text.length() + 1;
        }
        return null;
    }

    /** Maps a place in a quoted or plain scalar, which must not wrap before the place. */
    private static @Nullable Position inLine(String source, Position scalar, char quote, String wanted, int column) {
        boolean isQuoted = quote == '"' || quote == '\'';
        int at = scalar.column() - 1 + (isQuoted ? 1 : 0);
        for (int i = 0; i < column - 1; i++) {
            if (at >= source.length()) {
                return null;
            }
            boolean isEscape =
                    quote == '"' && source.charAt(at) == '\\' || quote == '\'' && source.startsWith("''", at);
            if (isEscape && quote == '"' && at + 1 < source.length() && "xuU".indexOf(source.charAt(at + 1)) >= 0) {
                return null;
            }
            if (!isEscape && source.charAt(at) != wanted.charAt(i)) {
                return null;
            }
            at += isEscape ? 2 : 1;
        }
        return new Position(scalar.line(), at + 1);
    }

    private String line(int number) {
        return find(number) ? text(starts[number - 1], starts[number] - 1).stripTrailing() : "";
    }

    private boolean find(int number) {
        while (found < number && starts[found] < text.length) {
            if (found + 1 == starts.length) {
                starts = Arrays.copyOf(starts, 2 * starts.length);
            }
            int end = starts[found];
            while (end < text.length && text[end] != '\n') {
                end++;
            }
            found++;
            starts[found] = end + 1;
        }
        return found >= number;
    }

    private int offset(Position place, int end) {
        boolean isAhead = place.line() == last.line() && place.column() >= last.column();
        int at = isAhead ? lastOffset : starts[place.line() - 1];
        for (int column = isAhead ? last.column() : 1; column < place.column() && at < end; column++) {
            do {
                at++;
            } while (at < end && isWithin(at));
        }
        last = place;
        lastOffset = at;
        return at;
    }

    /** The offset, or that of the character to which its byte belongs. */
    private int boundary(int offset) {
        int at = offset;
        while (at < text.length && isWithin(at)) {
            at--;
        }
        return at;
    }

    /** Whether a byte belongs to a character that began before it. */
    private boolean isWithin(int offset) {
        return (text[offset] & 0xc0) == 0x80;
    }

    private String text(int from, int to) {
        return new String(text, from, to - from, StandardCharsets.UTF_8);
    }
}
